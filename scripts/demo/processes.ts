/** The demo's processes, started through `bin/cairn` and `bin/cairn-server`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const POLL_MS = 20;
const SERVER_START_MS_MAX = 90_000;
const SERVER_STOP_MS_MAX = 15_000;
const DAEMON_STOP_MS_MAX = 15_000;

/** Returns an environment without the person's settings, so that the demo cannot use their database, home or keys. */
const cleanEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(CAIRN_|SUPABASE_|DATABASE_URL|XDG_)/.test(name)),
  );

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie counts as dead, though signal 0 reaches it.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'EPERM' || (code === 'ENOENT' && process.platform !== 'linux');
  }
};

const awaitEnd = async (pid: number, timeoutMs: number): Promise<boolean> => {
  const deadline = performance.now() + timeoutMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
};

/** Sends SIGTERM, then SIGKILL. */
const end = async (pid: number, timeoutMs: number): Promise<void> => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    if (await awaitEnd(pid, timeoutMs)) return;
  }
};

export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  readonly url: string;
  /** Setup token, which is printed at the first start only. */
  readonly setupToken: string;
}

interface ServerFolder {
  readonly data: string;
  readonly log: string;
  readonly pidFile: string;
}

const serverFolder = (folder: string): ServerFolder => ({
  data: join(folder, 'server', 'data'),
  log: join(folder, 'server', 'server.log'),
  pidFile: join(folder, 'server', 'pid'),
});

/** Starts the server. Its output is written to a file, so that it can outlive the demo (`--keep`). */
export const startServer = async (
  folder: string,
  port: number,
  checkStopped: () => void,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> => {
  const { data, log, pidFile } = serverFolder(folder);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const file = openSync(log, 'w', 0o600);
  const child = spawn(join(root, 'bin', 'cairn-server'), {
    detached: true,
    stdio: ['ignore', file, file],
    env: { ...cleanEnv(), CAIRN_SERVER_PORT: String(port), CAIRN_SERVER_DATA: data, ...env },
  });
  closeSync(file);
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
  child.unref();
  const pid = child.pid ?? 0;
  writeFileSync(pidFile, String(pid));
  const url = await Promise.race([
    awaitLine(log, /^listening on (\S+)$/m, checkStopped),
    ended.then((code) => `ended with ${code}`),
  ]);
  const text = readFileSync(log, 'utf8');
  if (!url.startsWith('http')) throw new Error(`The sync server ${url}:\n${lastLines(text)}`);
  return {
    pid,
    port: Number(new URL(url).port),
    url,
    setupToken: /^setup token: (\S+)$/m.exec(text)?.[1] ?? '',
  };
};

const awaitLine = async (path: string, pattern: RegExp, checkStopped: () => void): Promise<string> => {
  const deadline = performance.now() + SERVER_START_MS_MAX;
  for (;;) {
    checkStopped();
    const found = pattern.exec(readFileSync(path, 'utf8'))?.[1];
    if (found !== undefined) return found;
    if (performance.now() > deadline) return `did not start within ${SERVER_START_MS_MAX / 1_000} s`;
    await sleep(POLL_MS);
  }
};

const LINES_SHOWN = 8;
export const lastLines = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .slice(-LINES_SHOWN)
    .map((line) => `  ${line}`)
    .join('\n');

/** Stops the server. `graceMs` is the time that it has to stop by itself. */
export const stopServer = async (folder: string, graceMs = SERVER_STOP_MS_MAX): Promise<void> => {
  const pid = Number(readText(serverFolder(folder).pidFile));
  if (pid > 0) await end(pid, graceMs);
};

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

export const serverLog = (folder: string): string => readText(serverFolder(folder).log);
export const serverData = (folder: string): string => serverFolder(folder).data;

/** A device: a home, and `bin/cairn` in it. */
export interface Device {
  readonly name: string;
  readonly home: string;
  /** Runs `cairn …`, which may fail. */
  run(args: readonly string[]): Promise<Ran>;
  /** Runs `cairn … --json`, which must succeed, and notes it for the screen. */
  cairn(args: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  /** Runs `cairn … --json` for a check that is not shown. */
  check(args: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  /** Calls the daemon's loopback API, where starting a process for every question would take longer than the answer. */
  api(path: string, body: object): Promise<Readonly<Record<string, unknown>>>;
  stop(): Promise<void>;
}

export interface Backstage {
  /** Running commands, for the code that stops them. */
  readonly children: Set<ChildProcess>;
  /** Called with each shown command, as a person would write it. */
  readonly note: (command: string) => void;
  /** Returns additional environment for every command. */
  readonly env?: () => Readonly<Record<string, string>>;
}

export const createDevice = (folder: string, name: string, backstage: Backstage): Device => {
  const { children, note, env = () => ({}) } = backstage;
  const home = join(folder, name);
  mkdirSync(home, { recursive: true, mode: 0o700 });

  const run = async (args: readonly string[]): Promise<Ran> => {
    const child = spawn(join(root, 'bin', 'cairn'), args, {
      env: { ...cleanEnv(), CAIRN_HOME: home, CAIRN_PORT: '0', CAIRN_EMBED: 'off', ...env() },
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    const texts = { out: '', err: '' };
    child.stdout.on('data', (part) => (texts.out += String(part)));
    child.stderr.on('data', (part) => (texts.err += String(part)));
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(1));
      child.once('close', resolve);
    });
    children.delete(child);
    return { code, ...texts };
  };

  const check: Device['check'] = async (args) => {
    const { code, out, err } = await run([...args, '--json']);
    if (code !== 0) throw new Error(`On ${name}, "cairn ${args[0]}" ended with ${code}: ${err.trim()}`);
    return objectOf(out);
  };

  const daemon = (): { port: number; token: string; pid: number } => {
    const { port, pid } = objectOf(readText(join(home, 'daemon.json')));
    return { port: Number(port), pid: Number(pid), token: readText(join(home, 'daemon.token')).trim() };
  };

  return {
    name,
    home,
    run,
    check,
    cairn: (args) => {
      note(`${name} $ cairn ${args.map(quoted).join(' ')}`);
      return check(args);
    },
    api: async (path, body) => {
      const { port, token } = daemon();
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`On ${name}, ${path} answered ${response.status}: ${text}`);
      return objectOf(text);
    },
    stop: async () => {
      const { pid } = daemon();
      if (!Number.isInteger(pid) || pid <= 0) return;
      await run(['down']);
      if (!(await awaitEnd(pid, DAEMON_STOP_MS_MAX))) await end(pid, DAEMON_STOP_MS_MAX);
    },
  };
};

/** Returns a word for display. The secret after `--setup-token` is hidden, and long ids are cut. */
const quoted = (word: string, at: number, words: readonly string[]): string => {
  if (words[at - 1] === '--setup-token') return '…';
  if (/^[mdkv]_[0-9a-z]{26}$/.test(word)) return `${word.slice(0, 8)}…`;
  const code = /^([0-9A-Z-]{4,})@/i.exec(word)?.[1];
  if (code !== undefined) return word.replace(code, `${code.slice(0, 4)}…`);
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `"${word}"`;
};

const objectOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
