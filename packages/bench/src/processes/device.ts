/** A device: a real daemon process in a home folder of its own. */

import { connect, type DaemonClient, readRunningDaemon, resolvePaths } from '@cairn/client/device';
import { isRecord } from '@cairn/schema';
import { pidAlive, waitUntil } from '@cairn/test-support';
import { must } from '../must.ts';
import { tempFolder, type World } from '../world.ts';
import { cleanEnv, daemonProgram } from './places.ts';

export type Device = Awaited<ReturnType<typeof makeDevice>>;

const STOP_MS_MAX = 30_000;

export const makeDevice = async (world: World, name: string, more: Readonly<Record<string, string>> = {}) => {
  const home = await tempFolder(world, name);
  const env = cleanEnv({
    CAIRN_HOME: home,
    CAIRN_PORT: '0',
    CAIRN_EMBED: 'off',
    HOME: home,
    ...more,
  });
  const paths = resolvePaths({ env, homeDir: home, platform: process.platform, cwd: '/' });
  let client: DaemonClient | null = null;
  const running = (): DaemonClient => {
    if (client === null) throw new Error(`the daemon of ${name} does not run`);
    return client;
  };
  /** Stops the daemon, and waits until its process has ended. */
  const stop = async (): Promise<void> => {
    client?.close();
    client = null;
    const daemon = readRunningDaemon(paths);
    if (daemon !== null) await endProcess(daemon.pid);
  };
  world.cleanup.add(stop);
  return {
    paths,
    env,
    /** Starts the daemon and waits until it is ready. */
    async start() {
      client = must(await connect(paths, { start: true, env, program: daemonProgram() }));
    },
    stop,
    pid: () => running().daemon().pid,
    port: () => running().daemon().port,
    token: () => running().daemon().token,
    /** Sends a request and returns the JSON object of the answer. Throws when the answer is an error. */
    async ask(
      method: 'GET' | 'POST',
      path: string,
      body?: unknown,
    ): Promise<Readonly<Record<string, unknown>>> {
      const answer = await running().request(method, path, body, { timeoutMs: 0 });
      if (!answer.ok) throw new Error(`${name}: ${method} ${path}: ${answer.error.message}`);
      return isRecord(answer.value) ? answer.value : {};
    },
  };
};

export const startDevice = async (...args: Parameters<typeof makeDevice>): Promise<Device> => {
  const device = await makeDevice(...args);
  await device.start();
  return device;
};

/** Sends SIGTERM, and SIGKILL if the process still runs after `STOP_MS_MAX`. */
export const endProcess = async (pid: number): Promise<void> => {
  if (!pidAlive(pid)) return;
  process.kill(pid, 'SIGTERM');
  const what = `the end of process ${pid}`;
  try {
    await waitUntil(() => !pidAlive(pid), { timeoutMs: STOP_MS_MAX, what });
  } catch {
    process.kill(pid, 'SIGKILL');
    await waitUntil(() => !pidAlive(pid), { timeoutMs: STOP_MS_MAX, what });
  }
};
