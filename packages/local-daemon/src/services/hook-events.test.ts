import { mustBe } from '@cairn/core/testing';
import { cairnError, err, LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { claudeCodeHook, copilotHook, windsurfHook } from '../agents/hook-adapters.ts';
import { hookScene as scene } from '../testing/hook-scene.ts';

const aborted = AbortSignal.abort();
const tool = { tool_name: 'Bash', tool_input: { command: 'frobnicate' }, tool_response: 'ok' };
const waiting = (id: string) =>
  JSON.stringify({
    v: 1,
    id,
    session: 'claude-code:s',
    cwd: null,
    author: 'tool',
    text: 'frobnicate',
    at: 1,
  });

describe('[HK-3] what an agent is given', () => {
  test('is not counted as given when the agent had gone', async () => {
    const { tell, save } = scene();
    await save('Billing listens on port 8080');
    const prompt = { prompt: 'Which port does billing listen on?' };
    expect(await mustBe(tell('prompt', prompt, { signal: aborted }))).toBeNull();
    expect(await mustBe(tell('session-start', {}, { signal: aborted }))).toBeNull();
    expect(await mustBe(tell('prompt', prompt))).toContain('port 8080');
    expect(await mustBe(tell('prompt', prompt))).toBeNull();
  });

  test('is given with the first prompt when the hook of the start gave up', async () => {
    const { tell, save } = scene();
    await save('Billing listens on port 8080');
    await mustBe(tell('session-start', {}, { signal: aborted }));
    expect(await mustBe(tell('prompt', { prompt: 'Hello' }))).toContain('port 8080');
    expect(await mustBe(tell('prompt', { prompt: 'Hello again' }))).toBeNull();
  });

  test('is nothing while nothing is known, and nothing to an agent that does not listen', async () => {
    const { tell, save } = scene();
    expect(await mustBe(tell('session-start', {}))).toBeNull();
    await save('Billing listens on port 8080');
    const info = { cwd: '/shop', user_prompt: 'Which port does billing listen on?' };
    expect(await mustBe(tell('prompt', { tool_info: info }, {}, windsurfHook))).toBeNull();
    expect(await mustBe(tell('prompt', { prompt: info.user_prompt }, {}, copilotHook))).toContain('8080');
  });

  test('[CX-7] is kept as a session began with it, once, with the cap that it had', async () => {
    const { given, tell, save, read } = scene();
    for (let at = 0; at < 40; at++) await save(`Fact ${at}: ${'word '.repeat(20)}`);
    const narrow = { ...claudeCodeHook, contextCharsMax: 1_000 };
    await tell('session-start', {}, {}, narrow);
    await tell('session-start', {}, {}, narrow);
    await tell('prompt', { prompt: 'Fact 3' }, {}, narrow);
    await given.end();
    const { days } = await mustBe(read.contextDays({ project: '/shop' }));
    expect(days).toMatchObject([{ given: 1 }]);
    expect(days[0]?.tokensMax).toBeLessThan(LIMITS.contextTokensDefault);
    expect(days[0]?.parts).toBeGreaterThan(0);
    const told = scene();
    await told.save('Fact');
    await told.tell('session-start', {}, { signal: aborted });
    await told.given.end();
    expect((await mustBe(told.read.contextDays({ project: '/shop' }))).days).toEqual([]);
  });

  test('fits into what the agent takes', async () => {
    const { tell, save } = scene();
    for (let at = 0; at < 40; at++) await save(`Fact ${at}: ${'word '.repeat(20)}`);
    const narrow = { ...claudeCodeHook, contextCharsMax: 1_000 };
    const given = await mustBe(tell('session-start', {}, {}, narrow));
    expect(given?.length).toBeGreaterThan(300);
    expect(given?.length).toBeLessThanOrEqual(1_000);
    expect(given).toMatch(/<\/memory-[0-9a-f]{8}>$/);
  });

  test('pulls first at a start only; after compaction the next prompt starts over without', async () => {
    const { tell, save, pulls } = scene();
    await save('Billing listens on port 8080');
    await tell('session-start', {});
    expect(pulls()).toBe(1);
    await tell('compact', {});
    expect(await mustBe(tell('prompt', { prompt: 'Rename this' }))).toContain('8080');
    expect(pulls()).toBe(1);
  });
});

describe('[HK-7] where the agent was', () => {
  const prompt = 'Please mend the frobnicator in billing.';

  test('stands behind the context when a session goes on, and not when it begins', async () => {
    const { events, tell, save } = scene();
    await save('Billing listens on port 8080');
    await tell('prompt', { prompt });
    await tell('tool', { ...tool, tool_name: 'Read', tool_input: { file_path: '/shop/frob.ts' } });
    await events.end();
    for (const source of ['compact', 'resume']) {
      const given = await mustBe(tell('session-start', { source }));
      expect(given).toMatch(
        /8080[\s\S]*<\/memory-\w+>\n\n<memory-\w+>\nWhere you were[\s\S]*Task: Please mend/,
      );
      expect(given).toContain("\nAll of /shop/frob.ts:\n| export const path = '/shop/frob.ts';\n</memory-");
    }
    for (const source of ['startup', 'clear', undefined])
      expect(await mustBe(tell('session-start', { source }))).not.toContain('Where you were');
    const other = await mustBe(tell('session-start', { source: 'resume', session_id: 'other' }));
    expect(other).not.toContain('Where you were');
  });

  test('is told with the next prompt by an agent that does not start again after a compaction', async () => {
    const { events, tell } = scene();
    await tell('prompt', { prompt });
    await events.end();
    await tell('compact', {});
    expect(await mustBe(tell('prompt', { prompt: 'Go on.' }))).toMatch(/Task: Please mend/);
    expect(await mustBe(tell('prompt', { prompt: 'Go on.' }))).toBeNull();
  });

  test('fits, with the context, into what the agent takes', async () => {
    const { events, tell, save } = scene();
    for (let at = 0; at < 40; at++) await save(`Fact ${at}: ${'word '.repeat(20)}`);
    await tell('prompt', { prompt });
    await events.end();
    const narrow = { ...claudeCodeHook, contextCharsMax: 1_500 };
    const given = await mustBe(tell('session-start', { source: 'resume' }, {}, narrow));
    expect(given).toContain('Task: Please mend');
    expect(given).toContain('Fact ');
    expect(given?.length).toBeLessThanOrEqual(1_500);
  });
});

describe('[HK-5] a turn', () => {
  test('that is in a file too is taken in once', async () => {
    const { events, tell, turns, files } = scene();
    await tell('tool', tool, { id: 'a' });
    files.set('1', waiting('a'));
    files.set('2', waiting('b'));
    events.begin();
    await events.end();
    expect(await turns('frobnicate')).toHaveLength(2);
    expect(files.size).toBe(0);
  });

  test('of a hook that gave up while the daemon started is taken in without another event', async () => {
    const { events, turns, files, time } = scene();
    events.begin();
    files.set('1', waiting('a'));
    expect(time.runNext()).toBe(true);
    await events.end();
    expect([await turns('frobnicate'), files.size, time.nextAtMs()]).toEqual([[expect.any(String)], 0, null]);
  });

  test('of a hook that went before its answer came is taken in without another event, once', async () => {
    const { events, tell, turns, files, time } = scene();
    await tell('tool', tool, { id: 'a' });
    const gone = new AbortController();
    await tell('tool', tool, { id: 'b', signal: gone.signal });
    gone.abort();
    // The event of this file also reached the daemon by its hook.
    files.set('1', waiting('b'));
    files.set('2', waiting('c'));
    expect(time.runNext()).toBe(true);
    await events.end();
    expect([(await turns('frobnicate')).length, files.size]).toEqual([3, 0]);
  });

  test('whose file is taken in before the daemon gets to the event itself is kept once', async () => {
    const { events, tell, turns, files } = scene();
    files.set('1', waiting('a'));
    await tell('tool', tool, { id: 'a', signal: aborted });
    await events.end();
    await tell('tool', tool, { id: 'a', signal: aborted });
    expect([(await turns('frobnicate')).length, files.size]).toEqual([1, 0]);
  });

  test('that is being written when its file comes keeps the file until it is in', async () => {
    const waits: (() => void)[] = [];
    let isFirst = true;
    const { events, tell, turns, files } = scene((part) => ({
      appendMessages(input) {
        if (!isFirst) return part.appendMessages(input);
        isFirst = false;
        return new Promise((resolve) => {
          waits.push(() => resolve(err(cairnError('storage_full', 'The disk is full.'))));
        });
      },
    }));
    const told = tell('tool', tool, { id: 'a' });
    await new Promise(setImmediate);
    files.set('1', waiting('a'));
    events.begin();
    await new Promise(setImmediate);
    expect(files.size).toBe(1);
    for (const fail of waits) fail();
    expect(await told).toMatchObject({ error: { kind: 'storage_full' } });
    await events.end();
    expect([(await turns('frobnicate')).length, files.size]).toEqual([1, 0]);
  });

  test('that could not be written is an error to its sender, and its file is taken in later', async () => {
    let isFull = true;
    const { tell, turns, files, events } = scene((part) => ({
      appendMessages: async (input) =>
        isFull ? err(cairnError('storage_full', 'The disk is full.')) : part.appendMessages(input),
    }));
    expect(await tell('tool', tool, { id: 'a' })).toMatchObject({
      ok: false,
      error: { kind: 'storage_full' },
    });
    files.set('1', waiting('a'));
    await tell('session-end', {});
    await events.end();
    expect(files.size).toBe(1);
    isFull = false;
    await tell('session-end', {});
    await events.end();
    expect(await turns('frobnicate')).toHaveLength(1);
    expect(files.size).toBe(0);
  });

  test('that a hook left without reaching the daemon is taken in within a minute, at any time', async () => {
    const { events, turns, files, time } = scene();
    const startedAt = time.nowMs();
    events.begin();
    while (time.nowMs() < startedAt + 600_000) time.runNext();
    for (const id of ['a', 'b']) {
      files.set(id, waiting(id));
      const leftAt = time.nowMs();
      expect(time.runNext()).toBe(true);
      expect(time.nowMs() - leftAt).toBeLessThanOrEqual(60_000);
      await expect.poll(() => files.size).toBe(0);
    }
    await events.end();
    expect([(await turns('frobnicate')).length, time.nextAtMs()]).toEqual([2, null]);
  });

  test('that is a prompt is answered before it is written; what could not be written waits in a file', async () => {
    let isFull = true;
    const { tell, turns, files, events } = scene((part) => ({
      appendMessages: async (input) => {
        if (!isFull) return part.appendMessages(input);
        return err(cairnError('storage_full', 'The disk is full.'));
      },
    }));
    expect(await mustBe(tell('prompt', { prompt: 'Feed the okapi.' }, { id: 'a' }))).toBeNull();
    await events.end();
    expect([...files.values()].map((text) => JSON.parse(text))).toMatchObject([
      { id: 'a', session: 'claude-code:s', cwd: '/shop', author: 'user', text: 'Feed the okapi.' },
    ]);
    isFull = false;
    await tell('session-end', {});
    await events.end();
    // The hook delivers the same event.
    await tell('prompt', { prompt: 'Feed the okapi.' }, { id: 'a' });
    await events.end();
    expect([await turns('okapi'), files.size]).toEqual([['Feed the okapi.'], 0]);
  });

  test('that is a prompt whose write failed in another way, or that has no id, waits as well', async () => {
    const { tell, files, events } = scene(() => ({
      appendMessages: () => Promise.reject(new Error('the engine has ended')),
    }));
    await tell('prompt', { prompt: 'Feed the okapi.' });
    await events.end();
    expect([...files.values()].map((text) => JSON.parse(text).text)).toEqual(['Feed the okapi.']);
    // A full folder of waiting turns causes no error.
    expect(await mustBe(tell('prompt', { prompt: 'Feed the lynx.' }))).toBeNull();
    await events.end();
    expect(files.size).toBe(1);
  });

  test('of a store that only a newer program may write waits', async () => {
    const { tell, files, events } = scene(() => ({
      readOnly: cairnError('storage_newer', 'A newer program wrote it.'),
    }));
    expect(await tell('stop', { last_assistant_message: 'done' })).toMatchObject({
      error: { kind: 'storage_newer' },
    });
    files.set('1', waiting('a'));
    events.begin();
    await events.end();
    expect(files.size).toBe(1);
  });

  test('of an agent that names no session belongs to its folder, by a name of bounded length', async () => {
    const { tell, turns } = scene();
    await tell('tool', { ...tool, session_id: undefined, cwd: `/${'x'.repeat(LIMITS.sessionCharsMax)}` });
    expect(await turns('frobnicate')).toHaveLength(1);
  });

  test('of a folder with a long name keeps every character of that name whole', async () => {
    const { tell, turns } = scene();
    const cwd = `/${'x'.repeat(LIMITS.sessionCharsMax - 'claude-code:/'.length - 1)}🦦🦦`;
    await tell('tool', { ...tool, session_id: undefined, cwd });
    expect(await turns('frobnicate')).toHaveLength(1);
  });
});

test('[SE-1] [SE-2] an agent’s session is one of ours: with its tools, its files, its end and its compaction', async () => {
  const { tell, read, events } = scene();
  await tell('prompt', { prompt: 'Feed the okapi.' });
  const edit = { tool_name: 'Edit', tool_input: { file_path: '/zoo/plan.md' } };
  await tell('tool', { ...edit, tool_response: { is_error: true, message: 'No such line' } });
  await tell('tool', { ...edit, tool_response: 'done' });
  await tell('tool', { tool_name: 'memory_save', tool_input: { content: 'x' } });
  await tell('tool', { tool_name: 'memory_search', tool_input: { query: 'x' }, tool_response: 'a memory' });
  await events.end();
  const messages = await read.sessionMessages({ session: 'claude-code:s' });
  expect(messages.map(({ toolCalls, toolResults }) => [toolCalls, toolResults])).toEqual(
    expect.arrayContaining([
      [null, null],
      [
        [{ name: 'Edit', input: 'file_path: /zoo/plan.md' }],
        [{ name: 'Edit', isError: true, content: expect.stringContaining('No such line') }],
      ],
      [[{ name: 'Edit', input: 'file_path: /zoo/plan.md' }], [{ name: 'Edit' }]],
      [[{ name: 'memory_save' }], null],
      [[{ name: 'memory_search' }], null],
    ]),
  );
  expect(JSON.stringify(messages)).not.toContain('a memory');
  for (let n = 0; n < 12; n++)
    await tell('stop', { last_assistant_message: `Step ${n} of the okapi is done.` });
  await tell('compact', {});
  await events.end();
  const compacted = await read.session('claude-code:s');
  expect(compacted).toMatchObject({
    agent: 'claude-code',
    project: '/shop',
    compactions: 1,
    state: 'working',
  });
  expect(await mustBe(read.restoreSession({ id: 'claude-code:s' }))).toMatchObject({
    files: ['/zoo/plan.md'],
  });
  await tell('session-end', {});
  expect((await read.session('claude-code:s'))?.state).toBe('completed');
  // A session in which nothing was said is not stored.
  expect((await tell('session-end', { session_id: 'other' })).ok).toBe(true);
  expect(await read.session('claude-code:other')).toBeNull();
});
