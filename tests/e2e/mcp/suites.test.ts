// The official programs that check MCP servers. They are installed into tests/e2e/mcp/suites by a separate lockfile when they are
// missing, because only this test needs their 134 MB.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRunningDaemon, resolvePaths } from '@cairn/client/device';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cairn, host, type Place, place } from './host.ts';
import { SUITES } from './not-applicable.ts';

const folder = fileURLToPath(new URL('./suites/', import.meta.url));
const inspector = join(
  folder,
  'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
);

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ran> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const texts = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (part: string) => (texts.out += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (texts.err += part));
    child.once('error', (error) => resolve({ code: null, out: '', err: error.message }));
    child.once('close', (code) => resolve({ code, ...texts }));
  });

const install = async (): Promise<boolean> => {
  if (existsSync(inspector)) return true;
  const options = ['--ignore-workspace', '--frozen-lockfile', '--ignore-scripts', '--reporter=silent'];
  const { code, err } = await run('pnpm', ['install', '--dir', folder, ...options]);
  if (code !== 0)
    console.error(`The MCP suites are not run: they cannot be installed here. ${err.slice(0, 300)}`);
  return code === 0;
};
const installed = await install();

/** Makes a device with one or two memories, and returns its address. */
const scene = async () => {
  const at = await place();
  const agent = await host(at);
  for (const content of ['The staging database is read-only', 'Anna leads design'])
    await agent.tool('memory_save', { content });
  const paths = resolvePaths({ env: at.env, homeDir: at.home, platform: process.platform, cwd: '/' });
  const daemon = readRunningDaemon(paths);
  if (daemon === null) throw new Error('no daemon runs');
  return { at, daemon };
};

/**
 * Adds the token, which the suite cannot send. The proxy's own host name is replaced by the daemon's, and any other host name is passed
 * on.
 */
const withToken = async ({
  port,
  token,
}: {
  readonly port: number;
  readonly token: string;
}): Promise<string> => {
  let own = 0;
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    for (const name of ['host', 'origin'] as const)
      if (headers[name]?.endsWith(`:${own}`) === true)
        headers[name] = headers[name].replace(`:${own}`, `:${port}`);
    const { method, url: path } = incoming;
    const passed = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  own = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://127.0.0.1:${own}/mcp`;
};

const checksIn = (results: string): readonly { readonly id: string; readonly status: string }[] =>
  readdirSync(results).flatMap((name) =>
    JSON.parse(readFileSync(join(results, name, 'checks.json'), 'utf8')),
  );

describe.skipIf(!installed)('the official conformance suite', () => {
  test.each(SUITES)(
    '[MC-7] $name ($spec) passes, but for what cannot apply',
    async ({ folder: name, spec, notApplicable }) => {
      const { daemon } = await scene();
      const url = await withToken(daemon);
      const results = await homeForTest('conformance');
      const program = join(folder, 'node_modules', name, 'dist/index.js');
      const only = spec === null ? [] : ['--spec-version', spec];
      const ran = await run(process.execPath, [
        program,
        'server',
        '--url',
        url,
        '--suite',
        'all',
        ...only,
        '-o',
        results,
      ]);
      const checks = checksIn(results);
      const idsOf = (status: string) =>
        [...new Set(checks.filter((check) => check.status === status).map(({ id }) => id))].toSorted();
      expect(idsOf('FAILURE'), ran.out.slice(-3_000)).toEqual(
        notApplicable.flatMap((one) => one.checks).toSorted(),
      );
      expect(idsOf('SUCCESS').length).toBeGreaterThan(5);
    },
  );
});

describe.skipIf(!installed)('the official inspector', () => {
  // The inspector only passes the environment that it is told to pass.
  const ways = (at: Place, { port, token }: { readonly port: number; readonly token: string }) => [
    [cairn, 'mcp', '--cwd', at.home, '-e', `CAIRN_HOME=${at.home}`],
    [`http://127.0.0.1:${port}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`],
  ];

  test('[MC-7] finds the schemas portable, and every call answered, by stdio and HTTP in both eras', async () => {
    const { at, daemon } = await scene();
    const inspect = (target: readonly string[], era: string, method: readonly string[]): Promise<Ran> =>
      run(process.execPath, [inspector, '--cli', ...target, '--protocol-era', era, '--method', ...method], {
        ...at.env,
        HOME: at.home,
      });
    for (const target of ways(at, daemon)) {
      for (const era of ['legacy', 'modern']) {
        const asked: readonly (readonly string[])[] = [
          ['tools/list', '--strict'],
          ['tools/call', '--tool-name', 'memory_search', '--tool-arg', 'query=staging'],
          ['resources/read', '--uri', 'memory://recent'],
          ['prompts/get', '--prompt-name', 'recall', '--prompt-args', 'about=staging'],
        ];
        const ran = await Promise.all(asked.map((method) => inspect(target, era, method)));
        const told = ran.map(({ code, err }) => [code, err]);
        expect([target[0], era, told]).toEqual([target[0], era, asked.map(() => [0, ''])]);
        const [list, found, recent, prompt] = ran.map(({ out }) => out);
        expect(JSON.parse(list ?? '').tools).toHaveLength(5);
        for (const text of [found, recent]) expect(text).toContain('The staging database is read-only');
        expect(prompt).toContain('About: staging');
      }
    }
  });

  test('[MC-11] puts 300 calls on it, eight at once, and none fails', async () => {
    const { at, daemon } = await scene();
    for (const target of ways(at, daemon)) {
      const call = ['tools/call', '--tool-name', 'memory_search', '--tool-arg', 'query=staging'];
      const load = ['--load', '--load-requests', '300', '--load-concurrency', '8'];
      const ran = await run(process.execPath, [inspector, '--cli', ...target, '--method', ...call, ...load], {
        ...at.env,
        HOME: at.home,
      });
      expect([ran.code, ran.err]).toEqual([0, '']);
      expect(JSON.parse(ran.out)).toMatchObject({ requests: 300, ok: 300, toolErrors: 0, errors: 0 });
    }
  });
});
