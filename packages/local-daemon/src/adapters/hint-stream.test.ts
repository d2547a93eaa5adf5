import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIMITS } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { openHintStream } from './hint-stream.ts';
import { createServerHttp } from './server-http.ts';

/** A server of hints: `answers` decides what each connection gets, by its number from 0. */
const hintServer = async (answers: (at: number, answer: ServerResponse) => void) => {
  let connections = 0;
  const server = createServer((_request, answer) => answers(connections++, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { http: createServerHttp({ server: `http://127.0.0.1:${port}` }), connections: () => connections };
};

const listen = (http: ReturnType<typeof createServerHttp>, silenceMsMax: number) => {
  const hints: string[] = [];
  const delays: number[] = [];
  let opened = 0;
  const stream = openHintStream({
    http,
    token: async () => 'secret-token',
    timers: {
      after: (ms, call) => {
        delays.push(ms);
        const timer = setTimeout(call, 10);
        return () => clearTimeout(timer);
      },
    },
    random: () => 0.5,
    onHint: (hint) => hints.push(hint.kind),
    onOpen: () => opened++,
    silenceMsMax,
  });
  onTestFinished(() => stream.close());
  return { stream, hints, delays, opened: () => opened };
};

const begin = (answer: ServerResponse): void => {
  answer.writeHead(200, { 'content-type': 'text/event-stream' });
  answer.write('event: ping\ndata: {"kind":"ping","serverTime":1}\n\n');
};

test('[SY-L1] hints are heard however they are cut, and what is no hint is passed over', async () => {
  const { http } = await hintServer((_at, answer) => {
    begin(answer);
    const text =
      'event: head\ndata: {"kind":"head","head":7}\n\ndata: {"kind":"new-one"}\n\ndata: nonsense\n\n';
    for (const char of text) answer.write(char);
    answer.write('event: keys\ndata: {"kind":"keys","kg":2}\n\n');
  });
  const { hints } = listen(http, 5_000);
  await waitUntil(() => hints.length === 3, { timeoutMs: 20_000, what: 'three hints' });
  expect(hints).toEqual(['ping', 'head', 'keys']);
});

test('[SY-L1] a stream that falls silent is given up and opened again, after a jittered wait', async () => {
  const { http, connections } = await hintServer((_at, answer) => begin(answer));
  const { delays, opened } = listen(http, 100);
  await waitUntil(() => connections() >= 3 && opened() >= 2, {
    timeoutMs: 20_000,
    what: 'three connections',
  });
  expect(delays[0]).toBeGreaterThanOrEqual(375);
});

test('[SY-L1] a server without a stream is asked again later and later', async () => {
  const { http, connections } = await hintServer((_at, answer) => {
    answer.writeHead(502, { 'content-type': 'text/html' }).end('<p>bad gateway');
  });
  const { delays } = listen(http, 1_000);
  await waitUntil(() => connections() >= 4, { timeoutMs: 20_000, what: 'four connections' });
  expect(delays[2] ?? 0).toBeGreaterThan(delays[0] ?? 0);
});

test('[SY-A3, TR-32] a revoked device knocks again, but seldom', async () => {
  const { http, connections } = await hintServer((at, answer) => {
    if (at > 1) return begin(answer);
    answer.writeHead(403, { 'content-type': 'application/problem+json' });
    answer.end(
      JSON.stringify({ type: 'about:blank', title: 'Revoked', status: 403, kind: 'device_revoked' }),
    );
  });
  const { delays, hints } = listen(http, 5_000);
  await waitUntil(() => hints.length === 1, { timeoutMs: 20_000, what: 'a ping' });
  expect(connections()).toBeGreaterThan(1);
  expect(delays[0]).toBeGreaterThanOrEqual(LIMITS.backoffMsMax / 2);
});

test('[SY-L1, SY-E2] a device that the server does not know knocks again, slowly', async () => {
  const { http, connections } = await hintServer((at, answer) => {
    if (at > 1) return begin(answer);
    answer.writeHead(401, { 'content-type': 'application/problem+json' });
    answer.end(JSON.stringify({ type: 'about:blank', title: 'Unknown', status: 401, kind: 'unauthorized' }));
  });
  const { delays, hints } = listen(http, 5_000);
  await waitUntil(() => hints.length === 1, { timeoutMs: 20_000, what: 'a ping' });
  expect(connections()).toBeGreaterThan(1);
  expect(delays[0]).toBeGreaterThanOrEqual(LIMITS.lockoutMsMin);
});

test('[SY-L1] a closed stream stays closed', async () => {
  const { http, connections } = await hintServer((_at, answer) => begin(answer));
  const { stream, hints } = listen(http, 5_000);
  await waitUntil(() => hints.length === 1, { timeoutMs: 20_000, what: 'a ping' });
  stream.close();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(connections()).toBe(1);
});

test('[SY-L1] an event that never ends is given up before it fills the memory, and asked for later and later', async () => {
  let sent = 0;
  const { http, connections } = await hintServer((_at, answer) => {
    begin(answer);
    const more = (): void => {
      if (answer.destroyed) return;
      sent += 4_096;
      answer.write(`data: ${'x'.repeat(4_090)}\n`, () => setImmediate(more));
    };
    more();
  });
  const { delays } = listen(http, 5_000);
  await waitUntil(() => connections() >= 3, { timeoutMs: 20_000, what: 'three connections' });
  expect(delays.length).toBeGreaterThanOrEqual(2);
  expect(sent).toBeLessThan(64 * LIMITS.hintCharsMax);
});

test('[SY-L1] an event that is too long and whole ends its stream, and not the process', async () => {
  const { http, connections } = await hintServer((at, answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' });
    answer.end(`data: ${'x'.repeat(LIMITS.hintCharsMax - 2_000 + 500 * at)}\n`);
  });
  listen(http, 5_000);
  // An error without a listener fails the run.
  await waitUntil(() => connections() >= 12, { timeoutMs: 20_000, what: 'twelve connections' });
});
