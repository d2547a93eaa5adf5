// A private libSQL server (sqld) for tests: own folder, own port, loopback only. It ends with its owner.

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
  /** What every request has to carry, when the server was started to ask for it. */
  readonly token: string | null;
  /** Ends it as a power cut does; its databases stay. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with the same databases. */
  start(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

/** Should its owner die without a word, it goes by itself. */
const IDLE_S = 120;
/** On a machine that does much else; it takes a quarter of a second. */
const START_TIMEOUT_MS = 60_000;
/** More databases than any test file makes. */
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

/** Null, loudly, on a machine for which there is no sqld. */
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
    // Beyond the 100 that it keeps open it sometimes says of one that it answered for before that there is none.
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
      // By this name: of a number sqld takes the first part for the name of a database.
      const url = `http://localhost:${port}/dev/${name}`;
      // It says that the database is made a moment before it finds it.
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
      // One that ends at once found its port or its files still held by the one before, and is begun again.
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
 * A worker whose tests were all skipped is ended by a signal, without `afterAll` and without `exit`. Its end of this pipe
 * closes even then.
 */
const watchOwner = (server: ChildProcess): void => {
  if (server.pid === undefined || process.platform === 'win32') return;
  const watcher = spawn('sh', ['-c', `read -r _; kill -9 ${server.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  server.once('exit', () => watcher.kill('SIGKILL'));
};

/** Any other answer will do, also that a token is missing. */
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

/** A token for everything, signed as Turso signs its own. */
const makeToken = (): { readonly publicKey: string; readonly token: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ a: 'rw' })}`;
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    token: `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`,
  };
};
