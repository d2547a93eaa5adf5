// A sentence said to an agent on one device: extracted, in the next prompt, on another device, replaced.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  getResult,
  historyResult,
  inviteResult,
  promptResult,
  searchResult,
  supersedeResult,
  syncResult,
  vaultCreateResult,
} from '@cairn/schema';
import { type ModelRequest, startModelServer, waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { type Device, device, root, server } from './cairn.ts';

const SAID = 'I prefer tabs to spaces in Go, because of the diffs';
const LEARNT = 'Prefers tabs to spaces in Go, because of the diffs';

/** Answers like a model that reads a conversation, and like one that talks. */
const answer = ({ text }: ModelRequest): string => {
  if (!text.includes('You read a piece of a conversation')) return 'All right.';
  const preferences = text.includes(SAID) ? [{ key: 'go-indentation', value: LEARNT }] : [];
  return JSON.stringify({ preferences, entities: [], decisions: [], styles: [], artifacts: [] });
};

test('[CX-2, X-1, SY-M3] what is said in one turn is known in the next, on every device, until something else is true', async () => {
  const model = await startModelServer({ script: [{ kind: 'reply', text: answer }] });
  const sync = await server();
  const [laptop, desktop] = [await device('laptop'), await device('desktop')];
  onTestFinished(async () => {
    await Promise.all([laptop.end(), desktop.end(), sync.end()]);
    await model.close();
  });
  const env = {
    CAIRN_LLM_BASE_URL: model.baseUrl,
    CAIRN_LLM_API_KEY: 'none',
    CAIRN_LLM_MODEL: 'fake',
  };
  const say = async (own: Device, words: string): Promise<string> => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(root, 'examples', 'agent', 'main.ts'), words],
      {
        cwd: own.home,
        env: {
          ...{ PATH: process.env.PATH, HOME: own.home, CAIRN_HOME: own.home, CAIRN_PORT: '0' },
          NODE_COMPILE_CACHE: join(root, '.tools/compile-cache'),
          ...{ CAIRN_EMBED: 'off', OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'none', ...env },
        },
      },
    );
    return stdout;
  };
  const known = async (own: Device): Promise<string> =>
    (await own.json(promptResult, ['context', '--form', 'prompt'])).static;
  const syncAll = async (): Promise<void> => {
    for (const own of [laptop, desktop, laptop]) await own.json(syncResult, ['sync', '--wait']);
  };

  await laptop.json(
    vaultCreateResult,
    ['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken],
    { env },
  );
  const { code } = await laptop.json(inviteResult, ['invite']);
  expect((await desktop.run(['join', code, '--server', sync.url], { env })).code).toBe(0);

  // The sentence is said on the laptop, extracted in the background, and in the prompt of the next turn.
  expect(await known(laptop)).not.toContain('tabs');
  expect(await say(laptop, SAID)).toContain('All right.');
  await waitUntil(async () => (await known(laptop)).includes(LEARNT), {
    timeoutMs: 60_000,
    what: 'what was said to be learnt',
  });
  const asked = model.requests.length;
  await say(laptop, 'Write me a loop');
  expect(model.requests[asked]?.text).toContain(LEARNT);

  // On the desktop it is in the prompt, and a search finds it.
  await syncAll();
  expect(await known(desktop)).toContain(LEARNT);
  const { results } = await desktop.json(searchResult, ['search', 'tabs or spaces?']);
  expect(results[0]).toMatchObject({ content: LEARNT, source: 'auto', namespace: 'tacit/preferences' });
  const before = model.requests.length;
  await say(desktop, 'How do I indent?');
  expect(model.requests[before]?.text).toContain(LEARNT);

  // It is replaced: it is in neither prompt, but still in the history.
  const { memory } = await desktop.json(getResult, ['get', results[0]?.id ?? '']);
  await desktop.json(supersedeResult, ['supersede', memory.id, 'Prefers gofmt to decide on Go']);
  await syncAll();
  for (const own of [desktop, laptop]) {
    expect(await known(own)).toContain('Prefers gofmt to decide on Go');
    expect(await known(own)).not.toContain(LEARNT);
    const { versions } = await own.json(historyResult, ['history', memory.id]);
    expect(versions.map(({ content, current }) => [content, current])).toEqual([
      [LEARNT, false],
      ['Prefers gofmt to decide on Go', true],
    ]);
  }
}, 240_000);
