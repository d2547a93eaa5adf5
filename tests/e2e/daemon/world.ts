// Real processes for the daemon's tests: daemons in temporary homes, and a sync server with its embedded database. They run the bundles
// that the test run has built, and are ended by pid when the test ends.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  connect,
  type DaemonClient,
  type Paths,
  readRunningDaemon,
  resolvePaths,
} from '@cairn/client/device';
import {
  inviteResult,
  joinResult,
  listResult,
  saveResult,
  searchResult,
  vaultCreateResult,
} from '@cairn/schema';
import { endProcess, freePort, pidAlive, pidIn, tempHome, waitUntil } from '@cairn/test-support';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { newServerData } from '../server-data.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
export const program = joinPath(root, 'packages/local-daemon/dist/daemon.js');
const serverProgram = joinPath(root, 'packages/cloud/dist/server.js');

const CLEAN_ENV = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('CAIRN_') && !name.startsWith('NODE_')),
  ),
  NODE_COMPILE_CACHE: joinPath(root, '.tools/compile-cache'),
};

export interface Home {
  readonly paths: Paths;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Makes a home. At the end of the test, its daemon is killed if it runs, and everything is deleted. */
export const makeHome = async (env: Record<string, string> = {}): Promise<Home> => {
  const home = await tempHome('daemon');
  const full = { ...CLEAN_ENV, CAIRN_HOME: home.path, CAIRN_PORT: '0', CAIRN_EMBED: 'off', ...env };
  const paths = resolvePaths({ env: full, homeDir: home.path, platform: process.platform, cwd: '/' });
  onTestFinished(async () => {
    // A daemon that starts or stops holds the lock without being announced.
    for (const pid of [pidIn(paths.daemonFile), pidIn(paths.lock)]) if (pid !== null) await endProcess(pid);
    await home.remove();
  });
  return { paths, env: full };
};

export const start = async ({ paths, env }: Home): Promise<DaemonClient> => {
  const client = await connect(paths, { start: true, env, program });
  if (!client.ok) throw new Error(client.error.message);
  onTestFinished(() => client.value.close());
  return client.value;
};

export interface TestDevice {
  readonly home: Home;
  readonly client: DaemonClient;
  readonly name: string;
}

export const device = async (name: string): Promise<TestDevice> => {
  const home = await makeHome();
  return { home, client: await start(home), name };
};

/** Returns the pids of all processes that run the daemon's program for this home. */
export const daemonsOf = (home: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return command.includes(program) && environment.includes(`CAIRN_HOME=${home}\0`) && pidAlive(pid);
      } catch {
        return false;
      }
    });

/** Kills the daemon as a power cut does. */
export const kill = async ({ paths }: Home): Promise<void> => {
  const running = readRunningDaemon(paths);
  if (running !== null) await endProcess(running.pid);
};

type Ask = Parameters<DaemonClient['request']>;

/** Returns the answer, or throws the error's sentence. */
export const ask = async (client: DaemonClient, ...[method, path, body, options]: Ask): Promise<unknown> => {
  const answer = await client.request(method, path, body, options);
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.error.kind}: ${answer.error.message}`);
  return answer.value;
};

/** Returns the answer in the shape of the contract. */
export const askFor = async <T>(
  client: DaemonClient,
  schema: { parse(value: unknown): T },
  ...call: Ask
): Promise<T> => schema.parse(await ask(client, ...call));

/** Returns the error's kind and sentence. Throws when there is no error. */
export const refusal = async (client: DaemonClient, ...[method, path, body, options]: Ask) => {
  const answer = await client.request(method, path, body, options);
  if (answer.ok) throw new Error(`${method} ${path} was not refused: ${JSON.stringify(answer.value)}`);
  return answer.error;
};

export const save = async (client: DaemonClient, content: string, more = {}): Promise<string> =>
  (await askFor(client, saveResult, 'POST', '/v1/memories', { content, ...more })).id;

export const find = async (client: DaemonClient, query: string): Promise<readonly string[]> =>
  (await askFor(client, searchResult, 'POST', '/v1/search', { query })).results.map(({ content }) => content);

export const contents = async (client: DaemonClient): Promise<readonly string[]> =>
  (await askFor(client, listResult, 'GET', '/v1/memories?limit=1000')).memories
    .map(({ content }) => content)
    .toSorted();

export const syncAll = async (...clients: readonly DaemonClient[]): Promise<void> => {
  for (const client of clients) await ask(client, 'POST', '/v1/sync', { wait: true, timeoutS: 30 });
};

export interface SyncServer {
  readonly url: string;
  readonly setupToken: string;
  /** Returns everything that the process has written. */
  output(): string;
  readonly data: string;
  kill(): Promise<void>;
  /** Ends the server and deletes its data. */
  remove(): Promise<void>;
  /** Starts the server again at the same address, with the same data. */
  restart(): Promise<void>;
}

/** Starts a server for one test, which may kill it. */
export const startServer = async (env: Record<string, string> = {}): Promise<SyncServer> => {
  const server = await runServer(env);
  onTestFinished(server.remove);
  return server;
};

/** Starts a server for the tests of a file, with room for any number of vaults. Call it at the top. */
export const sharedServer = (): (() => SyncServer) => {
  let server: SyncServer | null = null;
  beforeAll(async () => {
    server = await runServer({ CAIRN_REGISTRATION: 'open' });
  });
  afterAll(() => server?.remove());
  return () => {
    if (server === null) throw new Error('the server is not there yet');
    return server;
  };
};

const runServer = async (env: Record<string, string>): Promise<SyncServer> => {
  const home = await tempHome('server');
  const data = joinPath(home.path, 'data');
  await newServerData(data);
  const outputs: string[] = [];
  let child: ChildProcess | null = null;
  // The port is chosen in advance, so that a restarted server has the same one.
  const port = await freePort();

  const run = async (): Promise<void> => {
    const from = outputs.length;
    const started = spawn(process.execPath, [serverProgram], {
      env: {
        ...CLEAN_ENV,
        HOME: home.path,
        CAIRN_SERVER_DATA: data,
        CAIRN_SERVER_PORT: String(port),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => outputs.push(text));
    await waitUntil(() => outputs.slice(from).join('').includes(`listening on http://127.0.0.1:${port}`), {
      timeoutMs: 100_000,
      what: 'the server to listen',
    }).catch((error: unknown) => {
      throw new Error(`the server wrote: ${outputs.join('')}`, { cause: error });
    });
  };
  const stop = async (): Promise<void> => {
    if (child?.pid !== undefined) await endProcess(child.pid);
  };
  const remove = async (): Promise<void> => {
    await stop();
    await home.remove();
  };
  try {
    await run();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    remove,
    url: `http://127.0.0.1:${port}`,
    setupToken: /setup token: (\S+)/.exec(outputs.join(''))?.[1] ?? '',
    output: () => outputs.join(''),
    data: home.path,
    kill: stop,
    restart: run,
  };
};

export const createVault = (
  client: DaemonClient,
  server: Pick<SyncServer, 'url' | 'setupToken'>,
  name: string,
  more = {},
) =>
  askFor(client, vaultCreateResult, 'POST', '/v1/vault', {
    server: server.url,
    setupToken: server.setupToken,
    name,
    ...more,
  });

export const invite = (client: DaemonClient) => askFor(client, inviteResult, 'POST', '/v1/vault/invite', {});

export const join = async (
  inviter: DaemonClient,
  joiner: DaemonClient,
  server: Pick<SyncServer, 'url'>,
  name: string,
) => {
  const { code } = await invite(inviter);
  const input = { code, server: server.url, name, timeoutS: 60 };
  return askFor(joiner, joinResult, 'POST', '/v1/vault/join', input, { timeoutMs: 0 });
};

/** Returns every file below the folder that holds one of the texts. */
export const filesWith = (folder: string, texts: readonly string[]): readonly string[] => {
  const found: string[] = [];
  if (!existsSync(folder)) return found;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = joinPath(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    if (texts.some((text) => bytes.includes(text))) found.push(path);
  }
  return found;
};
