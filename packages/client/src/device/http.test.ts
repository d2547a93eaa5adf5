import { spawn } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpConnection } from './http.ts';

const running = (at: { port?: number; socket?: string }) => ({
  pid: process.pid,
  port: at.port ?? 0,
  version: '0',
  startedAt: '',
  processStart: 'unknown',
  socket: at.socket ?? null,
  token: 'secret',
  store: null,
});

const serve = async (
  listener: RequestListener,
  socket?: string,
): Promise<{ server: Server; port: number }> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    if (socket === undefined) server.listen(0, '127.0.0.1', resolve);
    else server.listen(socket, resolve);
  });
  onTestFinished(() => void server.close().closeAllConnections());
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
};

test.skipIf(process.platform === 'win32')(
  '[ST-2] a call to a stopped daemon fails within seconds, and the daemon has the request',
  { timeout: 20_000 },
  async () => {
    // As a daemon has it that is stopped: connections are taken, and nothing is answered.
    const asked: string[] = [];
    const { port } = await serve(({ url = '' }) => void asked.push(url));
    const stopped = spawn('sleep', ['60']);
    onTestFinished(() => void stopped.kill('SIGKILL'));
    stopped.kill('SIGSTOP');
    const connection = createHttpConnection({ ...running({ port }), pid: stopped.pid ?? 0 });
    const answer = await connection.call({ method: 'POST', path: '/v1/x', body: {}, timeoutMs: 120_000 });
    const message = expect.stringContaining(`kill -CONT ${stopped.pid}`);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'broken', message } });
    expect(asked).toEqual(['/v1/x']);
  },
);

test('a request carries method, path, token and JSON, over TCP and over a Unix socket', async () => {
  const home = await homeForTest();
  const echo: RequestListener = async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const { authorization, host } = request.headers;
    response.end(
      JSON.stringify({
        line: `${request.method} ${request.url}`,
        authorization,
        host,
        body: Buffer.concat(parts).toString(),
      }),
    );
  };
  const socket = join(home, 'd.sock');
  await serve(echo, socket);
  const { port } = await serve(echo);
  for (const daemon of [running({ port }), running({ port, socket })]) {
    const connection = createHttpConnection(daemon);
    const answer = await connection.call({
      method: 'POST',
      path: '/v1/memories?a=%20b',
      body: { content: 'grüße 漢字' },
      timeoutMs: 5_000,
    });
    connection.close();
    expect(answer.ok && [answer.value.status, JSON.parse(answer.value.text)]).toEqual([
      200,
      {
        line: 'POST /v1/memories?a=%20b',
        authorization: 'Bearer secret',
        host: `127.0.0.1:${port}`,
        body: '{"content":"grüße 漢字"}',
      },
    ]);
  }
});

test('connections are used again, and calls side by side do not mix', async () => {
  const seen = new Set<unknown>();
  const { port } = await serve(async (request, response) => {
    seen.add(request.socket);
    for await (const _ of request);
    response.end(JSON.stringify({ url: request.url }));
  });
  const connection = createHttpConnection(running({ port }));
  const ask = async (path: string) => {
    const answer = await connection.call({ method: 'POST', path, body: {}, timeoutMs: 5_000 });
    return answer.ok ? JSON.parse(answer.value.text).url : answer.error;
  };
  for (let at = 0; at < 5; at++) expect(await ask(`/one/${at}`)).toBe(`/one/${at}`);
  expect(seen.size).toBe(1);
  const paths = Array.from({ length: 20 }, (_, at) => `/many/${at}`);
  expect(await Promise.all(paths.map(ask))).toEqual(paths);
  connection.close();
});

test('nobody listens: refused; silence, an early end and garbage: broken; a cancelled call: aborted', async () => {
  const home = await homeForTest();
  const gone = createHttpConnection(running({ socket: join(home, 'none.sock') }));
  const refused = await gone.call({ method: 'GET', path: '/', timeoutMs: 1_000 });
  expect(!refused.ok && refused.error.kind).toBe('refused');

  const answers = ['', 'SSH-2.0-x\r\n\r\n', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'];
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    const answer = answers.shift();
    if (answer === undefined) return;
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port }: Partial<AddressInfo> = { ...Object(server.address()) };
  onTestFinished(() => void server.close());
  const connection = createHttpConnection(running({ port: Number(port) }));
  const ask = (options: { timeoutMs: number; signal?: AbortSignal }) =>
    connection.call({ method: 'GET', path: '/', ...options });
  for (let at = 0; at < 3; at++) {
    const broken = await ask({ timeoutMs: 5_000 });
    expect(!broken.ok && broken.error.kind).toBe('broken');
  }
  const silent = await ask({ timeoutMs: 50 });
  expect(!silent.ok && [silent.error.kind, silent.error.message]).toEqual(['broken', 'no answer for 0.05 s']);
  const aborted = await ask({ timeoutMs: 0, signal: AbortSignal.timeout(50) });
  expect(!aborted.ok && aborted.error.kind).toBe('aborted');
});

test('a stream is handed over as it comes, characters whole', async () => {
  const { port } = await serve((_, response) => {
    response.write(Buffer.from('data: "漢').subarray(0, 9));
    setTimeout(() => response.end(Buffer.from('漢字"').subarray(2)), 20);
  });
  const connection = createHttpConnection(running({ port }));
  const parts: string[] = [];
  const answer = await connection.stream({ method: 'GET', path: '/v1/events', timeoutMs: 0 }, (text) =>
    parts.push(text),
  );
  expect(answer.ok && answer.value.status).toBe(200);
  expect(parts.join('')).toBe('data: "漢字"');
});

test('a body that is no JSON opens no connection, which would keep the process alive', async () => {
  let connections = 0;
  const { server, port } = await serve((_, response) => response.end());
  server.on('connection', () => connections++);
  const connection = createHttpConnection(running({ port }));
  const call = { method: 'POST', path: '/', timeoutMs: 5_000 };
  await expect(connection.call({ ...call, body: { amount: 1n } })).rejects.toThrow('BigInt');
  expect(await connection.call({ ...call, body: {} })).toMatchObject({ ok: true });
  connection.close();
  expect(connections).toBe(1);
});

test('thousands of calls at once share a number of connections, and a socket that is full is no failure', async () => {
  const open = { now: 0, most: 0 };
  const answer: RequestListener = (_, response) => {
    open.most = Math.max(open.most, ++open.now);
    setTimeout(() => {
      open.now--;
      response.end('{}');
    }, 5);
  };
  const { port } = await serve(answer);
  const socket = join(await homeForTest(), 'full.sock');
  const full = createServer(answer);
  await new Promise<void>((resolve) => full.listen({ path: socket, backlog: 1 }, resolve));
  onTestFinished(() => void full.close().closeAllConnections());
  const connection = createHttpConnection(running({ port, socket }));
  const call = { method: 'POST', path: '/v1/x', body: {}, timeoutMs: 10_000 };
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => connection.call(call)));
  connection.close();
  expect(answers.filter(({ ok }) => !ok)).toEqual([]);
  expect(open.most).toBeLessThanOrEqual(128);
});
