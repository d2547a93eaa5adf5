// A private libSQL server (sqld) for tests, with its own folder and port, on loopback only. It ends when its owner process ends.

import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './free-port.ts';
import { endProcess } from './process-state.ts';
import { waitUntil } from './wait-until.ts';

export interface LibsqlServer {
  readonly port: number;
  /** Makes an empty database and returns its address. */
  createDatabase(): Promise<string>;
  /** Token that every request must carry; null when the server requires none. */
  readonly token: string | null;
  /** Kills the server as a power cut does. Its databases stay. */
  kill(): Promise<void>;
  /** Starts the server again on the same port, with the same databases. */
  start(): Promise<void>;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

/** Idle seconds after which the server ends, in case its owner was killed. */
const IDLE_S = 120;
/** Start-up limit for a busy machine. A start usually takes a quarter of a second. */
const START_TIMEOUT_MS = 60_000;
/** Limit of open databases, more than any test file makes. */
const OPEN_MAX = '2000';
const LAST_WORDS_CHARS = 2_000;

const findSqld = (): string | null => {
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `@sqld/${process.platform}-${process.arch}/package.json`,
    );
    const program = join(dirname(manifest), 'sqld');
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
};

/** Starts a server. Returns null, with a warning, on a machine without sqld. */
export const startLibsqlServer = async (
  options: { readonly asksForToken?: boolean } = {},
): Promise<LibsqlServer | null> => {
  const program = findSqld();
  if (program === null) {
    console.error(
      `\n  NO SQLD for ${process.platform}-${process.arch}: the tests of a remote store are SKIPPED.\n`,
    );
    return null;
  }
  const folder = await mkdtemp(join(tmpdir(), 'cairn-sqld-'));
  const [port, adminPort] = [await freePort(), await freePort()];
  const auth = options.asksForToken === true ? makeToken() : null;
  const keyFile = join(folder, 'key.pem');
  if (auth !== null) await writeFile(keyFile, auth.publicKey);
  const args = [
    ...['--db-path', join(folder, 'data'), '--http-listen-addr', `127.0.0.1:${port}`],
    ...['--enable-namespaces', '--admin-listen-addr', `127.0.0.1:${adminPort}`],
    ...['--no-welcome', '--disable-metrics', '--idle-shutdown-timeout-s', String(IDLE_S)],
    // With more than its default of 100 open databases, sqld sometimes reports that an existing one does not exist.
    ...['--max-active-namespaces', OPEN_MAX, '--max-concurrent-connections', OPEN_MAX],
    ...(auth === null ? [] : ['--auth-jwt-key-file', keyFile]),
  ];
  let child: ChildProcess | null = null;
  const endWithOwner = (): void => {
    child?.kill('SIGKILL');
  };
  process.once('exit', endWithOwner);
  const kill = async (): Promise<void> => {
    const pid = child?.pid;
    child = null;
    if (pid !== undefined) await endProcess(pid);
  };
  const server: LibsqlServer = {
    port,
    token: auth?.token ?? null,
    async createDatabase() {
      const name = `t${randomBytes(6).toString('hex')}`;
      const made = await fetch(`http://127.0.0.1:${adminPort}/v1/namespaces/${name}/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      if (!made.ok) throw new Error(`sqld did not make a database: ${made.status} ${await made.text()}`);
      // Uses a host name, because sqld takes the first part of an IP address for a database name.
      const url = `http://localhost:${port}/dev/${name}`;
      // sqld reports that the database is created a moment before it can be opened.
      await waitUntil(() => isFound(url), { timeoutMs: 10_000, what: `sqld to find ${name}`, everyMs: 20 });
      return url;
    },
    kill,
    async start() {
      let words = '';
      const begin = (): ChildProcess => {
        const begun = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
        watchOwner(begun);
        begun.stderr.setEncoding('utf8').on('data', (part: string) => {
          words = `${words}${part}`.slice(-LAST_WORDS_CHARS);
        });
        return begun;
      };
      child = begin();
      // A server that ends at once found its port or files still held by its predecessor. It is started again.
      const isUp = async (): Promise<boolean> => {
        if (child?.exitCode != null || child?.signalCode != null) child = begin();
        return isHealthy(port);
      };
      await waitUntil(isUp, { timeoutMs: START_TIMEOUT_MS, what: 'sqld to answer', everyMs: 100 }).catch(
        (error: unknown) => {
          throw new Error(`${error instanceof Error ? error.message : String(error)}: ${words}`);
        },
      );
    },
    async stop() {
      await kill();
      process.off('exit', endWithOwner);
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
  await server.start();
  return server;
};

/**
 * Ends the server when its owner is killed. Vitest kills a worker whose tests were all skipped by a signal, without `afterAll` and
 * without `exit`. The worker's end of this pipe closes even then.
 */
const watchOwner = (server: ChildProcess): void => {
  if (server.pid === undefined || process.platform === 'win32') return;
  const watcher = spawn('sh', ['-c', `read -r _; kill -9 ${server.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  server.once('exit', () => watcher.kill('SIGKILL'));
};

/** Returns true for any answer but "not found", even for "token is missing". */
const isFound = async (url: string): Promise<boolean> => {
  const body = JSON.stringify({ requests: [] });
  return (await fetch(`${url}/v2/pipeline`, { method: 'POST', body })).status !== 404;
};

const isHealthy = async (port: number): Promise<boolean> => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`)).ok;
  } catch {
    return false;
  }
};

/** Makes a token with full access, signed as Turso signs its tokens. */
const makeToken = (): { readonly publicKey: string; readonly token: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ a: 'rw' })}`;
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    token: `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`,
  };
};
