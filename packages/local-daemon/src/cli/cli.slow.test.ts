// The command line as a process, against a daemon that answers what each test wants.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION } from '@cairn/client/device';
import { DAEMON_ERRORS, isDaemonErrorKind } from '@cairn/schema';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exitCodeOf } from './failure.ts';

const program = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const cairn = async (
  args: readonly string[],
  {
    home = '',
    input = '',
    env = {},
  }: { home?: string; input?: string | Buffer; env?: Record<string, string> } = {},
): Promise<Ran> => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, HOME: home, CAIRN_HOME: home, CAIRN_PORT: '0', ...env },
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (part) => (texts.out += String(part)));
  child.stderr.on('data', (part) => (texts.err += String(part)));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...texts };
};

interface Asked {
  readonly line: string;
  readonly body: unknown;
}
type Answer = (asked: Asked) => readonly [status: number, body: unknown];

/** A home whose daemon answers by `answer`, and what it was asked. */
const homeWithDaemon = async (answer: Answer): Promise<{ home: string; asked: Asked[] }> => {
  const home = await homeForTest();
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const text = Buffer.concat(parts).toString();
    const one = { line: `${request.method} ${request.url}`, body: text === '' ? null : JSON.parse(text) };
    asked.push(one);
    const [status, body] = answer(one);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  mkdirSync(home, { recursive: true });
  const file = { pid: process.pid, port, version: VERSION, startedAt: new Date(0).toISOString() };
  writeFileSync(join(home, 'daemon.json'), JSON.stringify(file));
  writeFileSync(join(home, 'daemon.token'), 'secret');
  return { home, asked };
};

const memory = {
  id: 'm_01k9x0000000000000000000aa',
  content: 'Prefers pnpm\u001b[31m to npm',
  tags: ['tooling'],
  project: null,
  source: 'user',
  pinned: true,
  namespace: null,
  key: null,
  createdAt: '2020-01-02T03:04:05.000Z',
  updatedAt: '2020-01-02T03:04:05.000Z',
  supersededBy: null,
  trust: 'high',
  device: { id: 'd_01k9x0000000000000000000bb', name: 'laptop' },
  session: null,
  agent: null,
};

describe('what is asked', () => {
  test('save sends what was given, and only that', async () => {
    const { home, asked } = await homeWithDaemon(() => [201, { id: 'm_1', status: 'saved', similar: [] }]);
    const plain = await cairn(['save', 'a', 'b'], { home });
    const full = await cairn(
      [...'save -t x --tag=y -p P --pin --namespace n --key k --source agent --json -'.split(' ')],
      { home, input: 'from\nstdin\n' },
    );
    expect(asked).toEqual([
      { line: 'POST /v1/memories', body: { content: 'a b' } },
      {
        line: 'POST /v1/memories',
        body: {
          content: 'from\nstdin\n',
          tags: ['x', 'y'],
          project: 'P',
          pin: true,
          namespace: 'n',
          key: 'k',
          source: 'agent',
        },
      },
    ]);
    expect([plain.code, plain.out]).toEqual([0, 'Saved m_1\n']);
    expect([full.code, JSON.parse(full.out), full.err]).toEqual([
      0,
      { id: 'm_1', status: 'saved', similar: [] },
      '',
    ]);
  });

  test('[M-8] "-p ." sends the working directory along', async () => {
    const { home, asked } = await homeWithDaemon(() => [200, { results: [], elsewhere: [], tookMs: 1 }]);
    await cairn(['search', '-p', '.', 'x'], { home });
    expect(asked[0]?.body).toEqual({ query: 'x', project: '.', cwd: process.cwd(), explain: true });
  });

  test('text that begins with a dash comes after two', async () => {
    const { home, asked } = await homeWithDaemon(() => [200, { memory }]);
    await cairn(['tag', memory.id, '+new', '--', '-old', '-x'], { home });
    expect(asked[0]).toEqual({
      line: `PATCH /v1/memories/${memory.id}`,
      body: { addTags: ['new'], removeTags: ['old', 'x'] },
    });
  });

  test('a time is sent in UTC', async () => {
    const { home, asked } = await homeWithDaemon(() => [200, { results: [], elsewhere: [], tookMs: 1 }]);
    await cairn(['search', 'x', '--as-of', '2026-01-31T09:30:00+01:00', '-n', '3'], { home });
    expect(asked[0]?.body).toMatchObject({ query: 'x', limit: 3, asOf: '2026-01-31T08:30:00.000Z' });
    // A day is the end of that day here, as on the page.
    await cairn(['search', 'x', '--as-of', '2026-01-31'], { home });
    expect(asked.at(-1)?.body).toMatchObject({ asOf: new Date(2026, 1, 1).toISOString() });
  });
});

describe('what is printed', () => {
  test('a list is compact, without colours or control codes when nobody watches', async () => {
    const { home } = await homeWithDaemon(() => [200, { memories: [memory], total: 3 }]);
    const { out, err } = await cairn(['list'], { home, env: { TZ: 'UTC' } });
    expect(out).toBe(
      '• Prefers pnpm\ufffd[31m to npm\n  m_01k9x0000000000000000000aa · 2 Jan 2020 · #tooling · pinned\n',
    );
    expect(err).toBe('1 of 3 memories; -n shows more.\n');
  });

  test('NO_COLOR wins over FORCE_COLOR', async () => {
    const { home } = await homeWithDaemon(() => [200, { memories: [memory], total: 1 }]);
    const coloured = await cairn(['list'], { home, env: { FORCE_COLOR: '1' } });
    const plain = await cairn(['list'], { home, env: { FORCE_COLOR: '1', NO_COLOR: '1' } });
    expect([coloured.out.includes('\u001b[36m'), plain.out.includes('\u001b')]).toEqual([true, false]);
  });

  test('a reader that leaves early is no error', async () => {
    const many = Array.from({ length: 1_000 }, () => memory);
    const { home } = await homeWithDaemon(() => [200, { memories: many, total: 1_000 }]);
    const child = spawn('sh', ['-c', `"${process.execPath}" "${program}" list --json | head -c 10`], {
      env: { PATH: process.env.PATH, CAIRN_HOME: home },
    });
    const texts = { out: '', err: '' };
    child.stdout.on('data', (part) => (texts.out += String(part)));
    child.stderr.on('data', (part) => (texts.err += String(part)));
    await new Promise((resolve) => child.once('close', resolve));
    expect(texts).toEqual({ out: '{"memories', err: '' });
  });
});

describe('what goes wrong', () => {
  test('an unknown id that may be a key', async () => {
    const status = DAEMON_ERRORS.not_found[0];
    const { home } = await homeWithDaemon(() => [
      status,
      { type: 'about:blank', title: 'not_found', status, detail: 'There is none.', kind: 'not_found' },
    ]);
    const { code, err } = await cairn(['get', 'api.rotation'], { home });
    expect([code, err]).toEqual([1, 'cairn: There is none. If it is a key, write --key before it.\n']);
  });

  test.each(
    Object.keys(DAEMON_ERRORS)
      .filter(isDaemonErrorKind)
      .filter((kind) => kind !== 'stopping'),
  )('a problem of kind %s is one document and its exit code', async (kind) => {
    const status = DAEMON_ERRORS[kind][0];
    const { home } = await homeWithDaemon(() => [
      status,
      { type: 'about:blank', title: kind, status, detail: 'Do this.', kind },
    ]);
    const { code, out, err } = await cairn(['get', memory.id, '--json'], { home });
    expect([code, JSON.parse(out), err]).toEqual([
      exitCodeOf(kind),
      { error: { kind, message: 'Do this.' } },
      'cairn: Do this.\n',
    ]);
  });

  test.each([
    [['sve', 'x'], "Unknown command 'sve' (Did you mean save?)"],
    [['save'], 'TEXT is missing'],
    [['update'], 'A newer Cairn comes by `cairn upgrade`'],
    [['save', 'x', '--nope'], "Unknown option '--nope'"],
    [['save', 'x', '--source', 'web'], '"web" is not one of user, agent, auto'],
    [['search', 'x', '--limit', '0'], '"0" is not a whole number from 1 to 200'],
    [['search', 'x', '-n', '1.5'], '-n, --limit: "1.5" is not a whole number'],
    [['search', 'x', '--as-of', 'soon'], '"soon" is not a time'],
    [['list', '--since', '3 fortnights ago'], '"3 fortnights ago" is not a time'],
    [['list', '--until', '1.5'], '"1.5" is not a time'],
    [['get'], 'either an id or --key'],
    [['get', 'a', 'b'], '"b" is one argument too many'],
    [['get', ''], 'ID is empty. Usage: cairn get'],
    [['index', ' '], 'PATH is empty'],
    [['import', ''], 'FILE is empty'],
    [['devices', 'rename', '', 'x'], 'DEVICE is empty'],
    [['review', 'supersede', 'm_1', ' '], 'NEW is empty'],
    [['session', 'send', 'attic', ''], 'SESSION is empty'],
    [['save', 'x', '-t'], '-t, --tag: the value is missing. Write --tag TAG.'],
    [['help', 'serach'], "Unknown command 'serach' (Did you mean search?)"],
    [['help', 'dance'], "Unknown command 'dance'. `cairn help all` lists"],
    [['tag', 'm_1', 'x'], 'Write +x to add'],
    [['forget'], 'ids, --key or --query'],
    [['forget', '--query', 'x'], 'Add --yes'],
    [['join', 'CODE'], 'The server is missing'],
    [['join', 'CODE@http://a', '--server', 'http://b'], 'two servers'],
    [['vault'], '`cairn vault` needs one of: create, rekey.'],
    [['search', 'x', '--in', 'memories,document'], '"document" is not one of memories, documents, sessions'],
    [['vault', 'create'], '--server is missing'],
    [['sync', '--timeout', '5'], '--timeout goes with --wait'],
    [['recover', '--server', 'http://a'], '24 recovery words are missing'],
    [['export', '--format', 'xml'], '"xml" is not one of ndjson, json, md'],
    [['dance'], "Unknown command 'dance'"],
    [['mcp'], 'Start it as `cairn mcp`'],
  ])('%j is refused as usage, without a daemon', async (args, message) => {
    const home = await homeForTest();
    const { code, out, err } = await cairn([...args, '--json'], { home });
    expect([code, JSON.parse(out).error.kind]).toEqual([2, 'usage']);
    expect(JSON.parse(out).error.message).toContain(message);
    expect(err).toBe(`cairn: ${JSON.parse(out).error.message}\n`);
  });

  test.each([
    [['help'], 'help', /^Examples:\n {2}\$ cairn init/],
    [['save', '--help'], 'help', /Usage: cairn save/],
    [['-V'], 'version', /^\d+\.\d+/],
  ])('%j with --json is one document', async (args, name, expected) => {
    const { code, out } = await cairn([...args, '--json'], { home: await homeForTest() });
    expect([code, JSON.parse(out)]).toEqual([0, { [name]: expect.stringMatching(expected) }]);
  });

  test('two scopes are refused', async () => {
    const args = ['--scope', 'personal', '--scope', 'work', 'list', '--json'];
    const { code, out } = await cairn(args, { home: await homeForTest() });
    expect([code, JSON.parse(out).error.message]).toEqual([2, '--scope takes the name of one scope.']);
  });

  test('forget of several: what is missing makes it partial', async () => {
    const having =
      (...known: string[]): Answer =>
      ({ body }) => {
        // The trash is listed without a body.
        if (body === undefined || body === null) return [200, { memories: [] }];
        const { ids } = body as { ids: string[] };
        const forgotten = ids.filter((id) => known.includes(id));
        return [200, { forgotten, notFound: ids.filter((id) => !known.includes(id)) }];
      };
    const mixed = await homeWithDaemon(having('m_1'));
    const none = await homeWithDaemon(having());
    const all = await homeWithDaemon(having('m_1', 'm_2'));
    const ran = await Promise.all(
      [mixed, none, all].map(({ home }) => cairn(['forget', 'm_1', 'm_2', '--json'], { home })),
    );
    expect(ran.map(({ code }) => code)).toEqual([5, 1, 0]);
    expect(ran.map(({ out }) => JSON.parse(out))).toMatchObject([
      { forgotten: ['m_1'], notFound: ['m_2'], error: { kind: 'not_found' } },
      { forgotten: [], notFound: ['m_1', 'm_2'], error: { kind: 'not_found' } },
      { forgotten: ['m_1', 'm_2'], notFound: [] },
    ]);
  });

  test('sync --wait that runs out of time says how far it came, exit 5', async () => {
    const progress = { pushed: 3, pulled: 0, pending: 2, dead: 0, head: 9, cursor: 7 };
    const { home, asked } = await homeWithDaemon(() => [
      504,
      {
        type: 'about:blank',
        title: 'timeout',
        status: 504,
        detail: 'Not in time.',
        kind: 'timeout',
        progress,
      },
    ]);
    const { code, out } = await cairn(['sync', '--wait', '--timeout', '1', '--json'], { home });
    expect(asked[0]?.body).toEqual({ wait: true, timeoutS: 1 });
    expect([code, JSON.parse(out)]).toEqual([
      5,
      { ...progress, error: { kind: 'timeout', message: 'Not in time.' } },
    ]);
  });

  test('sync that stopped because the device was shut out is not allowed, exit 4', async () => {
    const { home } = await homeWithDaemon(({ line }) =>
      line.startsWith('GET')
        ? [200, { sync: { lastError: { kind: 'device_revoked' } } }]
        : [409, { type: 'about:blank', title: 'x', status: 409, detail: 'Revoked.', kind: 'sync_stopped' }],
    );
    const { code, out } = await cairn(['sync', '--wait', '--json'], { home });
    expect([code, JSON.parse(out)]).toEqual([4, { error: { kind: 'not_allowed', message: 'Revoked.' } }]);
  });

  test('status and down start nothing', async () => {
    const home = await homeForTest();
    const status = await cairn(['status', '--json'], { home });
    const down = await cairn(['down', '--json'], { home });
    expect([status.code, JSON.parse(status.out).daemon]).toEqual([0, null]);
    expect([down.code, JSON.parse(down.out)]).toEqual([0, { daemon: null }]);
  });

  test('what answers at the address is not Cairn: exit 3', async () => {
    const { home } = await homeWithDaemon(() => [200, 'hello']);
    const notFound = await homeWithDaemon(() => [404, '<html>']);
    expect((await cairn(['list'], { home })).code).toBe(1);
    expect((await cairn(['list'], { home: notFound.home })).code).toBe(3);
  });

  test('standard input that is not UTF-8 is refused', async () => {
    const { home, asked } = await homeWithDaemon(() => [201, {}]);
    const { code, err } = await cairn(['save', '-'], { home, input: Buffer.from([0x61, 0xff, 0xfe]) });
    expect([code, err, asked]).toEqual([2, 'cairn: Standard input is not UTF-8 text.\n', []]);
  });
});

describe('files', () => {
  test('import sends batches and adds up what came of them', async () => {
    const { home, asked } = await homeWithDaemon(({ body }) => {
      const { records } = body as { records: unknown[] };
      const failures = records.length > 500 ? [{ index: 2, reason: 'too long' }] : [];
      return [
        200,
        {
          read: records.length,
          new: records.length - failures.length,
          duplicate: 0,
          skipped: 0,
          failed: failures.length,
          failures,
        },
      ];
    });
    const lines = Array.from({ length: 1_001 }, (_, at) => JSON.stringify({ content: `memory ${at}` }));
    lines.splice(1_000, 0, 'not json');
    const { code, out } = await cairn(['import', '-', '--json', '--dry-run'], {
      home,
      input: lines.join('\n'),
    });
    expect(asked.map(({ body }) => (body as { records: unknown[]; dryRun: boolean }).records.length)).toEqual(
      [1_000, 1],
    );
    expect([code, JSON.parse(out)]).toMatchObject([
      5,
      {
        read: 1_002,
        new: 1_000,
        failed: 2,
        failures: [
          { index: 2, place: 'line 3', reason: 'too long' },
          { index: 1_000, place: 'line 1001', reason: 'not JSON' },
        ],
      },
    ]);
  });

  test.each([
    ['missing.md', null, 'there is no such file or folder'],
    ['bad.json', '{"a":', 'the file ends in the middle'],
    [
      'newer.ndjson',
      '{"kind":"header","format":"cairn-export","version":9}\n{"content":"a"}\n',
      'update Cairn',
    ],
    ['empty.json', '\n', 'this file is empty'],
    ['binary.txt', Buffer.from([0xff, 0xfe, 0x00]), 'this is not UTF-8 text'],
  ])('%s is refused with a sentence, exit 1', async (name, content, message) => {
    const { home, asked } = await homeWithDaemon(() => [200, {}]);
    const path = join(home, name);
    if (content !== null) writeFileSync(path, content);
    const { code, out } = await cairn(['import', path, '--json'], { home });
    expect([code, JSON.parse(out).error.kind, asked]).toEqual([1, 'bad_file', []]);
    expect(JSON.parse(out).error.message).toContain(message);
  });
});
