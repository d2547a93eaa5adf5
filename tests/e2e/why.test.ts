// Traces a memory from what an agent was given back to its source: real daemons, real hooks, the real command.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  branchMemoriesResult,
  contextResult,
  getResult,
  listResult,
  reviewResult,
  saveResult,
  supersedeResult,
  whyResult,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { type Device, device, withMembers } from './cairn.ts';

const fresh = async (): Promise<Device> => {
  const own = await device('why');
  onTestFinished(own.end);
  return own;
};

const say = async (own: Device, event: string, fields: object) => {
  const input = JSON.stringify({ session_id: 's1', cwd: own.home, ...fields });
  const ran = await own.run(['hook', 'claude-code', event], { input });
  expect([ran.code, ran.err]).toEqual([0, '']);
  return ran.out;
};

const learn = async (own: Device, prompt: string) => {
  const before = (await own.json(listResult, ['list'])).total;
  await say(own, 'prompt', { prompt });
  await say(own, 'stop', { last_assistant_message: 'Done.' });
  await waitUntil(async () => (await own.json(listResult, ['list'])).total > before, {
    timeoutMs: 20_000,
    what: 'the memory',
  });
  return (await own.json(listResult, ['list'])).memories[0]?.id ?? '';
};

/** Returns the line of a block that holds these words. */
const lineOf = (text: string, words: string): string =>
  text.split('\n').find((line) => line.includes(words)) ?? 'no such line';

const why = (own: Device, text: string) => own.json(whyResult, ['why', text]);

test('[M-13] a line of a context leads to its memory, the sentence, the session, the agent, the device and the day', async () => {
  const own = await fresh();
  const id = await learn(own, 'Please look at the test. Remember that the staging port is 5433. Then go on.');
  const block = await own.json(contextResult, ['context']);
  const line = lineOf(block.text, 'staging port');
  expect(line).toMatch(/^- The staging port is 5433 \[auto claude-code, \d{4}-\d\d-\d\d\]$/);
  const expected = {
    memories: [
      {
        memory: { id, agent: 'claude-code', device: { name: expect.any(String) } },
        match: 'same',
        said: {
          session: { name: 'claude-code:s1' },
          role: 'user',
          sentence: 'Remember that the staging port is 5433.',
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          found: 'words',
        },
        notSaid: null,
      },
    ],
  };
  expect(await why(own, line)).toMatchObject(expected);
  expect((await own.run(['why', '-'], { input: `${line}\n` })).code).toBe(0);
  expect(await why(own, line.slice(0, 30))).toMatchObject(expected);
  for (const cut of [`${line.slice(2, 24)}…`, '* the staging PORT is 54'])
    expect(await why(own, cut)).toMatchObject({ memories: [{ ...expected.memories[0], match: 'part' }] });
  expect(await why(own, id)).toMatchObject({ memories: [{ ...expected.memories[0], match: 'id' }] });
  // The end of an id is enough, as with every command.
  expect(await why(own, id.slice(-6))).toMatchObject({ memories: [{ memory: { id } }] });
  const { out } = await own.run(['why', line]);
  expect(out).toContain('you said today');
  expect(out).toContain('“Remember that the staging port is 5433.”');
  expect(out).toContain(`cairn supersede ${id} "…"`);
  expect(out).toContain(`cairn forget ${id}`);
  expect(out).toContain('cairn session show claude-code:s1');
});

test('[M-13] what a prompt brought, a key and its earlier value, and what was replaced', async () => {
  const own = await fresh();
  const key = ['--namespace', 'tools', '--key', 'packager'];
  const { id } = await own.json(saveResult, ['save', 'npm is what we install packages with', ...key]);
  const first = await own.json(contextResult, ['context']);
  const old = lineOf(first.text, 'install packages');
  expect(old).toContain('tools/packager: ');
  expect(await why(own, old)).toMatchObject({
    memories: [{ memory: { id }, match: 'same', said: null, notSaid: 'no_session' }],
  });
  await own.json(saveResult, ['save', 'pnpm, since the spring', ...key]);
  expect(await why(own, old)).toMatchObject({
    memories: [{ memory: { id, content: 'pnpm, since the spring' }, match: 'before' }],
  });
  expect((await own.run(['why', old])).out).toContain(`cairn history ${id}`);
  const host = await own.json(saveResult, ['save', 'The billing host is called alpha']);
  const next = await own.json(supersedeResult, ['supersede', host.id, 'The billing host is called beta']);
  expect(await why(own, '- The billing host is called alpha [agent, 2026-11-25]')).toMatchObject({
    memories: [{ memory: { id: next.id }, match: 'before' }],
  });
  const brought = await say(own, 'prompt', { session_id: 's2', prompt: 'What is the billing host called?' });
  const { hookSpecificOutput } = withMembers('hookSpecificOutput').parse(JSON.parse(brought));
  const { additionalContext } = withMembers('additionalContext').parse(hookSpecificOutput);
  expect(await why(own, lineOf(String(additionalContext), 'billing host'))).toMatchObject({
    memories: [{ memory: { id: next.id }, match: 'same' }],
  });
});

test('[M-13] a sentence of a summary leads to what it was made of, a rule to the profile, and nothing to a clear answer', async () => {
  const own = await fresh();
  const ids: string[] = [];
  for (const fact of ['The region is Frankfurt.', 'Deploys run from main.', 'The review is on Friday.'])
    ids.push((await own.json(saveResult, ['save', fact])).id);
  const { summaries } = await own.json(withMembers('summaries'), ['summarise']);
  const [sentence = ''] = JSON.stringify(summaries).match(/The region is Frankfurt\. \([\d-]+\)/) ?? [];
  expect(sentence).not.toBe('');
  await own.json(supersedeResult, ['supersede', ids[1] ?? '', 'Deploys run from the branch release.']);
  const found = await why(own, sentence);
  expect(found.memories.map(({ memory }) => memory.id)).toEqual([ids[0]]);
  await own.run(['profile', 'rules', 'add', 'Git', 'Never push to main by yourself.']);
  const block = await own.json(contextResult, ['context']);
  expect(await why(own, lineOf(block.text, 'Never push'))).toMatchObject({
    memories: [],
    profile: { section: 'rules' },
  });
  expect((await own.run(['why', '- Never push to main by yourself.'])).out).toContain('cairn profile rules');
  const unknown = await own.fails(1, ['why', 'The moon is made of green cheese']);
  expect(unknown).toMatchObject({ kind: 'not_found', message: expect.stringContaining('green cheese') });
  expect(unknown.message).toContain('cairn search');
  await own.fails(1, ['why', 'm_01k9x00000000000000000000x']);
  await own.fails(2, ['why', '…']);
});

test('[M-13] what was only said leads to its turn, and what another device learned says where', async () => {
  const own = await fresh();
  await say(own, 'prompt', { prompt: 'The dashboard is slow on Mondays, can you look at the query plan?' });
  const asked = 'The dashboard is slow on Mondays';
  await waitUntil(async () => (await own.run(['why', asked])).code === 0, {
    timeoutMs: 20_000,
    what: 'the turn',
  });
  expect(await why(own, asked)).toMatchObject({
    memories: [],
    turn: { session: 'claude-code:s1', author: 'user' },
  });
  const folder = join(own.home, 'in');
  mkdirSync(folder);
  const line = {
    content: 'The printer is on floor two',
    session: 'codex:far',
    agent: 'codex',
    source: 'auto',
  };
  writeFileSync(join(folder, 'one.ndjson'), `${JSON.stringify(line)}\n`);
  await own.run(['import', join(folder, 'one.ndjson'), '--from', 'ndjson']);
  expect(await why(own, line.content)).toMatchObject({
    memories: [{ memory: { session: 'codex:far' }, said: null, notSaid: 'not_here' }],
  });
});

test('[M-14] a memory knows to whom it was given, and whether an answer used it', async () => {
  const own = await fresh();
  const port = await own.json(saveResult, [
    'save',
    'The staging database listens on port 5433',
    '--source',
    'user',
  ]);
  const dog = await own.json(saveResult, ['save', 'The office dog is called Pixel', '--source', 'user']);
  await say(own, 'session-start', { source: 'startup' });
  await say(own, 'prompt', { prompt: 'Connect, please.' });
  await say(own, 'stop', { last_assistant_message: 'Connected to staging on port 5433.' });
  const usesOf = async (id: string) => (await own.json(getResult, ['get', id])).uses;
  await waitUntil(async () => (await usesOf(port.id))[0]?.used === 1, { timeoutMs: 20_000, what: 'the use' });
  expect(await usesOf(port.id)).toMatchObject([{ agent: 'claude-code', given: 1, used: 1 }]);
  expect(await usesOf(dog.id)).toMatchObject([{ agent: 'claude-code', given: 1, used: 0, lastUsedAt: null }]);
  // Showing does not count as giving.
  await own.run(['context']);
  expect(await usesOf(dog.id)).toMatchObject([{ given: 1 }]);
  expect((await own.run(['get', port.id])).out).toMatch(
    /given +1 time to claude-code, today .* last; answers used its words in 1 session/,
  );
  expect((await own.run(['why', dog.id])).out).toMatch(
    /given +1 time to claude-code, .*; no answer used its words/,
  );
  expect((await own.json(reviewResult, ['review'])).stale).toEqual([]);
  // The record is deleted with the memory, and no export holds it.
  expect((await own.run(['export'])).out).not.toContain('"given"');
});

test('[M-15] what was learned while a branch was worked on, as Markdown for a pull request', async () => {
  const own = await fresh();
  const repo = join(own.home, 'shop');
  mkdirSync(join(repo, '.git'), { recursive: true });
  writeFileSync(
    join(repo, '.git', 'config'),
    '[remote "origin"]\n\turl = https://github.com/acme/shop.git\n',
  );
  const checkOut = (head: string) => writeFileSync(join(repo, '.git', 'HEAD'), `${head}\n`);
  const here = { cwd: repo };
  const save = (...args: string[]) => own.json(saveResult, ['save', '-p', '.', ...args], here);
  const key = ['--namespace', 'tools', '--key', 'packager'];
  checkOut('ref: refs/heads/main');
  await save('The staging port is 5433');
  await save('npm', ...key);
  await say(own, 'prompt', { cwd: repo, prompt: 'Remember that the main database is called atlas.' });
  checkOut('ref: refs/heads/fix/login');
  await save('Logins are checked by `auth` and *never* by <b>web</b>, ask @anna');
  await save('pnpm', ...key);
  await own.json(saveResult, ['save', '-p', '.', 'A different project', '--source', 'user'], {
    cwd: own.home,
  });
  const told = { session_id: 's2', cwd: repo };
  await say(own, 'prompt', { ...told, prompt: 'Remember that the login service runs on port 7000.' });
  await say(own, 'stop', { ...told, last_assistant_message: 'Done.' });
  const range = ['diff', 'main..fix/login', '--all'];
  await waitUntil(async () => (await own.run(range, here)).out.includes('port 7000'), {
    timeoutMs: 30_000,
    what: 'what the session taught',
  });
  const { out, code } = await own.run(range, here);
  expect(code).toBe(0);
  expect(out).toMatch(/^## Learned on `fix\/login`\n\n### /);
  expect(out).toContain(
    '- Logins are checked by \\`auth\\` and \\*never\\* by \\<b\\>web\\</b\\>, ask &#64;anna _(',
  );
  expect(out).toMatch(/- pnpm _\([^)]*\)_ {2}\n {2}_before:_ npm\n/);
  expect(out).toContain('The login service runs on port 7000 _(claude-code, ');
  expect(out).not.toMatch(/5433|atlas|different/);
  const found = await own.json(branchMemoriesResult, ['diff', '..fix/login'], here);
  expect(found).toMatchObject({ project: 'github.com/acme/shop', branch: 'fix/login', base: null });
  // Without a range, the checked-out branch is used.
  expect((await own.run(['diff', '--all'], here)).out).toBe(out);
  expect((await own.run(['diff', 'main', '--all'], here)).out).toMatch(/5433[\s\S]*/);
  const unknown = await own.fails(1, ['diff', 'main..nowhere'], here);
  expect(unknown.message).toMatch(/Branches known here, last used first: .*fix\/login/);
  await own.fails(2, ['diff', 'a..b..c'], here);
  checkOut('0123456789012345678901234567890123456789');
  await own.fails(2, ['diff'], here);
});
