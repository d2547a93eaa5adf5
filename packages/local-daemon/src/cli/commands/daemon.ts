/** Starts, stops and runs the daemon. */
import { fileURLToPath } from 'node:url';
import { DAEMON_NODE_FLAGS, daemonEnv, NEUTRAL_FOLDER, type RunningDaemon } from '@cairn/client/device';
import { err, ok } from '@cairn/schema';
import { answered, type Run } from '../command.ts';
import { fail, failureOf } from '../failure.ts';
import { shortTime } from '../output/short-time.ts';

const STOP_MS_MAX = 30_000;

const documentOf = ({ pid, port, version, startedAt }: RunningDaemon) => ({ pid, port, version, startedAt });

export const up: Run = (_, io) =>
  answered(io.daemon(), (client) => {
    const json = documentOf(client.daemon());
    const { pid, port, version, startedAt } = json;
    return {
      json,
      human: (style) =>
        `${style.green('The daemon runs')}, pid ${pid}, port ${port}, version ${version}, since ${shortTime(startedAt, io.nowMs)}.`,
    };
  });

export const down: Run = async (_, io) => {
  const { awaitEnd, endByLock } = await import('@cairn/client/start');
  const client = await io.daemon(false);
  if (!client.ok && client.error.kind !== 'daemon_unreachable') return client;
  const daemon = client.ok ? client.value.daemon() : null;
  const stopping = client.ok ? await client.value.request('POST', '/v1/shutdown', {}) : null;
  // A broken connection means that the daemon is ending. The next lines check whether it did.
  const isUnheard = stopping !== null && !stopping.ok && stopping.error.kind === 'daemon_unreachable';
  if (stopping !== null && !stopping.ok && !isUnheard && stopping.error.kind !== 'stopping')
    return err(failureOf(stopping.error));
  // A daemon that cannot be reached is ended by a signal, because `down` leaves none behind. [RL-21]
  const told = daemon === null || isUnheard ? await endByLock(io.paths) : ok(null);
  if (!told.ok) return err(failureOf(told.error));
  const pid = told.value ?? daemon?.pid ?? null;
  if (pid === null) return ok({ json: { daemon: null }, human: () => 'The daemon is not running.' });
  if (!(await awaitEnd(pid, STOP_MS_MAX)))
    return fail('timeout', `The daemon (pid ${pid}) is still stopping. \`cairn logs\` shows what it does.`);
  return ok({
    json: { ...(daemon === null ? { pid } : documentOf(daemon)), stopped: true },
    human: () => `The daemon has stopped (it was pid ${pid}).`,
  });
};

/** Runs the daemon as a child process. Forwards signals to the child, and fails if the child fails. */
export const run: Run = async (_, io) => {
  const besides = import.meta.url.endsWith('.ts') ? '../../main.ts' : './daemon.js';
  const program = fileURLToPath(new URL(besides, import.meta.url));
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, [...DAEMON_NODE_FLAGS, program, '--foreground'], {
    stdio: 'inherit',
    cwd: NEUTRAL_FOLDER,
    env: daemonEnv(io.env),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (status) => resolve(status ?? 1));
  });
  return code === 0 ? ok(null) : fail('internal', `The daemon ended with ${code}. \`cairn logs\` shows why.`);
};
