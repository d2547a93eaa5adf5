// An embedder that a person adds: a local hub and model, the real runtime, and a real daemon that searches with it.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { searchResult, statusResult } from '@cairn/schema';
import { type ModelHub, pidAlive, startModelHub, waitUntil, wordModel } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { type Device, device, root, withMembers } from './cairn.ts';

/** The program whose checksum is known, as it is in its package. */
const RUNTIME = createRequire(join(root, 'packages/local-daemon/package.json')).resolve(
  'onnxruntime-web/ort-wasm-simd-threaded.wasm',
);
const MEANINGS = [
  ['dog', 'puppy', 'hund', 'perro'],
  ['deploy', 'ship', 'release'],
  ['train', 'zug'],
  ['database', 'datenbank'],
];
const added = withMembers('added', 'use');

interface Scene {
  readonly own: Device;
  readonly hub: ModelHub;
  readonly add: readonly string[];
}

const scene = async (ballastBytes = 0): Promise<Scene> => {
  const own = await device('embedder', { CAIRN_EMBED: 'on' });
  onTestFinished(() => own.end());
  const hub = await startModelHub({ 'us/words': wordModel({ meanings: MEANINGS, ballastBytes }) });
  onTestFinished(() => hub.close());
  return { own, hub, add: ['embedder', 'add', 'us/words', '--hub', hub.url, '--runtime', RUNTIME] };
};

const embedded = (own: Device): Promise<boolean> =>
  waitUntil(
    async () => {
      const { embedder } = (await own.json(statusResult, ['status'])).models;
      return embedder?.pending === 0 && embedder.state === 'ready';
    },
    { timeoutMs: 90_000, everyMs: 300, what: 'everything to be embedded' },
  );

const contents = async (own: Device, ...args: string[]): Promise<readonly string[]> =>
  (await own.json(searchResult, ['search', ...args])).results.map(({ content }) => content);

test('[F-30] a model is added by one command, finds by meaning across languages, and needs no network afterwards', async () => {
  const { own, hub, add } = await scene();
  await own.run(['save', 'the puppy sleeps in the kitchen']);
  await own.run(['save', 'we release on fridays']);
  const done = await own.json(added, add);
  expect(done).toMatchObject({
    ...{ use: 'words', added: { name: 'words', dimensions: 5, source: { repository: 'us/words' } } },
  });
  await hub.close();
  await embedded(own);
  expect(await contents(own, 'hund', '--mode', 'vector')).toEqual(['the puppy sleeps in the kitchen']);
  expect(await contents(own, 'hund')).toEqual(['the puppy sleeps in the kitchen']);
  const shown = await own.run(['embedder', 'status']);
  expect(shown.out).toMatch(/words-[0-9a-f]{12}, ready[\s\S]*2 vectors, 0 waiting[\s\S]*WebAssembly/);
  expect(hub.requests.filter((path) => path.includes('/large/'))).toHaveLength(1);

  await own.run(['down']);
  await own.run(['save', 'the zug is late']);
  await embedded(own);
  expect(await contents(own, 'train', '--mode', 'vector')).toEqual(['the zug is late']);
  expect((await own.run(['embedder', 'list'])).out).toMatch(/^words .* in use$/m);

  expect((await own.run(['embedder', 'use', 'built-in'])).out).toContain('Used from now on: built-in');
  expect((await own.run(['embedder', 'use', 'built-in'])).out).toBe('built-in was in use already.\n');
  expect((await own.json(statusResult, ['status'])).models.embedder?.name).not.toContain('words');
  expect((await own.run(['embedder', 'remove', 'words'])).out).toContain('Removed words.');
  expect(await own.fails(1, ['embedder', 'use', 'words'])).toMatchObject({
    message: expect.stringContaining('There is no embedder "words" here'),
  });
});

test('[F-30] a download that is killed goes on where it was, and one that is cut goes on by itself', async () => {
  const { own, hub, add } = await scene(2_000_000);
  hub.behave({ kind: 'right' }, { kind: 'slow', bytes: 20_000 });
  const child = own.begin(add);
  const part = join(own.home, 'embedders', '.words.new', 'model.onnx');
  const size = (): number => statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  await waitUntil(() => size() > 100_000, { timeoutMs: 30_000, everyMs: 20, what: 'a part of the model' });
  child.kill('SIGKILL');
  await waitUntil(() => child.pid === undefined || !pidAlive(child.pid), {
    timeoutMs: 20_000,
    what: 'the end of the command',
  });
  const held = size();
  expect((await own.run(['embedder', 'list'])).out).not.toMatch(/^words/m);

  hub.behave({ kind: 'cut', bytes: 50_000 }, { kind: 'right' });
  await own.json(added, add);
  const ranges = hub.requests
    .filter((path) => path.includes('/large/') && path.includes('bytes='))
    .map((path) => path.split('bytes=')[1]);
  expect(ranges).toEqual([`${held}-`, expect.stringMatching(/^\d+-$/)]);
  expect(Number.parseInt(ranges[1] ?? '', 10)).toBeGreaterThanOrEqual(held);
});

test('[F-30] what an add that was given up left of another model says nothing about this one', async () => {
  const { own, add } = await scene();
  const beside = join(own.home, 'embedders', '.words.new');
  mkdirSync(beside, { recursive: true });
  writeFileSync(join(beside, 'pooling-facts.json'), '{"pooling_mode_cls_token": true}');
  expect(await own.json(withMembers('added'), add)).toMatchObject({ added: { pooling: 'mean' } });
  expect(readdirSync(join(own.home, 'embedders', 'words'))).not.toContain('pooling-facts.json');
});

test('[F-30] a daemon that is killed while it embeds goes on after its start', async () => {
  const { own, add } = await scene();
  await own.json(added, add);
  const lines = Array.from({ length: 40 }, (_, at) => `the dog of house ${at} has a name of its own`);
  for (const line of lines) await own.run(['save', line]);
  const daemon = own.pid();
  if (daemon === null) throw new Error('no daemon runs');
  await waitUntil(
    async () => ((await own.json(statusResult, ['status'])).models.embedder?.pending ?? 40) < 40,
    { timeoutMs: 60_000, everyMs: 50, what: 'the first vectors' },
  );
  process.kill(daemon, 'SIGKILL');
  await waitUntil(() => !pidAlive(daemon), { timeoutMs: 20_000, what: 'the end of the daemon' });
  await own.run(['up']);
  // A fast machine has already embedded all texts. One more text makes it load the model.
  await own.run(['save', 'the dog of the last house came later']);
  await embedded(own);
  expect(await contents(own, 'perro', '--mode', 'vector', '-n', '3')).toHaveLength(3);
});

test('[F-4] the first text is found by its meaning a moment after its save', async () => {
  const { own } = await scene();
  await own.run(['save', 'Der Hund schläft in der Küche']);
  expect(await contents(own, 'where does the dog sleep?')).toEqual(['Der Hund schläft in der Küche']);
});

test('[F-30] the built-in one is told with its languages, and what the environment chooses is named', async () => {
  const { own } = await scene();
  const list = await own.run(['embedder', 'list']);
  expect(list.out).toMatch(/^built-in +8 .* in use$/m);
  expect(list.err).toContain(
    'understands English, German, French, Spanish, Italian, Portuguese, Chinese and Japanese.',
  );
  expect((await own.fails(1, ['embedder', 'remove', 'built-in'])).message).toContain('was added');
  const env = { CAIRN_EMBED: 'off' };
  const named = 'CAIRN_EMBED in the environment overrides this choice.';
  expect((await own.run(['embedder', 'use', 'built-in'], { env })).err).toContain(named);
  expect((await own.run(['embedder', 'use', 'built-in'])).err).not.toContain(named);
  await own.run(['down']);
  const shown = await own.run(['embedder', 'status'], { env });
  expect(shown.err).toContain('CAIRN_EMBED in the environment overrides what config.json chooses.');
  expect((await own.run(['embedder', 'list'], { env })).out).not.toContain('in use');
  const older = { CAIRN_EMBED: 'use-lite' };
  expect((await own.run(['embedder', 'list'], { env: older })).out).toMatch(/^built-in .* in use$/m);
});

test('[F-30] what goes wrong is said in a sentence, and nothing is changed', async () => {
  const { own, hub, add } = await scene();
  const message = async (args: readonly string[]): Promise<string> => (await own.fails(1, args)).message;
  const usage = async (args: readonly string[]): Promise<string> => (await own.fails(2, args)).message;
  expect(await usage(['embedder', 'add', 'multilingual-e5-smal'])).toContain(
    'Did you mean multilingual-e5-small?',
  );
  expect(await usage(['embedder', 'add', 'us/words', '--hub', 'http://models.example'])).toContain(
    'https://',
  );
  expect(await usage(['embedder', 'add', './nowhere', '--runtime', RUNTIME])).toContain(
    'neither the folder of a model',
  );
  expect(await usage(['embedder', 'add', 'us/words', '--name', 'built-in'])).toContain('cannot be the name');
  const broken = join(own.home, 'broken.wasm');
  writeFileSync(broken, 'no program');
  expect(await message(['embedder', 'add', 'us/other', ...add.slice(3)])).toContain('has no such model');
  hub.answerAll(403);
  expect(await message(add)).toContain('Download it there yourself');
  hub.answerAll(200);
  hub.behave({ kind: 'other' });
  expect(await usage(add)).toContain('has the wrong checksum and was deleted.');
  hub.behave({ kind: 'right' });
  expect(await usage([...add, '--sha256', 'ab'.repeat(32)])).toContain('not the one that you gave');
  await hub.close();
  expect(await message(add)).toContain('cannot be reached: nothing listens there.');
  expect((await own.run(['embedder', 'list', '--json'])).out).toContain('"added":[]');
  expect(() => readFileSync(join(own.home, 'config.json'))).toThrow('ENOENT');
});
