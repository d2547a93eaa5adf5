// The sync server of a round: one process on the embedded database, or two replicas on Postgres behind a round-robin proxy.

import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startRoundRobin, waitUntil } from '@cairn/test-support';
import { cleanEnv, oneAtATime, root, start } from './processes.ts';

/** One server process. */
export interface Node {
  readonly name: string;
  readonly port: number;
  pid(): number | null;
  /** Starts the process. Does nothing when it runs. `more` are settings of this start only. */
  start(more?: Readonly<Record<string, string>>): Promise<void>;
  /** Stops the process and waits for its end. */
  stop(signal: NodeJS.Signals): Promise<void>;
  log(): string;
}

/** Folder with a copy of everything that the server stores. */
export type Copy = string;

/** Copies and restores the database of all nodes, while none of them runs. */
export interface Copier {
  take(name: string): Promise<Copy>;
  putBack(copy: Copy): Promise<void>;
}

export interface Server {
  /** Port that the devices' lines connect to. */
  readonly port: number;
  readonly setupToken: string;
  readonly nodes: readonly Node[];
  readonly copier: Copier;
  /** Runs `act` while no other nemesis of the whole server is active. */
  alone<T>(act: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const SETUP_TOKEN = 'the-setup-token-of-a-torture';
/** A busy machine may need very long. */
const START_MS = 180_000;

const createNode = async (name: string, settings: Readonly<Record<string, string>>): Promise<Node> => {
  const port = await freePort();
  let child: ChildProcess | null = null;
  let output = '';
  const isRunning = (): boolean => child !== null && child.exitCode === null && child.signalCode === null;
  const ready = async (): Promise<'up' | 'ended'> => {
    if (!isRunning()) return 'ended';
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
    if (!answer.ok) throw new Error(`${answer.status}`);
    return 'up';
  };
  const startOnce = async (more: Readonly<Record<string, string>>): Promise<boolean> => {
    const env = {
      ...cleanEnv(),
      CAIRN_SERVER_PORT: String(port),
      CAIRN_SETUP_TOKEN: SETUP_TOKEN,
      ...settings,
      ...more,
    };
    const started = start(join(root, 'bin', 'cairn-server'), [], env);
    child = started;
    for (const stream of [started.stdout, started.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => (output += part));
    const state = await waitUntil(ready, { timeoutMs: START_MS, what: `${name} to serve`, everyMs: 50 });
    return state === 'up';
  };
  return {
    name,
    port,
    pid: () => (isRunning() ? (child?.pid ?? null) : null),
    log: () => output,
    start: async (more = {}) => {
      if (isRunning()) return;
      // The database may be down, or may still belong to the previous process.
      for (const until = performance.now() + START_MS; !(await startOnce(more)); ) {
        if (performance.now() > until) throw new Error(`${name} does not start: ${output.slice(-500)}`);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    },
    stop: async (signal) => {
      const running = child;
      if (running === null || !isRunning()) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill(signal);
      // A stopped (SIGSTOP) process reacts to SIGKILL only.
      const timer = setTimeout(() => running.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(timer);
    },
  };
};

/** Starts all nodes or none. */
const startAll = async (nodes: readonly Node[]): Promise<void> => {
  try {
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
    throw error;
  }
};

/** Opens a server on the embedded database, whose folder is copied. */
export const openEmbeddedServer = async (folder: string): Promise<Server> => {
  const data = join(folder, 'server');
  mkdirSync(data, { recursive: true });
  const node = await createNode('server', { CAIRN_SERVER_DATA: data });
  await startAll([node]);
  return {
    port: node.port,
    setupToken: SETUP_TOKEN,
    nodes: [node],
    copier: {
      take: async (name) => {
        const copy = join(folder, `server-${name}`);
        rmSync(copy, { recursive: true, force: true });
        cpSync(data, copy, { recursive: true });
        return copy;
      },
      putBack: async (copy) => {
        if (!existsSync(copy)) throw new Error(`there is no copy ${copy}`);
        // The folder itself stays, because a small disk may be mounted on it.
        for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
        cpSync(copy, data, { recursive: true });
      },
    },
    alone: oneAtATime(),
    close: () => node.stop('SIGTERM'),
  };
};

export interface Database {
  readonly url: string;
  readonly copier: Copier;
}

/** Opens two replicas on one database. */
export const openReplicas = async (folder: string, { url, copier }: Database): Promise<Server> => {
  const settings = { DATABASE_URL: url, HOME: folder };
  const nodes = [await createNode('replica-1', settings), await createNode('replica-2', settings)];
  await startAll(nodes);
  const proxy = await startRoundRobin(nodes.map(({ port }) => `http://127.0.0.1:${port}`));
  return {
    port: Number(new URL(proxy.url).port),
    setupToken: SETUP_TOKEN,
    nodes,
    copier,
    alone: oneAtATime(),
    close: async () => {
      await proxy.stop();
      await Promise.all(nodes.map((node) => node.stop('SIGTERM')));
    },
  };
};
