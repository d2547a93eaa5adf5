import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { LIMITS, pullResponse } from '@cairn/schema';
import { selfSigned } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpTransport } from './http-transport.ts';
import { createServerHttp, type ServerHttp } from './server-http.ts';

interface Started {
  readonly scheme: 'http' | 'https';
  readonly trusted: () => readonly string[];
}
const PLAIN: Started = { scheme: 'http', trusted: () => [] };

const started = async (server: Server, { scheme, trusted } = PLAIN): Promise<ServerHttp> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const http = createServerHttp({ server: `${scheme}://127.0.0.1:${port}`, trusted });
  onTestFinished(async () => {
    http.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return http;
};
const serving = (listener: RequestListener): Promise<ServerHttp> => started(createHttpServer(listener));
/** Answers every connection with these bytes, as they are. */
const writing = (bytes: string, end: boolean): Promise<ServerHttp> =>
  started(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => (end ? socket.end(bytes) : socket.write(bytes)));
    }),
  );

const pull = (http: ServerHttp, silenceMsMax = 5_000) =>
  http.call({ method: 'GET', path: '/v1/pull', bearer: 'secret-token', schema: pullResponse, silenceMsMax });

const page = {
  items: [],
  cursor: 'abc',
  hasMore: false,
  expected: null,
  head: 3,
  high: 3,
  tombFloor: 0,
  epoch: '0'.repeat(32),
  anchor: `3.${'0'.repeat(32)}`,
  serverTime: 1,
};

test('[SY-L4] a page of the protocol comes through, sent with the token and the version', async () => {
  const seen: unknown[] = [];
  const http = await serving((request, answer) => {
    seen.push(request.headers.authorization, request.headers['cairn-protocol']);
    answer.end(JSON.stringify({ ...page, newerField: true }));
  });
  expect(await pull(http)).toMatchObject({ ok: true, value: { head: 3 } });
  expect(seen).toEqual(['Bearer secret-token', '1']);
});

test.each([
  ['a web page', 200, 'text/html', '<!doctype html><p>hello', 'bad_answer', /web page \(HTTP 200\)/],
  ['a proxy that is unwell', 502, 'text/html', '<html>bad gateway', 'bad_answer', /web page \(HTTP 502\)/],
  ['text', 200, 'text/plain', 'it works', 'bad_answer', /not JSON/],
  ['nothing', 204, 'text/plain', '', 'bad_answer', /not JSON/],
  [
    'wrong types',
    200,
    'application/json',
    JSON.stringify({ ...page, items: 'none' }),
    'bad_answer',
    /at items/,
  ],
  ['half a document', 200, 'application/json', '{"items": [', 'bad_answer', /not JSON/],
  ['an error without a reason', 500, 'application/json', '{}', 'bad_answer', /HTTP 500 without a reason/],
  ['a kind nobody knows', 400, 'application/json', problemOf('surprise', 400), 'bad_answer', /HTTP 400/],
] as const)(
  '[SY-L4] %s is an answer that is not the protocol',
  async (_name, status, type, body, kind, sentence) => {
    const http = await serving((_request, answer) => {
      answer.writeHead(status, { 'content-type': type });
      answer.end(status === 204 ? undefined : body);
    });
    const answer = await pull(http);
    expect(answer).toMatchObject({ ok: false, error: { kind } });
    expect(answer.ok ? '' : answer.error.message).toMatch(sentence);
    expect(answer.ok ? '' : answer.error.message).not.toContain('secret-token');
  },
);

function problemOf(kind: string, status: number, more = {}) {
  return JSON.stringify({ type: 'about:blank', title: 'No', status, detail: 'Not now.', kind, ...more });
}

test('[SY-L4] the server says no in its own words, and for how long', async () => {
  const http = await serving((_request, answer) => {
    answer.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '7' });
    answer.end(problemOf('rate_limited', 429));
  });
  expect(await pull(http)).toEqual({
    ok: false,
    error: { kind: 'rate_limited', message: 'Not now.', retryAfterMs: 7_000 },
  });
});

test.each([
  [
    'https://sync.example.org/v1/pull',
    'redirects to https://sync.example.org. Use that address for the server.',
  ],
  ['https://example.org/cairn/v1/pull', 'redirects to https://example.org/cairn. Use that address'],
  ['/login?to=/v1/pull', 'redirects to /login?to=/v1/pull. Is the address right'],
  ['https://wifi.example.org/hello', 'redirects to https://wifi.example.org/hello. Is the address right'],
  ['https://a.example\u009b2J/x', 'redirects to https://a.example\ufffd2J/x. Is the address right'],
])('[SY-L4] a redirect names the address to use, if it is one of a server', async (location, said) => {
  const http = await serving((_request, answer) => {
    answer.writeHead(308, { location }).end();
  });
  const answer = await pull(http);
  expect(answer.ok ? '' : answer.error.message).toContain(said);
});

test('[SY-L4] half a page: the connection ends before the announced length', async () => {
  const text = JSON.stringify(page);
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n`;
  const answer = await pull(await writing(head + text.slice(0, 40), true));
  expect(answer).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
  expect(answer.ok ? '' : answer.error.message).toMatch(/lost in the middle|aborted/);
});

test('[SY-L4] silence ends a request, before the answer and in the middle of it', async () => {
  for (const bytes of ['', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"items"']) {
    const answer = await pull(await writing(bytes, false), 150);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
    expect(answer.ok ? '' : answer.error.message).toContain('no answer for 0.15 s');
  }
});

test('[SY-L4] a slow answer that makes progress may take longer than the time-out', async () => {
  const text = JSON.stringify(page);
  const http = await serving((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' });
    const size = Math.ceil(text.length / 15);
    const parts = Array.from({ length: 15 }, (_, at) => text.slice(at * size, (at + 1) * size));
    const next = (at: number): void => {
      const part = parts[at];
      if (part === undefined) return void answer.end();
      answer.write(part);
      setTimeout(() => next(at + 1), 100);
    };
    next(0);
  });
  expect(await pull(http, 1_000)).toMatchObject({ ok: true });
});

test('[SY-L4] a byte now and then is no progress, before the answer and in the middle of it', async () => {
  for (const head of ['HTTP/1.1 200 OK\r\nslow: ', 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n']) {
    const http = await started(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.write(head);
        const drip = setInterval(() => socket.write('a'), 50);
        socket.once('close', () => clearInterval(drip));
      }),
    );
    const answer = await pull(http, 300);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
    expect(answer.ok ? '' : answer.error.message).toContain('fewer than 128 bytes a second');
  }
});

test('[TR-56] a drip that is just fast enough for each span does not last', async () => {
  const http = await started(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n');
      const drip = setInterval(() => socket.write(' '.repeat(20)), 50);
      socket.once('close', () => clearInterval(drip));
    }),
  );
  const began = performance.now();
  expect(await pull(http, 300)).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('[SY-L4] an answer without end is cut off', async () => {
  const http = await serving((_request, answer) => {
    const write = (): void => {
      if (!answer.destroyed) answer.write('x'.repeat(65_536), () => setImmediate(write));
    };
    write();
  });
  const answer = await http.call({
    method: 'GET',
    path: '/v1/pull',
    bearer: null,
    schema: pullResponse,
    answerBytesMax: 1_000_000,
  });
  expect(answer).toMatchObject({ ok: false, error: { kind: 'bad_answer' } });
});

test('[SY-L4] nobody there, and somebody who does not speak HTTP', async () => {
  const nobody = await createServerHttp({ server: 'http://127.0.0.1:1' }).call({
    method: 'GET',
    path: '/v1/pull',
    bearer: null,
    schema: pullResponse,
  });
  expect(nobody).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
  expect(nobody.ok ? '' : nobody.error.message).toContain('nothing listens there');
  const other = await pull(await writing('SSH-2.0-OpenSSH_9.6\r\n', true));
  expect(other).toMatchObject({ ok: false, error: { kind: 'bad_answer' } });
});

const answering: RequestListener = (_, answer) => {
  answer.end(JSON.stringify(page));
};

test('[SY-L4] a certificate that Node does not know is looked for among those of the system, for calls at once too', async () => {
  const known = selfSigned();
  let asked = 0;
  const trusted = (): readonly string[] => {
    asked += 1;
    return [known.cert];
  };
  const server = createHttpsServer(known, answering);
  const http = await started(server, { scheme: 'https', trusted });
  const answers = await Promise.all([pull(http), pull(http)]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await pull(http)).toMatchObject({ ok: true });
  expect(asked).toBe(1);
});

test.each([
  ['signed by nobody who is known', 'NODE_EXTRA_CA_CERTS', () => createHttpsServer(selfSigned(), answering)],
  ['TLS that a plain server is asked for', 'instead of https://?', () => createHttpServer(answering)],
])('[SY-L4] %s is a sentence that says what to do', async (_, sentence, serverOf) => {
  const trusted = () => [selfSigned().cert];
  const answer = await pull(await started(serverOf(), { scheme: 'https', trusted }));
  expect(answer).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
  expect(answer.ok ? '' : answer.error.message).toContain(sentence);
  expect(answer.ok ? '' : answer.error.message).not.toMatch(/\?\.$/);
});

test('[SY-U2] a push sends the very bytes that were frozen', async () => {
  const bytes = Buffer.from('{"epoch":"…","items":[ ]}');
  let seen = Buffer.alloc(0);
  const http = await serving((request, answer) => {
    request.on('data', (part: Buffer) => {
      seen = Buffer.concat([seen, part]);
    });
    request.on('end', () => answer.end('{}'));
  });
  const transport = createHttpTransport({ http, token: async () => 'secret-token' });
  await transport.push(bytes);
  expect(seen.equals(bytes)).toBe(true);
});

test('[SY-P4] [RL-10] the first pull says whether the store is empty and which past it knows, the next ones bring the cursor', async () => {
  const paths: (string | undefined)[] = [];
  const epochs: unknown[] = [];
  const http = await serving((request, answer) => {
    paths.push(request.url);
    epochs.push(request.headers['cairn-epoch']);
    answer.end(JSON.stringify(page));
  });
  const transport = createHttpTransport({ http, token: async () => null });
  const past = { epoch: 'e0', anchor: '3.ab' };
  await transport.pull({ cursor: null, limit: LIMITS.pullItemsDefault, empty: true, ...past });
  await transport.pull({ cursor: 'abc', limit: 10, empty: true, ...past });
  expect(paths).toEqual([
    '/v1/pull?limit=1000&empty=1&anchor=3.ab',
    '/v1/pull?limit=10&cursor=abc&anchor=3.ab',
  ]);
  // A cursor names its epoch.
  expect(epochs).toEqual(['e0', undefined]);
});

test('[TR-13] what a server says is one printable, short line', async () => {
  const hostile = `\u001b]0;mine\u0007\u001b[2J\u202etxt.exe\n\u{e0041} ${'x'.repeat(5_000)}`;
  const http = await serving((_request, answer) => {
    answer.writeHead(403, { 'content-type': 'application/problem+json' });
    answer.end(
      JSON.stringify({
        type: 'about:blank',
        title: 'x',
        status: 403,
        kind: 'device_revoked',
        detail: hostile,
      }),
    );
  });
  const said = await pull(http);
  const message = said.ok ? '' : said.error.message;
  expect(message).toMatch(/txt\.exe x+…$/);
  expect([...message]).toHaveLength(LIMITS.outsideTextCharsMax);
  expect(message).not.toMatch(/\p{Cc}|[\u202a-\u202e]|[\u{e0000}-\u{e0fff}]/u);
});
