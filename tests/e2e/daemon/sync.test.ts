import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { contextResult, forgetResult, LIMITS, statusResult, syncResult } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import {
  ask,
  askFor,
  contents,
  createVault,
  device,
  filesWith,
  find,
  join,
  kill,
  refusal,
  save,
  sharedServer,
  start,
  startServer,
  syncAll,
} from './world.ts';

const shared = sharedServer();

const twoDevices = async (server = shared(), more = {}) => {
  const [a, b] = await Promise.all([device('laptop'), device('desktop')]);
  await createVault(a.client, server, 'laptop', more);
  await join(a.client, b.client, server, 'desktop');
  return { server, a, b };
};

/** Starts another program at the server's address. A killed server may hold the address for a moment longer. */
const listenInstead = async (port: number, listener: RequestListener) => {
  const server = createServer(listener);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  const listening = (): Promise<boolean> =>
    new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
  await waitUntil(listening, { timeoutMs: 20_000, what: `port ${port}` });
  return { close };
};

const soon = { timeoutMs: 60_000 };
const status = (client: Parameters<typeof ask>[0]) => askFor(client, statusResult, 'GET', '/v1/status');

test('[SY-L1] saved on one device, found on the other without being asked for', async () => {
  const { a, b } = await twoDevices();
  await save(a.client, 'The kettle descales with citric acid');
  await waitUntil(async () => (await find(b.client, 'kettle')).length === 1, { ...soon, what: 'the memory' });
  await save(b.client, 'The toaster needs a new lever');
  await waitUntil(async () => (await find(a.client, 'toaster')).length === 1, { ...soon, what: 'the other' });
});

test('[SY-M3] forgotten on one device, gone on both', async () => {
  const { a, b } = await twoDevices();
  const id = await save(a.client, 'The wifi password is on the fridge');
  await syncAll(a.client, b.client);
  expect(await find(b.client, 'fridge')).toHaveLength(1);
  const forgotten = await askFor(b.client, forgetResult, 'DELETE', `/v1/memories/${id}`);
  expect(forgotten).toMatchObject({ forgotten: [id], notFound: [] });
  await syncAll(b.client, a.client);
  expect(await find(a.client, 'fridge')).toEqual([]);
  expect(await contents(a.client)).toEqual([]);
});

test('[SY-U1] what both wrote while the server was away meets when it is back', async () => {
  const { server, a, b } = await twoDevices(await startServer());
  await server.kill();
  for (let at = 0; at < 5; at++) {
    await save(a.client, `laptop offline ${at}`);
    await save(b.client, `desktop offline ${at}`);
  }
  await save(a.client, 'main', { namespace: 'git', key: 'branch' });
  await save(b.client, 'trunk', { namespace: 'git', key: 'branch' });
  await server.restart();
  await syncAll(a.client, b.client, a.client);
  const [left, right] = [await contents(a.client), await contents(b.client)];
  expect(left).toEqual(right);
  expect(left).toHaveLength(11);
  expect(left.filter((content) => content === 'main' || content === 'trunk')).toHaveLength(1);
});

test('[ST-2] daemon and server killed in the middle of it lose nothing that was acknowledged', async () => {
  const { server, a, b } = await twoDevices(await startServer());
  let { client } = a;
  for (let round = 0; round < 3; round++) {
    const saves = Array.from({ length: 20 }, (_, at) => save(client, `round ${round} number ${at}`));
    await Promise.all(saves);
    await (round % 2 === 0 ? kill(a.home) : server.kill());
    if (round % 2 === 1) await server.restart();
    client = await start(a.home);
  }
  await syncAll(client, b.client);
  expect(await contents(b.client)).toHaveLength(60);
  expect(await contents(b.client)).toEqual(await contents(client));
});

test('[SY-P4] a third device has everything when `join` returns', async () => {
  const { server, a, b } = await twoDevices();
  const records = Array.from({ length: 500 }, (_, at) => ({ content: `imported fact number ${at}` }));
  await ask(a.client, 'POST', '/v1/import', { records });
  await syncAll(a.client);
  const third = await device('tablet');
  const joined = await join(b.client, third.client, server, 'tablet');
  expect(joined.memories).toBe(500);
  expect(await find(third.client, 'imported fact 499')).not.toEqual([]);
});

test('[SY-S2] a sealed vault leaves no plain text on the server, in its data or its log', async () => {
  const { server, a, b } = await twoDevices(await startServer());
  const marker = 'xylophonecanary';
  await save(a.client, `The ${marker} is in the shed`, { tags: [`tag${marker}`], project: `p${marker}` });
  await save(a.client, `value ${marker}`, { namespace: `ns/${marker}`, key: `key-${marker}` });
  await syncAll(a.client, b.client);
  expect(await find(b.client, marker)).toHaveLength(2);
  await server.kill();
  expect(filesWith(server.data, [marker])).toEqual([]);
  expect(server.output()).not.toContain(marker);
});

test('[SY-S1] a readable vault syncs too, and its server can read it', async () => {
  const { server, a, b } = await twoDevices(await startServer(), { readable: true });
  await save(a.client, 'readable by design');
  await syncAll(a.client, b.client);
  expect(await find(b.client, 'readable')).toEqual(['readable by design']);
  await server.kill();
  expect(
    filesWith(server.data, [Buffer.from('readable by design').toString('base64url').slice(0, 20)]),
  ).toEqual([]);
});

test('[SY-P5] a session that starts has what another device has just saved', async () => {
  const { a, b } = await twoDevices();
  await save(a.client, 'The release is on Thursday');
  await ask(a.client, 'POST', '/v1/sync', { wait: true });
  const context = await askFor(b.client, contextResult, 'GET', '/v1/context');
  expect(context.text).toContain('The release is on Thursday');
});

test('[SY-P5] a server that hangs delays a session by 1.5 s at most, one that is away by nothing much', async () => {
  const { server, a } = await twoDevices(await startServer());
  await save(a.client, 'still here');
  await syncAll(a.client);
  await server.kill();
  const port = Number(new URL(server.url).port);
  await listenInstead(port, () => undefined);
  // Less than the silence after which the stream to the server is closed.
  const patience = { timeoutMs: LIMITS.progressTimeoutMs / 2 };
  const context = await askFor(a.client, contextResult, 'GET', '/v1/context', undefined, patience);
  expect(context.text).toContain('still here');
});

test('[SY-L4] sync with a server that is away says so, keeps trying, and ends well when it is back', async () => {
  const { server, a, b } = await twoDevices(await startServer());
  await server.kill();
  await save(a.client, 'written while away');
  const refused = await refusal(a.client, 'POST', '/v1/sync', { wait: true, timeoutS: 2 });
  expect(refused.kind).toBe('timeout');
  expect(refused.message).toContain('nothing listens there');
  expect(refused.problem?.progress).toMatchObject({ dead: 0 });
  const during = await status(a.client);
  expect(during.sync).toMatchObject({ state: 'waiting', lastError: { kind: 'unreachable' } });
  expect(during.sync.pending + during.sync.inflight).toBeGreaterThan(0);
  await server.restart();
  await waitUntil(async () => (await find(b.client, 'written while away')).length === 1, {
    timeoutMs: 60_000,
    what: 'the memory to arrive by itself',
  });
  const after = await waitUntil(
    async () => {
      const { sync } = await status(a.client);
      return sync.state === 'idle' && sync;
    },
    { ...soon, what: 'rest' },
  );
  expect(after).toMatchObject({ pending: 0, inflight: 0, lastError: null });
});

test('[SY-L4] a server that turned into a web page is a sentence in status, and nothing is lost', async () => {
  const { server, a } = await twoDevices(await startServer());
  await server.kill();
  const port = Number(new URL(server.url).port);
  const page = await listenInstead(port, (_request, answer) => void answer.end('<html>Welcome to nginx'));
  await save(a.client, 'kept in spite of it');
  await waitUntil(async () => (await status(a.client)).sync.lastError?.kind === 'bad_answer', {
    ...soon,
    what: 'the error',
  });
  expect((await status(a.client)).sync.lastError?.message).toContain('answered a web page');
  await page.close();
  await server.restart();
  const done = await askFor(a.client, syncResult, 'POST', '/v1/sync', { wait: true, timeoutS: 30 });
  expect(done).toMatchObject({ pending: 0, dead: 0 });
});

test('[SY-L4] a server that hangs keeps no daemon from stopping, and no device from leaving', async () => {
  const { server, a, b } = await twoDevices(await startServer());
  await server.kill();
  await listenInstead(Number(new URL(server.url).port), () => undefined);
  await Promise.all([save(a.client, 'under way'), save(b.client, 'under way too')]);
  const waiting = refusal(a.client, 'POST', '/v1/sync', { wait: true, timeoutS: 1 });
  expect((await waiting).kind).toBe('timeout');
  await ask(b.client, 'POST', '/v1/vault/leave', {});
  await ask(a.client, 'POST', '/v1/shutdown', {});
  await waitUntil(() => !existsSync(a.home.paths.lock), { ...soon, what: 'the daemon to end' });
});

test('in no vault there is nothing to sync, and status says so', async () => {
  const { client } = await device('alone');
  expect((await status(client)).sync).toMatchObject({ vault: null, state: 'off', lastError: null });
  for (const input of [{ wait: true }, {}])
    expect(await refusal(client, 'POST', '/v1/sync', input)).toMatchObject({
      kind: 'not_in_vault',
      status: 409,
    });
});
