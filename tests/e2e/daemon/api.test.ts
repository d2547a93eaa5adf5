import { request } from 'node:http';
import { connect } from '@cairn/client/device';
import {
  contextResult,
  documentResult,
  getResult,
  historyResult,
  LIMITS,
  listResult,
  memoryResult,
  problemDocument,
  saveResult,
  searchResult,
  statsResult,
  statusResult,
} from '@cairn/schema';
import { pidAlive, waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { ask, askFor, contents, device, find, program, refusal, save } from './world.ts';

interface Raw {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** Sends a request over loopback, as any program on this machine could. */
const raw = (port: number, { method = 'GET', path = '/v1/status', headers = {}, body }: Raw) =>
  new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          text: Buffer.concat(parts).toString('utf8'),
        }),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });

test('who has no token, comes from elsewhere or means another host is refused', async () => {
  const { client } = await device('laptop');
  const { port, token } = client.daemon();
  const own = { authorization: `Bearer ${token}` };
  const refused: readonly Raw[] = [
    {},
    { headers: { authorization: 'Bearer wrong' } },
    { headers: { authorization: token } },
    { headers: { ...own, host: 'evil.example' } },
    { headers: { ...own, host: `127.0.0.1.evil.example:${port}` } },
    { headers: { ...own, host: `127.0.0.1:${port + 1}` } },
    { headers: { ...own, origin: 'https://evil.example' } },
    { headers: { ...own, origin: 'null' } },
    { headers: { ...own, origin: `http://127.0.0.1:${port + 1}` } },
    { path: '/v1/nothing' },
    { path: '/v1/shutdown', method: 'POST' },
    { path: '/healthz', headers: { host: 'evil.example' } },
  ];
  for (const attempt of refused) {
    const answer = await raw(port, attempt);
    expect([attempt, answer.status, answer.type]).toEqual([attempt, 401, 'application/problem+json']);
    expect(problemDocument.parse(JSON.parse(answer.text)).kind).toBe('unauthorized');
    expect(answer.text).not.toContain(token);
  }
  for (const headers of [
    own,
    { ...own, host: `localhost:${port}` },
    { ...own, host: `[::1]:${port}` },
    { ...own, origin: `http://localhost:${port}` },
  ])
    expect((await raw(port, { headers })).status).toBe(200);
  expect(JSON.parse((await raw(port, { path: '/healthz' })).text)).toEqual({
    ok: true,
    version: client.daemon().version,
    pid: client.daemon().pid,
  });
});

test('what is not a request of the API is answered with a sentence, and changes nothing', async () => {
  const { client } = await device('laptop');
  const { port, token } = client.daemon();
  const post = (body: string | Buffer, path = '/v1/memories') =>
    raw(port, { method: 'POST', path, headers: { authorization: `Bearer ${token}` }, body });
  const bad: readonly (readonly [string | Buffer, RegExp])[] = [
    ['', /^content: /],
    ['{', /not valid JSON/],
    ['{"content": secretword}', /not valid JSON/],
    ['[]', /expected object/],
    ['{"content": 7}', /^content: /],
    ['{"content": "x", "colour": "red", "size": 2}', /^Unknown fields: colour, size\.$/],
    ['{"content": "x", "tags": "red"}', /^tags: /],
    ['{"content": "x", "tags": ["a", 1]}', /^tags\.1: /],
    ['{"content": "x", "source": "nobody"}', /^source: /],
    ['{"content": ""}', /./],
    ['{"content": "  \\n "}', /./],
    [JSON.stringify({ content: 'x'.repeat(2_001) }), /2,?000/],
    [JSON.stringify({ content: 'x'.repeat(1_000_000) }), /2,?000/],
    ['{"content": "lone \\ud800 surrogate"}', /./],
    ['{"content": "x", "project": "."}', /needs `cwd`/],
    ['{"content": "x", "project": ".", "cwd": "relative"}', /needs `cwd`/],
  ];
  for (const [body, sentence] of bad) {
    const answer = await post(body);
    const shown = body.toString().slice(0, 60);
    expect([shown, answer.status, answer.type]).toEqual([shown, 400, 'application/problem+json']);
    const { kind, detail } = problemDocument.parse(JSON.parse(answer.text));
    expect([shown, kind]).toEqual([shown, 'invalid_input']);
    expect(detail).toMatch(sentence);
    expect(answer.text).not.toContain('secretword');
  }
  const large: readonly (readonly [path: string, bytesMax: number, limit: string])[] = [
    ['/v1/memories', LIMITS.requestBytesMax, '1,048,576'],
    ['/v1/search', LIMITS.requestBytesMax, '1,048,576'],
    ['/mcp', LIMITS.requestBytesMax, '1,048,576'],
    ['/v1/documents', 2 * LIMITS.documentBytesMax, '2,097,152'],
    ['/v1/hooks/codex/prompt', 2 * LIMITS.hookInputBytesMax, '8,388,608'],
    ['/v1/import', LIMITS.daemonBodyBytesMax, '16,777,216'],
  ];
  for (const [path, bytesMax, limit] of large) {
    const answer = await post(Buffer.alloc(bytesMax + 1, 'x'), path);
    expect([path, answer.status]).toEqual([path, 413]);
    const { kind, detail } = problemDocument.parse(JSON.parse(answer.text));
    expect(kind).toBe('invalid_input');
    expect(detail).toBe(
      `The request's body is larger than ${limit} bytes, the limit of this route. Send less at once.`,
    );
    if (path !== '/mcp') expect((await post(Buffer.alloc(1_000, 'x'), path)).status).toBe(400);
  }
  expect(await contents(client)).toEqual([]);
  for (const word of ['TRUE', 'yes', 'no'])
    expect(await refusal(client, 'GET', `/v1/memories?pinned=${word}`)).toMatchObject({
      kind: 'invalid_input',
      message: expect.stringMatching(/^pinned: /),
    });
  const kept = await save(client, 'A memory to keep');
  expect(await refusal(client, 'POST', '/v1/forget?trash=true', { ids: [kept] })).toMatchObject({
    kind: 'invalid_input',
    message: 'Unknown field: trash.',
  });
  expect(await contents(client)).toEqual(['A memory to keep']);
  expect((await post('{}', '/v1/nowhere')).status).toBe(404);
  expect((await raw(port, { method: 'PUT', headers: { authorization: `Bearer ${token}` } })).status).toBe(
    404,
  );
});

test('chunked bodies are capped as well', async () => {
  const { client } = await device('laptop');
  const { port, token } = client.daemon();
  const answer = await new Promise<number>((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/v1/memories',
        headers: { authorization: `Bearer ${token}`, 'transfer-encoding': 'chunked' },
      },
      (incoming) => {
        incoming.resume();
        resolve(incoming.statusCode ?? 0);
      },
    );
    sent.once('error', () => resolve(400));
    const part = Buffer.alloc(1_048_576, 'x');
    const write = (left: number): void => {
      if (left === 0 || sent.destroyed) sent.end();
      else sent.write(part, () => write(left - 1));
    };
    write(20);
  });
  expect(answer).toBe(413);
  expect(await contents(client)).toEqual([]);
});

test('a memory from its saving to its forgetting, in the shapes of the contract', async () => {
  const { client } = await device('laptop');
  const saved = await askFor(client, saveResult, 'POST', '/v1/memories', {
    content: 'uses npm',
    tags: ['tools'],
  });
  expect(saved.status).toBe('saved');
  const again = await askFor(client, saveResult, 'POST', '/v1/memories', { content: 'uses npm' });
  expect(again).toMatchObject({ id: saved.id, status: 'duplicate' });
  const path = `/v1/memories/${saved.id}`;
  expect((await askFor(client, getResult, 'GET', path)).memory).toMatchObject({ content: 'uses npm' });
  const patched = await askFor(client, memoryResult, 'PATCH', path, {
    pinned: true,
    addTags: ['build'],
    removeTags: ['tools'],
  });
  expect(patched.memory).toMatchObject({ pinned: true, tags: ['build'] });
  expect(await ask(client, 'POST', `${path}/supersede`, { content: 'uses pnpm' })).toMatchObject({
    supersedes: saved.id,
  });
  const history = await askFor(client, historyResult, 'GET', `${path}/history`);
  expect(history.versions.map(({ content, current }) => [content, current])).toEqual([
    ['uses npm', false],
    ['uses pnpm', true],
  ]);
  const listed = await askFor(client, listResult, 'GET', '/v1/memories?tag=build&tag=other&pinned&limit=5');
  expect(listed.memories.map(({ content }) => content)).toEqual(['uses pnpm']);
  for (const query of ['tags=build', 'tags=other&tags=build', `ids=${listed.memories[0]?.id}`])
    expect(await askFor(client, listResult, 'GET', `/v1/memories?${query}`)).toMatchObject({ total: 1 });
  expect(await askFor(client, listResult, 'GET', '/v1/memories?tags=other')).toMatchObject({ total: 0 });
  const stats = await askFor(client, statsResult, 'GET', '/v1/stats');
  expect(stats.memories).toMatchObject({ current: 1, superseded: 1 });
  const context = await askFor(client, contextResult, 'GET', '/v1/context?max_tokens=200&form=block');
  expect(context.text).toContain('uses pnpm');
  const prompt = `${'It is a long story. '.repeat(2_000)}`;
  const short = { query: 'does it use pnpm?', session: 's1' };
  const relevant = await askFor(client, contextResult, 'POST', '/v1/context', short);
  expect(relevant.text).toContain('uses pnpm');
  for (const body of [short, { query: prompt }])
    expect(await askFor(client, contextResult, 'POST', '/v1/context', body)).toMatchObject({
      text: '',
    });
  expect(await refusal(client, 'POST', '/v1/context', { prompt: 'x' })).toMatchObject({ status: 400 });
  await ask(client, 'DELETE', path);
  expect(await refusal(client, 'GET', path)).toMatchObject({ kind: 'not_found', status: 404 });
  expect(await find(client, 'pnpm')).toEqual([]);
});

test('[M-10] a keyed memory is found by its key', async () => {
  const { client } = await device('laptop');
  await save(client, 'Ada', { namespace: 'tacit/people', key: 'First_Name' });
  const found = await askFor(
    client,
    getResult,
    'GET',
    '/v1/memories/by-key?key=first-name&namespace=tacit/people',
  );
  expect(found.memory.content).toBe('Ada');
  expect(await refusal(client, 'GET', '/v1/memories/by-key?key=absent')).toMatchObject({ kind: 'not_found' });
  expect(await refusal(client, 'GET', '/v1/memories/by-key')).toMatchObject({ kind: 'invalid_input' });
});

test('text in any script comes back byte for byte', async () => {
  const { client } = await device('laptop');
  const texts = [
    '我喜欢喝绿茶 🍵',
    '東京タワーは赤い',
    'قهوة بدون سكر',
    'naïve café — “quotes” 👩‍👩‍👧',
    'a\ttab\nand a line',
  ];
  for (const text of texts) await save(client, text);
  expect(await contents(client)).toEqual(texts.toSorted());
  expect(await find(client, '绿茶')).toEqual([texts[0]]);
  expect(await find(client, 'タワー')).toEqual([texts[1]]);
  expect(await find(client, 'قهوة')).toEqual([texts[2]]);
});

test('no query breaks anything', async () => {
  const { client } = await device('laptop');
  await save(client, 'DROP TABLE is a statement; body: x');
  const odd = [
    '"',
    'a AND (b OR',
    'NEAR(x y)',
    "'; DROP TABLE memories; --",
    '???',
    '👻',
    '*',
    'body:x',
    '^',
    '-',
  ];
  for (const query of odd) await askFor(client, searchResult, 'POST', '/v1/search', { query });
  for (const query of ['', ' ', '\u0000', 'x'.repeat(2_001)])
    expect(await refusal(client, 'POST', '/v1/search', { query })).toMatchObject({ kind: 'invalid_input' });
  expect(await contents(client)).toHaveLength(1);
});

test('[M-8] "." is the project of the folder, and project memories stay apart', async () => {
  const { client, home } = await device('laptop');
  const cwd = home.paths.home;
  await save(client, 'belongs here', { project: '.', cwd });
  await save(client, 'belongs elsewhere', { project: 'github.com/ada/engine' });
  await save(client, 'belongs everywhere');
  const here = await askFor(
    client,
    listResult,
    'GET',
    `/v1/memories?project=.&cwd=${encodeURIComponent(cwd)}`,
  );
  expect(here.memories.map(({ content }) => content).toSorted()).toEqual([
    'belongs everywhere',
    'belongs here',
  ]);
  const spelled = encodeURIComponent('git@github.com:Ada/Engine.git');
  const there = await askFor(client, listResult, 'GET', `/v1/memories?project=${spelled}`);
  expect(there.memories.map(({ content }) => content)).toContain('belongs elsewhere');
});

test('[M-6] what was found is counted, and counting is no change to sync', async () => {
  const { client } = await device('laptop');
  await save(client, 'counted when shown');
  await find(client, 'counted');
  const status = await askFor(client, statusResult, 'GET', '/v1/status');
  expect(status.sync.pending).toBe(0);
});

test('events tell what changed while somebody listens', async () => {
  const { client } = await device('laptop');
  const seen: unknown[] = [];
  const over = new AbortController();
  const stream = client.events((event) => seen.push(event), over.signal);
  await waitUntil(
    async () => {
      await save(client, `heard ${seen.length} ${Math.random()}`);
      return seen.length > 0;
    },
    { timeoutMs: 60_000, what: 'an event', everyMs: 100 },
  );
  expect(seen[0]).toMatchObject({ kind: 'changed', ids: [expect.stringMatching(/^m_/)] });
  const document = { path: '/notes/heard.md', text: 'A document.', modifiedAt: 1 };
  const { id } = await askFor(client, documentResult, 'POST', '/v1/documents', document);
  await client.request('DELETE', `/v1/documents/${id}`);
  const told = () => seen.filter((event) => Object(event).source === id).length;
  await waitUntil(() => told() === 2, {
    timeoutMs: 10_000,
    what: 'the events of a document that comes and goes',
  });
  over.abort();
  expect(await stream).toEqual({ ok: true, value: null });
});

test('a stopping daemon closes its streams of events and ends', async () => {
  const { client, home } = await device('laptop');
  const { pid } = client.daemon();
  // Uses a client that does not start a daemon when it comes too late.
  const connected = await connect(home.paths, { start: false, env: home.env, program });
  if (!connected.ok) throw new Error(connected.error.message);
  onTestFinished(() => connected.value.close());
  const stream = connected.value.events(() => undefined, new AbortController().signal);
  await ask(client, 'GET', '/v1/status');
  await ask(client, 'POST', '/v1/shutdown', {});
  expect((await stream).ok).toBe(false);
  await waitUntil(() => !pidAlive(pid), { timeoutMs: 60_000, what: 'the daemon to end' });
});
