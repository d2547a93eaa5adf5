// The package as a stranger gets it: packed, installed by npm into an empty prefix, run by the newest and the oldest Node.

import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { endProcess, freePort, pidIn, tempHome, waitUntil } from '@cairn/test-support';
import { publint } from 'publint';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { pack } from '../../scripts/pack/main.mjs';
import { repositoryFields } from '../../scripts/release/repository.mjs';
import { root } from './cairn.ts';

const run = promisify(execFile);
const work = await tempHome('package');
afterAll(() => work.remove());

const OLDEST_NODE = '22.13.0';
const NPM_MS_MAX = 120_000;
/** Size without the table of token vectors, which has a separate limit (tests/tidy). */
const TARBALL_BYTES_MAX = 8_000_000;

const npm = (...args: readonly string[]) =>
  run('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: work.path,
    timeout: NPM_MS_MAX,
  });

const source = repositoryFields('git@github.com:example/cairn.git') ?? {};
const tarball = await pack(join(work.path, 'tarball'), source);
const prefix = join(work.path, 'prefix');
const installed = join(prefix, 'lib/node_modules/cairn-memory');

/**
 * Installs the package. Returns false, with a warning, where no registry can be reached. npm uses the settings of the user who runs the
 * tests.
 */
const install = async (): Promise<boolean> => {
  try {
    mkdirSync(prefix);
    await npm('install', '-g', '--prefix', prefix, tarball);
    await npm('install', '--prefix', join(work.path, 'oldest'), `node@${OLDEST_NODE}`);
    return true;
  } catch (error) {
    const { stderr, killed } = Object(error);
    if (killed !== true && !/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(String(stderr)))
      throw error;
    console.error('\n!!! No package registry can be reached: the package is not tested.');
    return false;
  }
};
const isInstalled = await install();

const NODES = [
  ['the Node of this run', process.execPath],
  [`Node ${OLDEST_NODE}`, join(work.path, 'oldest/node_modules/.bin/node')],
] as const;

const envOf = (home: string): NodeJS.ProcessEnv => ({
  PATH: '/usr/bin:/bin',
  HOME: home,
  CAIRN_HOME: home,
  CAIRN_PORT: '0',
  CAIRN_EMBED: 'off',
  XDG_CACHE_HOME: join(work.path, 'cache'),
});

/** Runs the package's `cairn` in a separate home. */
const deviceOf = async (node: string) => {
  const home = await tempHome('packed');
  onTestFinished(async () => {
    for (const name of ['daemon.json', 'daemon.lock']) {
      const pid = pidIn(join(home.path, name));
      if (pid !== null) await endProcess(pid);
    }
    await home.remove();
  });
  const cairn = async (...args: readonly string[]): Promise<string> =>
    (await run(node, [join(prefix, 'bin/cairn'), ...args], { env: envOf(home.path), cwd: home.path })).stdout;
  const json = async (...args: readonly string[]) => Object(JSON.parse(await cairn(...args, '--json')));
  return { home: home.path, cairn, json };
};

const serverOf = async (node: string) => {
  const home = await tempHome('packed-server');
  const port = await freePort();
  const child = spawn(node, [join(prefix, 'bin/cairn-server')], {
    env: { ...envOf(home.path), CAIRN_SERVER_PORT: String(port), CAIRN_SERVER_DATA: join(home.path, 'data') },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  onTestFinished(async () => {
    if (child.pid !== undefined) await endProcess(child.pid);
    await home.remove();
  });
  await waitUntil(() => output.includes('listening on'), {
    timeoutMs: 100_000,
    what: `the server: ${output}`,
  });
  return { url: `http://127.0.0.1:${port}`, setupToken: /setup token: (\S+)/.exec(output)?.[1] ?? '' };
};

describe.skipIf(!isInstalled)('the package', () => {
  test.each(NODES)('[PK-1] saves, finds and syncs with nothing else, by %s', async (_name, node) => {
    const [laptop, desktop] = [await deviceOf(node), await deviceOf(node)];
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(await laptop.cairn('--version')).toBe(`${version}\n`);
    expect(await laptop.json('save', 'Packed, installed and saved')).toMatchObject({ status: 'saved' });
    const server = await serverOf(node);
    await laptop.json('vault', 'create', '--server', server.url, '--setup-token', server.setupToken);
    const { code } = await laptop.json('invite');
    await desktop.json('join', code, '--server', server.url);
    const { results } = await desktop.json('search', 'what was packed?');
    expect(results.map(({ content }: { content: string }) => content)).toEqual([
      'Packed, installed and saved',
    ]);
    const { origin } = new URL(String((await laptop.json('open')).url));
    const [, script = ''] = /src="([^"]+)"/.exec(await (await fetch(origin)).text()) ?? [];
    expect((await fetch(`${origin}${script}`)).headers.get('content-type')).toContain('javascript');
    expect((await laptop.json('doctor')).ok).toBe(true);
    await laptop.cairn('down');
    await desktop.cairn('down');
  });

  test.each(NODES)('[PK-1] is an MCP server and a hook, by %s', async (_name, node) => {
    const { home, cairn } = await deviceOf(node);
    const child = spawn(node, [join(prefix, 'bin/cairn'), 'mcp'], { env: envOf(home), cwd: home });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    const answer = await new Promise<string>((resolve) => {
      child.stdout.setEncoding('utf8').once('data', resolve);
    });
    expect(JSON.parse(answer).result.serverInfo.name).toMatch(/cairn/i);
    child.stdin.end();
    expect(await ended).toBe(0);
    // Programs with windows have no PATH that leads to a Node.
    const out = await cairn('install', 'claude-code', '--dry-run');
    expect(out).toContain('node_modules/cairn-memory/bin/cairn.cjs"');
    expect(out).toMatch(/"command": "\/\S+\/node"/);
    // The second call needs no Node. [HK-8]
    const bin = join(installed, 'bin');
    expect(out).toMatch(/\/bin\/cairn-hook \S+\/node \S+\/bin\/cairn\.cjs hook claude-code prompt/);
    await cairn('save', 'Billing listens on port 8080');
    for (const program of [node, '/nowhere/node']) {
      const words = [program, join(bin, 'cairn.cjs'), 'hook', 'claude-code', 'prompt'];
      const asked = run(join(bin, 'cairn-hook'), words, { env: envOf(home), cwd: home });
      asked.child.stdin?.end(`{"session_id":"${program}","prompt":"Which port has billing?"}`);
      expect((await asked).stdout).toContain('port 8080');
    }
    await cairn('down');
  });

  test.each(NODES)('[PK-2] is the SDK too, by %s', async (_name, node) => {
    const { home, cairn } = await deviceOf(node);
    const program = join(installed, '..', `program-${process.pid}.mjs`);
    writeFileSync(
      program,
      `import { connectMemory } from 'cairn-memory';
       import { openMemory } from 'cairn-memory/engine';
       import { memoryTools } from 'cairn-memory/ai-sdk';
       import { openAiTools } from 'cairn-memory/openai';
       const memory = await connectMemory();
       await memory.save('By the SDK');
       const own = await openMemory({ path: process.env.HOME + '/own/file.db' });
       await own.save('In a file');
       const found = [(await memory.search('sdk')).results, (await own.search('file')).results];
       console.log(found.map(([one]) => one.content).join(), Object.keys(memoryTools(own)).length, openAiTools(own).chatTools.length);
       await memory.close(); await own.close();`,
    );
    const { stdout } = await run(node, [program], { env: envOf(home) });
    expect(stdout).toBe('By the SDK,In a file 5 5\n');
    await cairn('down');
  });

  test('[PK-2] its declarations say the types, to a program that is checked strictly', async () => {
    const folder = join(installed, '..');
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(
      join(folder, 'program.ts'),
      `import { connectMemory, type Memory, MemoryError } from 'cairn-memory';
       import { openMemory } from 'cairn-memory/engine';
       import { memoryTools } from 'cairn-memory/ai-sdk';
       import { openAiTools } from 'cairn-memory/openai';
       const memory: Memory = await openMemory({ path: 'x.db' });
       const first: string | undefined = (await memory.search('x')).results[0]?.content;
       for await (const event of (await connectMemory()).events()) if (event.kind === 'changed') event.ids.length;
       memoryTools(memory).memory_save.inputSchema;
       const name: 'memory_save' | string = openAiTools(memory).chatTools[0]!.function.name;
       const error = new MemoryError({ kind: 'not_found', message: '', retryable: false, status: null, problem: null });
       // @ts-expect-error: not a kind
       error.kind === 'nonsense';
       // @ts-expect-error: not a field
       await memory.save({ content: 'x', nonsense: 1 });
       export { first, name };`,
    );
    const config = {
      compilerOptions: {
        strict: true,
        module: 'nodenext',
        target: 'es2024',
        lib: ['es2024', 'esnext.disposable', 'dom'],
        types: [],
        noEmit: true,
        skipLibCheck: false,
      },
      files: ['program.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const checked = await run(process.execPath, [tsc, '-p', folder]).catch((error: unknown) => Object(error));
    expect(checked.stdout).toBe('');
  });

  test('[PK-3] a Node that is too old is told so in words, and an agent in the middle of a hook is not held up', async () => {
    const old = join(work.path, 'old.cjs');
    writeFileSync(
      old,
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } });",
    );
    for (const name of ['cairn', 'cairn-server']) {
      const failed = await run(process.execPath, ['--require', old, join(prefix, 'bin', name)]).catch(
        (error: unknown) => Object(error),
      );
      expect([failed.code, failed.stdout]).toEqual([1, '']);
      expect(failed.stderr).toContain(`${name}: needs Node 22.13 or newer; this one is 18.20.0`);
    }
    await run(process.execPath, [
      '--require',
      old,
      join(prefix, 'bin/cairn'),
      'hook',
      'claude-code',
      'session-start',
    ]);
    // No syntax that Node 12 cannot parse.
    expect(readFileSync(join(installed, 'bin/cairn.cjs'), 'utf8')).not.toMatch(
      /=>|\?\?|\?\.|\blet\b|\bconst\b|`/,
    );
  });
});

test.skipIf(!isInstalled)('[TE-8] brings the manual page, where `man cairn` looks for it', () => {
  const page = readFileSync(join(prefix, 'share/man/man1/cairn.1'), 'utf8');
  expect(page).toMatch(/^\.TH CAIRN 1 /);
  expect(page).toContain('.SS "cairn vault create [options]"');
});

test('[PK-4] is small, is found whole by publint, and names no place of the machine that built it', async () => {
  const table = readFileSync(join(root, 'packages/static-embedder/data/tokens.bin'));
  expect(statSync(tarball).size - gzipSync(table).length).toBeLessThan(TARBALL_BYTES_MAX);
  if (!isInstalled) return;
  expect((await publint({ pkgDir: installed, pack: false, strict: true })).messages).toEqual([]);
  expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).toMatchObject(source);
  const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('node_modules/cairn-memory/node_modules'),
  );
  expect(files.length).toBeGreaterThan(30);
  const { parentPath } = files.find(({ name }) => name === 'index.html') ?? {};
  expect(parentPath, "the browser's page").toBe(join(installed, 'lib/page'));
  const naming = files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(root));
  expect(naming.map(({ name }) => name)).toEqual([]);
});
