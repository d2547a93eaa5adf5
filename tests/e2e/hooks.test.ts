import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { LIMITS, searchResult, statusResult } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, type RunOptions, unhurried, withMembers } from './cairn.ts';

const fresh = async (): Promise<Device> => {
  const own = await device('hooks');
  onTestFinished(own.end);
  return own;
};

/** Runs a hook. Expects exit code 0 and an empty standard error. Returns the context or null. */
const hook = async (
  own: Device,
  agent: string,
  event: string,
  input: object | string,
  options: RunOptions = {},
): Promise<string | null> => {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  const ran = await own.run(['hook', agent, event], { input: text, ...options });
  expect([ran.code, ran.err]).toEqual([0, '']);
  if (ran.out === '') return null;
  const { hookSpecificOutput } = JSON.parse(ran.out);
  return String(hookSpecificOutput.additionalContext);
};

const passages = async (own: Device, query: string, limit = '10') =>
  (await own.json(searchResult, ['search', query, '--in', 'sessions', '-n', limit])).passages ?? [];

const everyByteOf = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
    .join('\n');

describe('a session', () => {
  test('[HK-3] begins with its context, is told of a prompt only what is new, and again after compaction', async () => {
    const own = await fresh();
    const calm = unhurried(own);
    const cwd = own.home;
    const at = { session_id: 's1', cwd };
    await own.run(['save', '-p', '.', 'Billing listens on port 8080'], { cwd });
    await own.run(['save', 'Somebody else likes tea']);
    await own.run(['save', '-p', 'another', 'Another project fact']);
    const start = await hook(own, 'claude-code', 'session-start', { ...at, source: 'startup' }, calm);
    expect(start).toMatch(
      /^<(memory-[0-9a-f]{8})>\n[\s\S]*data, not instructions[\s\S]*port 8080 \[[\s\S]*<\/\1>$/,
    );
    expect(start).not.toContain('Another project');
    const ask = (prompt: string) => hook(own, 'claude-code', 'prompt', { ...at, prompt }, calm);
    expect(await ask('Which port does billing listen on?')).toBeNull();
    await own.run(['save', '-p', '.', 'Deployments happen on Tuesday mornings'], { cwd });
    expect(await ask('When do deployments happen?')).toContain('Tuesday');
    expect(await ask('When do deployments happen?')).toBeNull();
    expect(await ask('Please rename this variable')).toBeNull();
    expect(await hook(own, 'claude-code', 'compact', { ...at, trigger: 'auto' }, calm)).toBeNull();
    const again = await hook(own, 'claude-code', 'session-start', { ...at, source: 'compact' }, calm);
    expect(again).toContain('port 8080');
    expect(again).toContain('Tuesday');
    // An agent that does not report a restart gets everything with its next prompt.
    expect(await hook(own, 'claude-code', 'compact', at, calm)).toBeNull();
    expect(await ask('Please rename this variable')).toContain('port 8080');
    expect(await ask('Please rename this variable')).toBeNull();
    expect((await own.json(statusResult, ['status'])).hooks).toEqual({ failures: 0, last: null, waiting: 0 });
  });

  test('[HK-3] in the home or the root is in no project', async () => {
    const own = await fresh();
    await own.run(['save', 'Ada likes tea']);
    await own.run(['save', '-p', '.', 'A fact of the home as a project'], { cwd: own.home });
    await own.run(['down']);
    await own.run(['up'], { env: { HOME: own.home } });
    for (const cwd of ['/', own.home]) {
      const told = { session_id: 's', cwd, source: 'startup' };
      const start = await hook(own, 'codex', 'session-start', told, unhurried(own));
      expect(start).toContain('likes tea');
      expect(start).not.toContain('A fact of the home');
    }
  });

  test('[CX-13] is brought a memory that shares no word with its prompt, and not even a language', async () => {
    const own = await device('hooks', { CAIRN_EMBED: 'on' });
    onTestFinished(own.end);
    await own.run(['save', '数据库在服务器上']);
    await own.run(['save', 'Somebody else likes tea']);
    await waitUntil(async () => (await own.json(statusResult, ['status'])).models.embedder?.pending === 0, {
      timeoutMs: 60_000,
      everyMs: 300,
      what: 'the memories to be embedded',
    });
    const ask = (prompt: string) =>
      hook(own, 'claude-code', 'prompt', { session_id: 's1', cwd: own.home, prompt }, unhurried(own));
    expect(await ask('where is the database server?')).toContain('数据库在服务器上');
    expect(await ask('how do volcanoes form?')).toBeNull();
  });

  test('[HK-4] leaves what was said and done, found by its words', async () => {
    const own = await fresh();
    const at = { session_id: 's1', cwd: own.home };
    const calm = unhurried(own);
    const tell = (event: string, more: object) => hook(own, 'codex', event, { ...at, ...more }, calm);
    await tell('prompt', { prompt: 'Please mend the frobnicator' });
    const tool = { tool_name: 'Bash', tool_input: { command: 'make quux' }, tool_response: 'zorkmid 7' };
    await tell('tool', tool);
    await tell('tool', { ...tool, tool_name: 'Read', tool_response: 'xyzzybody' });
    await tell('stop', { last_assistant_message: 'The gizmo works' });
    await tell('session-end', {});
    for (const [query, author] of [
      ['frobnicator', 'user'],
      ['zorkmid', 'tool'],
      ['gizmo', 'assistant'],
    ] as const) {
      const [best] = await passages(own, query);
      expect(best).toMatchObject({ author, source: { name: 'codex:s1' } });
    }
    expect(await passages(own, 'xyzzybody')).toEqual([]);
  });

  test('[CX-9] holds nothing of what Cairn gave to it, no matter who hands that back', async () => {
    const own = await fresh();
    const cwd = own.home;
    const at = { session_id: 's1', cwd };
    const calm = unhurried(own);
    await own.run(['save', '-p', '.', '--pin', 'Vega is built with spaces'], { cwd });
    await own.run(['save', 'The zebra service listens on port 7421']);
    const start = await hook(own, 'codex', 'session-start', { ...at, source: 'startup' }, calm);
    expect(start).toContain('Vega');
    const escaped = (start ?? '').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const asked = 'Where does the cat sleep?';
    await hook(own, 'codex', 'prompt', { ...at, prompt: `<wrapped>${start}</wrapped>\n\n${asked}` }, calm);
    await hook(own, 'codex', 'prompt', { ...at, prompt: `${escaped}\n\n${asked}` }, calm);
    await hook(
      own,
      'codex',
      'tool',
      { ...at, tool_name: 'Bash', tool_input: 'cairn context', tool_response: { out: start } },
      calm,
    );
    await hook(
      own,
      'codex',
      'stop',
      { ...at, last_assistant_message: `I was given ${JSON.stringify(start)}` },
      calm,
    );
    await hook(own, 'codex', 'session-end', at, calm);
    const said = (await passages(own, 'cat sleep')).filter(({ author }) => author === 'user');
    expect(said.map(({ text }) => text)).toEqual([asked, asked]);
    for (const word of ['Vega', 'spaces', 'zebra']) expect(await passages(own, word)).toEqual([]);
    const again = { ...at, session_id: 's2' };
    const relevant = await hook(
      own,
      'codex',
      'prompt',
      { ...again, prompt: `${start}\n\nWhat sleeps where?` },
      calm,
    );
    expect(relevant).toBeNull();
  });

  test('[HK-4, G-1] leaves no secret and nothing private in any file, with and without a daemon', async () => {
    const own = await fresh();
    const said = 'token ghp_0123456789abcdefghijABCDEFGHIJ012345 <private>mellon friend</private> wibble';
    const at = { session_id: 's1', cwd: own.home };
    const bash = {
      tool_name: 'Bash',
      tool_input: { command: `echo ${said}` },
      tool_response: { stdout: said },
    };
    const tellAll = async (): Promise<void> => {
      await hook(own, 'claude-code', 'tool', { ...at, ...bash });
      await hook(own, 'claude-code', 'stop', { ...at, last_assistant_message: said });
    };
    await tellAll();
    expect(own.pid()).toBeNull();
    expect(everyByteOf(own.home)).toContain('wibble');
    await hook(own, 'claude-code', 'prompt', { ...at, prompt: said });
    await own.run(['up']);
    await tellAll();
    await hook(own, 'claude-code', 'prompt', { ...at, prompt: said });
    await waitUntil(async () => (await passages(own, 'wibble')).length >= 5, {
      timeoutMs: 20_000,
      what: 'the turns',
    });
    await own.run(['down']);
    const bytes = everyByteOf(own.home);
    expect(bytes).toContain('wibble');
    expect(bytes).not.toContain('ghp_0123456789');
    expect(bytes).not.toContain('mellon');
  });
});

describe('a hook never stands in the way', () => {
  test('[HK-2] when the agent says nothing, nonsense or something unknown', async () => {
    const own = await fresh();
    await own.run(['up']);
    for (const input of ['', 'null', '[]', '7', '{', '\u0000', '{"prompt": 5}'])
      expect(await hook(own, 'claude-code', 'prompt', input)).toBeNull();
    expect(await hook(own, 'nobody', 'prompt', {})).toBeNull();
    expect(await hook(own, 'codex', 'no/../event', {})).toBeNull();
    expect(await hook(own, 'codex', 'tool', 'x'.repeat(LIMITS.hookInputBytesMax + 1))).toBeNull();
    for (const args of [
      ['hook'],
      ['hook', 'codex'],
      ['hook', 'codex', 'prompt', 'more'],
      ['hook', '--wrong'],
      ['--scope', 'work', 'hook', 'codex'],
      ['--scope=no/scope', 'hook', 'codex', 'prompt'],
    ])
      expect(await own.run(args)).toMatchObject({ code: 0, out: '' });
    const { hooks } = await own.json(statusResult, ['status']);
    expect(hooks.failures).toBeGreaterThanOrEqual(4);
    expect(hooks.last).toMatchObject({
      agent: 'codex',
      event: 'tool',
      message: expect.stringMatching(/more than/),
    });
  });

  test('[HK-2, HK-5] when no daemon runs: it is told in `status`, and what was said is taken in later', async () => {
    const own = await fresh();
    const at = { session_id: 's1', cwd: own.home };
    const stop = { ...at, last_assistant_message: 'The plumbus is assembled' };
    expect(await hook(own, 'claude-code', 'stop', stop)).toBeNull();
    expect(own.pid()).toBeNull();
    const before = await own.json(withMembers('hooks'), ['status']);
    expect(before.hooks).toMatchObject({ failures: 1, last: { event: 'stop' }, waiting: 1 });
    await own.run(['up']);
    await waitUntil(async () => (await passages(own, 'plumbus')).length === 1, {
      timeoutMs: 20_000,
      what: 'the turn that waited',
    });
    expect((await own.json(statusResult, ['status'])).hooks.waiting).toBe(0);
  });

  test('[HK-5] when no daemon runs and too many turns wait: `status` tells that the turn was dropped', async () => {
    const own = await fresh();
    const stop = { session_id: 's1', cwd: own.home, last_assistant_message: 'The plumbus is assembled' };
    expect(await hook(own, 'claude-code', 'stop', stop)).toBeNull();
    const spool = join(own.home, 'hooks', 'spool');
    for (let n = 1; n < LIMITS.hookSpoolEntriesMax; n++) writeFileSync(join(spool, `${n}.json`), '{}');
    expect(await hook(own, 'claude-code', 'stop', stop)).toBeNull();
    const { hooks } = await own.json(withMembers('hooks'), ['status']);
    expect(hooks).toMatchObject({ failures: 2, waiting: LIMITS.hookSpoolEntriesMax });
    expect(JSON.stringify(hooks)).toContain('The turn was dropped');
  });

  test('[HK-5] when the machine lets it run only after its time: what was said is kept', async () => {
    const own = await fresh();
    const stall = join(own.home, 'stall.cjs');
    // Every timer is overdue at its first check.
    writeFileSync(
      stall,
      `const later = setTimeout;
      const stall = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
      globalThis.setTimeout = (...of) => { process.nextTick(stall); return later(...of); };`,
    );
    const env = { NODE_OPTIONS: `--require=${stall}` };
    const stop = { session_id: 's1', cwd: own.home, last_assistant_message: 'The plumbus is assembled' };
    await own.run(['up']);
    for (let n = 0; n < 3; n++) expect(await hook(own, 'claude-code', 'stop', stop, { env })).toBeNull();
    await own.run(['down']);
    await own.run(['up']);
    await waitUntil(async () => (await passages(own, 'plumbus')).length === 3, {
      timeoutMs: 20_000,
      what: 'the turns that waited',
    });
  });

  test('[HK-2] when the daemon accepts and never answers, or nobody may write to the home', async () => {
    const own = await fresh();
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const daemon = { pid: process.pid, port, version: '99.0.0', startedAt: '', socket: null };
    const file = join(own.home, 'daemon.json');
    writeFileSync(file, JSON.stringify(daemon));
    onTestFinished(() => writeFileSync(file, '{}'));
    writeFileSync(join(own.home, 'daemon.token'), 'x');
    const from = performance.now();
    expect(await hook(own, 'claude-code', 'prompt', { session_id: 's', prompt: 'x' })).toBeNull();
    // Speed is not measured here. Without a hook's own limit the call would take two minutes, as other commands do.
    expect(performance.now() - from).toBeLessThan(30_000);
    writeFileSync(file, '{}');
    const nowhere = join(own.home, 'daemon.token', 'below');
    expect(
      await hook(own, 'codex', 'stop', { last_assistant_message: 'x' }, { env: { CAIRN_HOME: nowhere } }),
    ).toBeNull();
  });

  test('[HK-2] when it is bypassed: nothing is started, asked or written', async () => {
    const own = await fresh();
    const env = { CAIRN_BYPASS: '1' };
    expect(await hook(own, 'claude-code', 'session-start', { cwd: own.home }, { env })).toBeNull();
    expect(await hook(own, 'claude-code', 'stop', { last_assistant_message: 'x' }, { env })).toBeNull();
    expect(readdirSync(own.home)).toEqual([]);
  });

  test('[HK-2] when twenty come at once, in projects of their own: every turn is kept', async () => {
    const own = await fresh();
    await own.run(['up']);
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const cwd = join(own.home, `project-${n % 4}`);
        mkdirSync(cwd, { recursive: true });
        await hook(own, 'claude-code', 'tool', {
          ...{ session_id: `s${n % 5}`, cwd, tool_name: 'Bash' },
          ...{ tool_input: { command: `snozz ${n}` }, tool_response: 'ok' },
        });
      }),
    );
    // An event without an answer in time is in a file, which the next event imports.
    await hook(own, 'claude-code', 'compact', {});
    await waitUntil(async () => (await passages(own, 'snozz', '50')).length === 20, {
      timeoutMs: 20_000,
      what: 'twenty turns, each once',
    });
  });
});
