import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectMemory, MemoryError } from '@cairn/client';
import { openMemory } from '@cairn/client/engine';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeHome, program } from './daemon/world.ts';

const daemonMemory = async () => {
  const home = await makeHome();
  const memory = await connectMemory({ home: home.paths.home, env: home.env, program });
  onTestFinished(() => memory.close());
  return memory;
};

const engineMemory = async () => {
  const memory = await openMemory({ path: join(await homeForTest(), 'own.db'), deviceName: 'laptop' });
  onTestFinished(() => memory.close());
  return memory;
};

const ID = 'm_00000000000000000000000000';
const HOLDS_ITSELF: { self?: unknown } = {};
HOLDS_ITSELF.self = HOLDS_ITSELF;

/** Values that a program in JavaScript can pass by mistake. */
const WRONG: readonly unknown[] = [
  ...[undefined, null, true, Number.NaN, -1, 7, 1n, Symbol('s'), () => 1, '', '\ud800'],
  ...[[], [null], {}, { id: null }, { key: 5 }, { cwd: 5 }, { messages: 7 }, { add: 'js' }, { add: null }],
  ...[{ content: 1n }, HOLDS_ITSELF, new Date(Number.NaN)],
];
const WRONG_OPTIONS: readonly unknown[] = [
  ...[null, 7, 'x', { signal: {} }, { signal: 7 }, { timeoutMs: -1 }, { timeoutMs: 'x' }],
  ...[
    { tags: ['a'] },
    { limit: 3, timeoutMs: 0 },
    { timeoutMs: null },
    { timeoutMs: Number.NaN },
    { timeoutMs: Number.POSITIVE_INFINITY },
  ],
];

type Calls = Readonly<Record<string, readonly unknown[]>>;
/** The calls, with arguments of the right types. */
const MEMORY: Calls = {
  ...{ save: ['x'], search: ['x'], get: [ID], list: [{}], history: [ID], why: ['x'], supersede: [ID, 'y'] },
  ...{ forget: [ID], pin: [ID], unpin: [ID], tag: [ID, {}], context: [{}], prompt: [{}], profile: [] },
  setProfile: [{}],
};
const SESSIONS: Calls = {
  append: ['s', { role: 'user', content: 'hi' }, {}],
  ...{ list: [{}], get: ['s'], messages: ['s', {}], restore: ['s', {}], compact: ['s', {}], end: ['s'] },
  summarise: ['s', { text: 'x', upto: 0, expectedEpoch: 0 }],
  ...{ setTask: ['s', 'x'], noteFile: ['s', '/a'], delete: ['s'] },
};
const SCHEDULES: Calls = {
  add: [{ goal: 'x', cadence: { type: 'once', at: '2030-01-01T00:00:00Z' } }],
  ...{ list: [{}], get: ['x'], edit: ['x', {}], pause: ['x'], resume: ['x'], run: ['x'], take: ['x'] },
  ...{ delete: ['x'], runs: ['x', {}], oneRun: ['x', 'y'], system: [] },
};
const DAEMON: Calls = { status: [], sync: [{}], request: ['GET', '/v1/status', undefined] };

/** Returns `done`, the kind of a `MemoryError`, or what else was thrown, at once or later. */
const outcomeOf = async (target: unknown, name: string, given: readonly unknown[]): Promise<string> => {
  try {
    await Reflect.apply(Reflect.get(Object(target), name), target, given);
    return 'done';
  } catch (error) {
    return error instanceof MemoryError ? error.kind : `thrown: ${String(error)}`;
  }
};

/** Makes every call with each argument replaced by each wrong value. Returns those that failed without a `MemoryError`. */
const bugsOf = async (target: unknown, calls: Calls): Promise<readonly string[]> => {
  const bugs: string[] = [];
  for (const [name, good] of Object.entries(calls)) {
    const wrong = good.flatMap((_, at) => WRONG.map((value) => good.with(at, value)));
    for (const given of wrong) {
      const outcome = await outcomeOf(target, name, given);
      if (outcome.startsWith('thrown')) bugs.push(`${name}: ${outcome}`);
    }
    for (const options of WRONG_OPTIONS) {
      const outcome = await outcomeOf(target, name, [...good, options]);
      if (outcome !== 'invalid_input') bugs.push(`${name}, options: ${outcome}`);
    }
  }
  return bugs;
};

describe.each([
  ['behind the daemon', daemonMemory],
  ['in this process', engineMemory],
])('a memory %s', (_name, open) => {
  test('[SD-3] refuses values of a wrong type with a MemoryError, in every call', async () => {
    const memory: object = await open();
    expect(await bugsOf(memory, MEMORY)).toEqual([]);
    expect(await bugsOf(Reflect.get(memory, 'sessions'), SESSIONS)).toEqual([]);
    if (!('schedules' in memory)) return;
    expect(await bugsOf(memory.schedules, SCHEDULES)).toEqual([]);
    expect(await bugsOf(memory, DAEMON)).toEqual([]);
  });

  test('[SD-3] says what a call needs, and changes nothing', async () => {
    const memory = await open();
    const { id } = await memory.save({ content: 'Tea is green', key: 'tea' });
    await memory.sessions.append('talk', { role: 'user', content: 'hi' });
    await memory.sessions.setTask('talk', 'Brew');
    const refused = async (target: unknown, name: string, ...given: readonly unknown[]): Promise<unknown> =>
      Reflect.apply(Reflect.get(Object(target), name), target, given);
    await expect(refused(memory, 'get')).rejects.toThrow(
      'This call needs an id, which is a text, or `{ key }`, and got undefined.',
    );
    await expect(refused(memory, 'search', 'tea', { timeoutMs: -1 })).rejects.toThrow(
      'This call needs a number of milliseconds as `timeoutMs`, 0 for no limit, and got -1.',
    );
    await expect(refused(memory, 'search', 'tea', { limit: 3 })).rejects.toThrow(
      'There is no option "limit". The options are signal, timeoutMs. All other fields go into the object before them.',
    );
    // A text would be taken apart into letters, and JSON has no NaN: null, which ends the task.
    expect(await outcomeOf(memory, 'tag', [id, { add: 'js' }])).toBe('invalid_input');
    expect(await outcomeOf(memory.sessions, 'setTask', ['talk', Number.NaN])).toBe('invalid_input');
    expect((await memory.get(id)).tags).toEqual([]);
    expect((await memory.sessions.get('talk')).activeTask).toBe('Brew');
    expect(await memory.search('tea', { timeoutMs: 0, signal: undefined })).toMatchObject({
      results: [{ id }],
    });
    expect(await outcomeOf(memory, 'get', [{ key: 'tea', namespace: null }])).toBe('done');
  });

  test('[SD-2, SD-3] refuses fields of a wrong type that a query string or JSON would change', async () => {
    const memory = await open();
    await memory.setProfile({ displayName: 'Ada' });
    await memory.sessions.append('talk', { role: 'user', content: 'hi' });
    const wrong = async (target: unknown, name: string, ...given: readonly unknown[]): Promise<void> =>
      expect(
        await outcomeOf(target, name, given),
        `${name} ${String(Object.values(Object(given.at(-1))))}`,
      ).toBe('invalid_input');
    for (const input of [
      { tags: 5 },
      { tags: 'a' },
      { ids: 'm' },
      { all: 'true' },
      { project: 7 },
      { key: true },
    ])
      await wrong(memory, 'list', input);
    for (const input of [
      { key: 'tea', project: 7 },
      { key: 'tea', namespace: 7 },
      { key: 'tea', nonsense: 1 },
    ])
      await wrong(memory, 'get', input);
    for (const input of [{ session: 7 }, { explain: 'true' }, { project: 7 }])
      await wrong(memory, 'context', input);
    for (const input of [{ limit: '5' }, { name: 7 }, { project: 7 }])
      await wrong(memory.sessions, 'list', input);
    for (const input of [{ last: '5' }, { after: '1' }])
      await wrong(memory.sessions, 'messages', 'talk', input);
    await wrong(memory.sessions, 'restore', 'talk', { maxTokens: '500' });
    await wrong(memory, 'save', { content: 'x', key: new Date(0) });
    await wrong(memory, 'save', { content: 'x', project: Number.NaN });
    await wrong(memory, 'setProfile', { displayName: Number.NaN });
    expect(await memory.profile()).toMatchObject({ user: { displayName: 'Ada' } });
  });

  test('[SD-3] finds a session by the name that it was given, and refuses an id that is far too long', async () => {
    const memory = await open();
    for (const name of ['night\tshift', 'a\nb', ' \u0000x  y ', 'e\u0301'])
      await memory.sessions.append(name, { role: 'user', content: 'hi' });
    for (const name of ['night\tshift', 'a\nb', ' \u0000x  y ', 'e\u0301'])
      expect((await memory.sessions.get(name)).messages, JSON.stringify(name)).toBe(1);
    const long = 'x'.repeat(1_000_000);
    for (const name of ['get', 'history', 'pin'])
      expect(await outcomeOf(memory, name, [long])).toMatch(/^(?:invalid_input|not_found)$/);
    expect(await outcomeOf(memory, 'list', [{ project: long }])).toBe('invalid_input');
  });

  test('[SD-3] that was closed says so in every call', async () => {
    const memory = await open();
    const underWay = [memory.save('Tea is green'), memory.search('tea'), memory.profile()];
    const closing = memory.close();
    await expect(memory.list({ limit: 1 })).rejects.toMatchObject({
      kind: 'stopping',
      message: 'This memory is closed. Connect to it or open it again to use it.',
      retryable: false,
    });
    await Promise.all(underWay);
    await closing;
    for (const [name, given] of Object.entries(MEMORY))
      expect(await outcomeOf(memory, name, given), name).toBe('stopping');
    for (const [name, given] of Object.entries(SESSIONS))
      expect(await outcomeOf(memory.sessions, name, given), name).toBe('stopping');
  });
});

test('[SD-3] a memory that was closed says so behind the daemon in its other calls, too', async () => {
  const memory = await daemonMemory();
  const { pid } = memory.daemon;
  const listening = memory.events().next();
  await memory.status();
  await memory.close();
  await memory.close();
  expect(await listening).toMatchObject({ done: true });
  for (const [name, given] of Object.entries(SCHEDULES))
    expect(await outcomeOf(memory.schedules, name, given), name).toBe('stopping');
  for (const [name, given] of Object.entries(DAEMON))
    expect(await outcomeOf(memory, name, given), name).toBe('stopping');
  expect(await outcomeOf(memory.events(), 'next', [])).toBe('stopping');
  expect(memory.daemon.pid).toBe(pid);
});

test('[SD-3] a memory is opened with an object of the right fields, or says which', async () => {
  for (const options of [
    undefined,
    null,
    7,
    'x',
    {},
    { path: 7 },
    { path: '/x/y.db', deviceName: 7 },
    { path: '/x/y.db', home: '/x' },
    ...[{ path: '' }, { path: 'x\0.db' }, { path: '.' }, { path: tmpdir() }],
  ])
    expect(await outcomeOf({ openMemory }, 'openMemory', [options])).toBe('invalid_input');
  for (const options of [
    ...[null, 7, 'x', { home: 7 }, { home: '' }, { projct: 'x' }],
    ...[{ start: 'no' }, { env: 7 }, { program: 7 }, { scope: 7 }],
  ])
    expect(await outcomeOf({ connectMemory }, 'connectMemory', [options])).toBe('invalid_input');
});

test('[SD-3] a request of any route is sent as `fetch` sends it, or says what is wrong with it', async () => {
  const memory = await daemonMemory();
  await memory.save({ content: 'Tea is green', key: 'thé vert' });
  expect(await memory.request('GET', '/v1/memories?key=thé vert')).toMatchObject({ total: 1 });
  for (const path of ['a b', 'v1/status', '', '//v1/status', 'http://127.0.0.1/v1/status'])
    expect(await outcomeOf(memory, 'request', ['GET', path])).toBe('invalid_input');
  expect(await outcomeOf(memory, 'request', ['GET', '/'])).toBe('not_found');
  for (const method of ['get', 'PUT', '', 'GET / HTTP/1.1\r\nx: y'])
    expect(await outcomeOf(memory, 'request', [method, '/v1/status'])).toBe('invalid_input');
});

test('[SD-3] events refuse a signal that is none when they are read', async () => {
  const memory = await daemonMemory();
  for (const options of [null, 7, { signal: 7 }]) {
    const events: unknown = Reflect.apply(memory.events, memory, [options]);
    expect(await outcomeOf(events, 'next', [])).toBe('invalid_input');
  }
});
