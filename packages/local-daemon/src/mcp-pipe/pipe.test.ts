import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeTime } from '@cairn/core/testing';
import { err, LIMITS, ok } from '@cairn/schema';
import { tempHome } from '@cairn/test-support';
import { describe, expect, test } from 'vitest';
import { createLineReader } from './lines.ts';
import { createPipe, type LinkEvents } from './pipe.ts';
import { isNoProject } from './working-folder.ts';

type Json = Readonly<Record<string, unknown>>;

/** Makes a pipe. The test plays the client and the daemons. */
const scene = () => {
  const told: Json[] = [];
  const daemons: { readonly got: Json[]; readonly events: LinkEvents }[] = [];
  const state = { down: null as string | null };
  const time = createFakeTime();
  const pipe = createPipe({
    open: async (events) => {
      if (state.down !== null) return err({ message: state.down });
      const got: Json[] = [];
      daemons.push({ got, events });
      return ok({ write: (line) => void got.push(JSON.parse(line)), close: () => undefined });
    },
    write: (line) => void told.push(JSON.parse(line)),
    after: time.after,
  });
  return {
    told,
    time,
    daemons,
    state,
    pipe,
    async send(...messages: readonly Json[]) {
      for (const message of messages) pipe.take(JSON.stringify({ jsonrpc: '2.0', ...message }));
      await turn();
    },
    async answer(message: Json) {
      daemons.at(-1)?.events.onLine(JSON.stringify({ jsonrpc: '2.0', ...message }));
      await turn();
    },
    async lose() {
      daemons.at(-1)?.events.onLost();
      await turn();
    },
    ids: () => daemons.at(-1)?.got.map(({ id, method }) => id ?? method),
  };
};

const tool = (id: number, name: string, more: Json = {}) => ({
  id,
  method: 'tools/call',
  params: { name, ...more },
});
const MODERN = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };

describe('the pipe', () => {
  test('[MC-9] passes lines both ways, and asks for no daemon before the client wants something', async () => {
    const { pipe, send, answer, daemons, told } = scene();
    await turn();
    expect(daemons).toEqual([]);
    await send(tool(1, 'memory_search'), tool(2, 'memory_save'));
    expect(daemons.map(({ got }) => got.map(({ id }) => id))).toEqual([[1, 2]]);
    await answer({ method: 'notifications/progress', params: {} });
    await answer({ id: 2, result: {} });
    let isIdle = false;
    void pipe.idle().then(() => {
      isIdle = true;
    });
    await turn();
    expect(isIdle).toBe(false);
    await answer({ id: 1, result: {} });
    expect(isIdle).toBe(true);
    expect(told.map(({ id, method }) => id ?? method)).toEqual(['notifications/progress', 2, 1]);
  });

  test('[MC-9] says the handshake to the next daemon again, and passes its answer on once', async () => {
    const { send, answer, lose, daemons, told, ids } = scene();
    await send({ id: 0, method: 'initialize', params: {} });
    await answer({ id: 0, result: { first: true } });
    await send({ method: 'notifications/initialized' });
    await lose();
    expect(daemons).toHaveLength(1);
    await send(tool(1, 'memory_search'));
    expect(daemons).toHaveLength(2);
    expect(ids()).toEqual([0, 'notifications/initialized', 1]);
    await answer({ id: 0, result: { again: true } });
    await answer({ id: 1, result: {} });
    expect(told).toMatchObject([{ id: 0, result: { first: true } }, { id: 1 }]);
  });

  test('[MC-9] repeats what can be repeated, and says of the rest that it may have been done', async () => {
    const { send, answer, lose, told, ids } = scene();
    const all = ['memory_save', 'memory_search', 'memory_get', 'memory_context', 'memory_forget', 'unknown'];
    await send(...all.map((name, at) => tool(at + 1, name)), { id: 7, method: 'tools/list' });
    await answer({ id: 2, result: {} });
    await lose();
    expect(ids()).toEqual([1, 3, 4, 7]);
    expect(told.slice(1)).toMatchObject([
      { id: 5, result: { isError: true, content: [{ text: expect.stringContaining('try again') }] } },
      { id: 6, result: { isError: true } },
    ]);
    for (const id of [1, 3, 4, 7]) await answer({ id, result: {} });
    expect(told.map(({ id }) => id)).toEqual([2, 5, 6, 1, 3, 4, 7]);
  });

  test('[MC-9] a call that takes every daemon down is not repeated for ever', async () => {
    const { send, lose, daemons, told } = scene();
    await send(tool(1, 'memory_search', MODERN));
    for (let at = 0; at < 5; at++) await lose();
    expect(daemons).toHaveLength(3);
    expect(told).toMatchObject([{ id: 1, result: { isError: true, resultType: 'complete' } }]);
  });

  test('[MC-9] what is cancelled is neither repeated nor waited for', async () => {
    const { pipe, send, lose, daemons, told } = scene();
    await send(tool(1, 'memory_search'), { method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(daemons[0]?.got).toHaveLength(2);
    await pipe.idle();
    await lose();
    expect([daemons.length, told]).toEqual([1, []]);
  });

  test('[MC-9] without a daemon everybody who waits is told why, and the next message tries again', async () => {
    const { send, state, told, answer } = scene();
    state.down = 'The disk is full.';
    await send({ id: 0, method: 'initialize', params: {} }, tool(1, 'memory_save'));
    expect(told).toMatchObject([
      { id: 0, error: { code: -32603, message: 'The disk is full.' } },
      { id: 1, result: { isError: true, content: [{ text: 'The disk is full.' }] } },
    ]);
    state.down = null;
    await send({ id: 2, method: 'initialize', params: {} });
    await answer({ id: 2, result: {} });
    expect(told.at(-1)).toMatchObject({ id: 2, result: {} });
  });

  test('[MC-13] what a daemon that hangs does not answer fails in time, and its late answer is not passed on', async () => {
    const { send, answer, told, time, pipe, lose, daemons, ids } = scene();
    await send({ id: 0, method: 'initialize', params: {} }, { id: 1, method: 'tools/list' });
    await send(tool(2, 'memory_search'), tool(3, 'memory_search', MODERN));
    await answer({ id: 3, result: {} });
    const began = time.nowMs();
    expect(time.runNext() && time.runNext()).toBe(true);
    expect(time.nowMs() - began).toBe(LIMITS.mcpAnswerMsMax);
    expect(told.slice(1)).toMatchObject([0, 1].map((id) => ({ id, error: { code: -32603 } })));
    expect(time.runNext()).toBe(true);
    expect(time.nowMs() - began).toBe(LIMITS.mcpCallMsMax);
    expect(told.at(-1)).toMatchObject({
      id: 2,
      result: { isError: true, content: [{ text: expect.stringContaining('go on without it') }] },
    });
    await pipe.idle();
    for (const id of [0, 1, 2]) await answer({ id, result: {} });
    expect(told).toHaveLength(4);
    // A failed handshake is not repeated.
    await lose();
    await send({ id: 4, method: 'ping' });
    expect([daemons.length, ids()]).toEqual([2, [4]]);
    await answer({ id: 4, result: {} });
    expect([told.at(-1)?.id, time.runNext()]).toEqual([4, false]);
  });

  test('[MC-9] what is no message is answered as the protocol says, and the next one is heard', async () => {
    const { pipe, send, told, ids } = scene();
    for (const line of [
      'not json',
      '[]',
      '{}',
      '"text"',
      '{"jsonrpc":"2.0","id":4}',
      '{"id":5,"method":"x"}',
    ])
      pipe.take(line);
    pipe.refuseLong('', '');
    expect(told.map(({ id, error }) => [id, Object(error).code])).toEqual([
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [4, -32600],
      [5, -32600],
      [null, -32600],
    ]);
    await send(tool(6, 'memory_search'));
    expect(ids()).toEqual([6]);
  });

  test('[MC-9] the messages of a batch are taken one by one, as over HTTP', async () => {
    const { pipe, answer, lose, daemons, told } = scene();
    const asks = (id: number, name: string) => ({ jsonrpc: '2.0', ...tool(id, name) });
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
    pipe.take(
      ` ${JSON.stringify([asks(1, 'memory_search'), note, [], { id: 2 }, asks(3, 'memory_forget')])}`,
    );
    await turn();
    expect(daemons[0]?.got).toEqual([asks(1, 'memory_search'), note, asks(3, 'memory_forget')]);
    expect(told.splice(0)).toMatchObject([
      { id: null, error: { code: -32600 } },
      { id: 2, error: { code: -32600 } },
    ]);
    await lose();
    expect(told).toMatchObject([{ id: 3, result: { isError: true } }]);
    await answer({ id: 1, result: {} });
    expect(told.map(({ id }) => id)).toEqual([3, 1]);
  });
});

test('[MC-9] lines come out whole however their bytes are cut, and one that is too long is left out', () => {
  const bytes = Buffer.from('{"a":"ü✓"}\n\n  \r\n12345678901234567\nend\nrest');
  for (let size = 1; size <= bytes.length; size++) {
    const lines: (string | null)[] = [];
    const read = createLineReader(16, (line) => void lines.push(line));
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
    expect([size, lines]).toEqual([size, ['{"a":"ü✓"}', null, 'end']]);
  }
  const exact: (string | null)[] = [];
  createLineReader(3, (line) => void exact.push(line))(Buffer.from('abc\nabcd\n'));
  expect(exact).toEqual(['abc', null]);
});

test('[MC-9] a request that is too long to be kept is refused by its id, if the ends of its line tell it', () => {
  const { pipe, told } = scene();
  const read = createLineReader(
    1_000,
    (line, isText) => line !== null && pipe.take(line, isText),
    pipe.refuseLong,
  );
  const long = 'x'.repeat(2_000);
  const params = { name: 'memory_save', arguments: { content: long } };
  const refusedAs = (message: Json): unknown => {
    const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
    for (let at = 0; at < bytes.length; at += 100) read(bytes.subarray(at, at + 100));
    return told.at(-1)?.id;
  };
  const jsonrpc = '2.0';
  expect(refusedAs({ jsonrpc, id: 3, method: 'tools/call', params })).toBe(3);
  expect(refusedAs({ method: 'tools/call', params, jsonrpc, id: 'four' })).toBe('four');
  expect(refusedAs({ jsonrpc, method: 'tools/call', params, id: 5 })).toBe(5);
  expect(refusedAs({ method: 'tools/call', params, id: 6, jsonrpc })).toBe(6);
  // An id inside of the parameters, and that of a response.
  expect(refusedAs({ jsonrpc, method: 'x', params: { content: long, id: 7 } })).toBeNull();
  expect(refusedAs({ jsonrpc, id: 8, result: { content: long } })).toBeNull();
  expect(told).toHaveLength(6);
  expect(told.every(({ error }) => JSON.stringify(error).includes('This message is longer than'))).toBe(true);
});

test('[MC-5] the root and the home are no project', () => {
  expect(['/', '/home/anna', '/home/anna/web'].map((folder) => isNoProject(folder, '/home/anna'))).toEqual([
    true,
    true,
    false,
  ]);
});

test('[MC-5] the home is no project by its other name either, when HOME is a link', async () => {
  await using temp = await tempHome();
  const folder = realpathSync(temp.path);
  const [home, link] = [join(folder, 'real'), join(folder, 'link')];
  mkdirSync(join(home, 'web'), { recursive: true });
  symlinkSync(home, link, 'junction');
  expect(isNoProject(home, link)).toBe(true);
  expect(isNoProject(link, home)).toBe(true);
  expect(isNoProject(join(home, 'web'), link)).toBe(false);
});
