/**
 * Starts the daemon when none runs and waits until it is ready. Any number of clients may do so at once: the daemons they
 * start race for one lock, the losers leave at once, and every client ends up with the winner.
 */
import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { err, isShortOfFiles, ok, type Result, systemCodeOf, unwritable } from '@cairn/schema';
import { findRoute } from '@cairn/schema/routes';
import { DAEMON_NODE_FLAGS, daemonEnv } from '../adapters/launch-settings.ts';
import { ELSEWHERE, lockHolder, lockingDaemon } from '../adapters/lock.ts';
import { clearWay } from '../adapters/plain-file.ts';
import { makePrivateFolder } from '../adapters/private-folder.ts';
import { isAlive, processStart } from '../adapters/process-identity.ts';
import { NEUTRAL_FOLDER } from '../adapters/programs.ts';
import { sleep, steadyMs } from '../adapters/system-time.ts';
import { tailOf } from '../adapters/tail.ts';
import { type ClientError, isDaemonErrorKind, unreachable } from './client-error.ts';
import { type RunningDaemon, readRunningDaemon } from './daemon-file.ts';
import type { Paths } from './paths.ts';

/** The message of a starting daemon to the process that started it. */
export type StartReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'held'; readonly pid: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string };

/** A migration of a large file may take its time; a daemon that still starts after this is left alone, but not awaited. */
const START_MS_MAX = 60_000;
const POLL_MS = 10;
const ANNOUNCED_MS_MAX = 1_500;
/** A daemon whose files were all removed has them back within this. */
const PUT_BACK_MS = 500;
/** How often a start is tried when the daemon that held the lock went away meanwhile. */
const ATTEMPTS_MAX = 5;

export interface StartOptions {
  /** The daemon's environment; this process's own when absent. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The daemon's program; the one that belongs to this one when absent. */
  readonly program?: string | undefined;
  /** How long its start is awaited; it goes on starting after that. 60 s when absent. */
  readonly startMsMax?: number | undefined;
}

export const startDaemon = async (
  paths: Paths,
  options: StartOptions,
): Promise<Result<RunningDaemon, ClientError>> => {
  try {
    return await startUntil(paths, options, steadyMs() + (options.startMsMax ?? START_MS_MAX));
  } catch (error) {
    // The folder cannot even be read.
    return err(unwritableHere(paths, error));
  }
};

const startUntil = async (
  paths: Paths,
  options: StartOptions,
  deadline: number,
): Promise<Result<RunningDaemon, ClientError>> => {
  let isElsewhere = false;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const holder = lockHolder(paths.lock);
    if (holder === null) {
      const report = await spawnDaemon(paths, options, deadline);
      if (!report.ok) return report;
      isElsewhere = report.value.kind === 'held' && report.value.pid === ELSEWHERE;
    }
    const running = await awaitReady(paths, deadline);
    if (running !== null) return ok(running);
    if (steadyMs() >= deadline) break;
  }
  if (isElsewhere)
    return err(
      unreachable(
        `A daemon in another container has the memories in ${paths.home} open. Stop it there, or set CAIRN_HOME to a folder of this container and join the vault.`,
      ),
    );
  return err(unreachable(withLog(paths, 'The daemon did not become ready.')));
};

/** A daemon whose files were removed puts them back at once, and one that starts is soon ready. Null: none holds the lock. [RL-20] */
export const awaitAnnounced = (
  paths: Paths,
  { startMsMax = ANNOUNCED_MS_MAX }: StartOptions,
): Promise<RunningDaemon | null> =>
  lockingDaemon(paths.lock) === null
    ? Promise.resolve(null)
    : awaitReady(paths, steadyMs() + Math.min(startMsMax, ANNOUNCED_MS_MAX));

/** The daemon that holds the lock, once it says that it is ready; null when the lock falls free or time is over. */
const awaitReady = async (paths: Paths, deadline: number): Promise<RunningDaemon | null> => {
  while (steadyMs() < deadline) {
    const running = readRunningDaemon(paths);
    const holder = lockHolder(paths.lock);
    if (running !== null && holder === running.pid && isAlive(holder)) return running;
    if (holder === null) return null;
    await sleep(POLL_MS);
  }
  return null;
};

/** As sources the programs are TypeScript files of their packages; built, all lie in one folder. */
const programBeside = (): string => {
  const besides = import.meta.url.endsWith('.ts') ? '../../../local-daemon/src/main.ts' : './daemon.js';
  return fileURLToPath(new URL(besides, import.meta.url));
};

/**
 * A host that ends its MCP server ends the server's children too, however long ago they left its group: the daemon's parent is
 * one that has gone. The words are the shell's arguments, so it takes none of them apart. [ST-2]
 */
const apart = (words: readonly string[]): readonly [string, string[]] =>
  process.platform === 'win32'
    ? [process.execPath, [...words]]
    : ['/bin/sh', ['-c', '"$@" &', 'sh', process.execPath, ...words]];

const spawnDaemon = async (
  paths: Paths,
  options: StartOptions,
  deadline: number,
): Promise<Result<StartReport, ClientError>> => {
  let log: number;
  try {
    for (const folder of paths.folders) makePrivateFolder(folder);
    // A daemon would find the same out, later.
    accessSync(paths.home, constants.W_OK);
    clearWay(paths.log);
    log = openSync(paths.log, 'a', 0o600);
  } catch (error) {
    return err(unwritableHere(paths, error));
  }
  try {
    return await new Promise((resolve) => {
      const [program, args] = apart([...DAEMON_NODE_FLAGS, options.program ?? programBeside()]);
      const child = spawn(program, args, {
        cwd: NEUTRAL_FOLDER,
        detached: true,
        windowsHide: true,
        stdio: ['ignore', log, log, 'ipc'],
        env: daemonEnv(options.env),
      });
      const settle = (result: Result<StartReport, ClientError>): void => {
        cancel.abort();
        child.removeAllListeners();
        // A listener stays, because an error without one would end this process.
        child.on('error', () => undefined);
        if (child.connected) child.disconnect();
        child.unref();
        resolve(result);
      };
      const cancel = new AbortController();
      const left = AbortSignal.any([
        cancel.signal,
        AbortSignal.timeout(Math.max(1, Math.round(deadline - steadyMs()))),
      ]);
      left.addEventListener('abort', () => {
        if (!cancel.signal.aborted)
          settle(err(unreachable(withLog(paths, 'The daemon is still starting. Try again in a moment.'))));
      });
      child.once('message', (message) => settle(resultOf(message)));
      child.once('error', (error) =>
        settle(
          err(
            isShortOfFiles(error.message)
              ? unwritableHere(paths, error)
              : unreachable(`The daemon cannot be started: ${error.message}`),
          ),
        ),
      );
      const ended = (how: string): void =>
        settle(err(unreachable(withLog(paths, `The daemon ended while it started${how}.`))));
      // Its words come before its line is closed.
      child.once('disconnect', () => ended(''));
      child.once('exit', (code, signal) => {
        if (code !== 0) ended(` (${signal ?? `exit ${code}`})`);
      });
    });
  } finally {
    closeSync(log);
  }
};

const resultOf = (message: unknown): Result<StartReport, ClientError> => {
  const report: Partial<Record<string, unknown>> =
    typeof message === 'object' && message !== null ? { ...message } : {};
  if (report.kind === 'failed') return err(startFailure(String(report.reason), String(report.message)));
  return ok(report.kind === 'ready' ? { kind: 'ready' } : { kind: 'held', pid: Number(report.pid) });
};

/** Failures that no start can mend, where reading without a daemon may do. [RL-22] */
const UNWRITABLE: ReadonlySet<string> = new Set(['storage_full', 'storage_read_only']);

const startFailure = (reason: string, message: string): ClientError =>
  UNWRITABLE.has(reason) && isDaemonErrorKind(reason)
    ? { ...unreachable(message), kind: reason }
    : unreachable(`The daemon cannot start: ${message}`);

const unwritableHere = (paths: Paths, error: unknown): ClientError => {
  const reason = error instanceof Error ? error.message : String(error);
  const { kind, message, retryable } = unwritable(systemCodeOf(error), paths.home, reason);
  return { kind, message, retryable, status: null, problem: null };
};

const withLog = (paths: Paths, sentence: string): string => {
  const lines = tailOf(paths.log, 5);
  return lines.length === 0
    ? `${sentence} Its log, ${paths.log}, is empty.`
    : `${sentence} The last lines of ${paths.log}:\n${lines.join('\n')}`;
};

/** Waits until the process has ended; false when it still runs after `timeoutMs`. */
export const awaitEnd = async (pid: number, timeoutMs: number): Promise<boolean> => {
  const deadline = steadyMs() + timeoutMs;
  while (processStart(pid) !== null) {
    if (steadyMs() >= deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
};

/**
 * Tells a daemon to end that cannot be asked to: it is known by its lock alone. Its pid, or null when there is none. A lock
 * that was removed is given the time to come back. [RL-21]
 */
export const endByLock = async (paths: Paths): Promise<number | null> => {
  const deadline = steadyMs() + PUT_BACK_MS;
  for (;;) {
    const pid = lockingDaemon(paths.lock);
    if (pid !== null) {
      process.kill(pid, 'SIGTERM');
      return pid;
    }
    if (steadyMs() >= deadline) return null;
    await sleep(POLL_MS);
  }
};

/** Whether doing it twice is doing it once. Here, because a command that loses no connection loads no table of routes. */
export const isRepeatable = (method: string, path: string): boolean =>
  findRoute(method, path)?.repeatable === true;
