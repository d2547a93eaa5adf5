/**
 * Starts the daemon if none runs, and waits until it is ready. Any number of clients may do so at once: the daemons that they start
 * compete for one lock, the losers exit at once, and every client connects to the winner.
 */
import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  err,
  errorText,
  isDaemonErrorKind,
  isShortOfFiles,
  ok,
  type Result,
  systemCodeOf,
  unwritable,
} from '@cairn/schema';
import { findRoute } from '@cairn/schema/routes';
import { DAEMON_NODE_FLAGS, daemonEnv } from '../adapters/launch-settings.ts';
import { ELSEWHERE, lockHolder, lockingDaemon } from '../adapters/lock.ts';
import { clearWay } from '../adapters/plain-file.ts';
import { makePrivateFolder } from '../adapters/private-folder.ts';
import { isAlive, processStart } from '../adapters/process-identity.ts';
import { NEUTRAL_FOLDER } from '../adapters/programs.ts';
import { sleep, steadyMs } from '../adapters/system-time.ts';
import { tailOf } from '../adapters/tail.ts';
import { type Answer, type ClientError, clientError, unreachable } from './client-error.ts';
import { type RunningDaemon, readRunningDaemon } from './daemon-file.ts';
import type { Paths } from './paths.ts';

/** The message of a starting daemon to the process that started it. */
export type StartReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'held'; readonly pid: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string };

/** Migrating a large file may take long. A daemon that is still starting after this is left alone, but no longer awaited. */
const START_MS_MAX = 60_000;
const POLL_MS = 10;
const ANNOUNCED_MS_MAX = 1_500;
/** A daemon whose files were all deleted restores them within this time. */
const PUT_BACK_MS = 500;
/** How often a start is tried if the daemon that held the lock has ended meanwhile. */
const ATTEMPTS_MAX = 5;

export interface StartOptions {
  /** The daemon's environment. Default: this process's own. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The daemon's program. Default: the one that came with this program. */
  readonly program?: string | undefined;
  /** How long its start is awaited, in milliseconds. The daemon goes on starting after that. Default: 60 s. */
  readonly startMsMax?: number | undefined;
}

export const startDaemon = async (paths: Paths, options: StartOptions): Answer<RunningDaemon> => {
  try {
    return await startUntil(paths, options, steadyMs() + (options.startMsMax ?? START_MS_MAX));
  } catch (error) {
    // Even reading the folder failed.
    return err(unwritableHere(paths, error));
  }
};

const startUntil = async (paths: Paths, options: StartOptions, deadline: number): Answer<RunningDaemon> => {
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

/** Waits for a daemon that restores its deleted files or is starting. Null if none holds the lock or the time is over. [RL-20] */
export const awaitAnnounced = (
  paths: Paths,
  { startMsMax = ANNOUNCED_MS_MAX }: StartOptions,
): Promise<RunningDaemon | null> =>
  lockingDaemon(paths.lock) === null
    ? Promise.resolve(null)
    : awaitReady(paths, steadyMs() + Math.min(startMsMax, ANNOUNCED_MS_MAX));

/** Waits until the daemon that holds the lock is ready. Null if the lock becomes free or the time is over. */
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

/** In the source tree, programs are TypeScript files of their packages. In a build, all are in one folder. */
const programBeside = (): string => {
  const besides = import.meta.url.endsWith('.ts') ? '../../../local-daemon/src/main.ts' : './daemon.js';
  return fileURLToPath(new URL(besides, import.meta.url));
};

/**
 * Returns a command that starts the daemon as the child of a process that then exits. A host that ends its MCP server also ends the
 * server's children, even those that left its process group. The words are passed as the shell's arguments, so the shell does not parse
 * them. [ST-2]
 */
const apart = (words: readonly string[]): readonly [string, string[]] =>
  process.platform === 'win32'
    ? [process.execPath, [...words]]
    : ['/bin/sh', ['-c', '"$@" &', 'sh', process.execPath, ...words]];

const spawnDaemon = async (paths: Paths, options: StartOptions, deadline: number): Answer<StartReport> => {
  let log: number;
  try {
    for (const folder of paths.folders) makePrivateFolder(folder);
    // The daemon would find the same problem, only later.
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
        // The listener stays, because an unhandled error event would end this process.
        child.on('error', () => undefined);
        if (child.connected) child.disconnect();
        child.unref();
        resolve(result);
      };
      const cancel = new AbortController();
      const late = AbortSignal.timeout(Math.max(1, Math.round(deadline - steadyMs())));
      const left = AbortSignal.any([cancel.signal, late]);
      left.addEventListener('abort', () => {
        if (!cancel.signal.aborted)
          settle(err(unreachable(withLog(paths, 'The daemon is still starting. Try again in a moment.'))));
      });
      child.once('message', (message) => settle(resultOf(message)));
      child.once('error', (error) => {
        const why = unreachable(`The daemon cannot be started: ${error.message}`);
        settle(err(isShortOfFiles(error.message) ? unwritableHere(paths, error) : why));
      });
      const ended = (how: string): void =>
        settle(err(unreachable(withLog(paths, `The daemon ended while it started${how}.`))));
      // The child's messages arrive before its channel closes.
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
  const report: Readonly<Record<string, unknown>> = { ...Object(message) };
  if (report.kind === 'failed') return err(startFailure(String(report.reason), String(report.message)));
  return ok(report.kind === 'ready' ? { kind: 'ready' } : { kind: 'held', pid: Number(report.pid) });
};

/** Failures that no start can repair, but that still allow reading without a daemon. [RL-22] */
const UNWRITABLE: ReadonlySet<string> = new Set(['storage_full', 'storage_read_only']);

const startFailure = (reason: string, message: string): ClientError =>
  UNWRITABLE.has(reason) && isDaemonErrorKind(reason)
    ? { ...unreachable(message), kind: reason }
    : unreachable(`The daemon cannot start: ${message}`);

const unwritableHere = (paths: Paths, error: unknown): ClientError =>
  clientError(unwritable(systemCodeOf(error), paths.home, errorText(error)));

const withLog = (paths: Paths, sentence: string): string => {
  const lines = tailOf(paths.log, 5);
  return lines.length === 0
    ? `${sentence} Its log, ${paths.log}, is empty.`
    : `${sentence} The last lines of ${paths.log}:\n${lines.join('\n')}`;
};

/** Waits until the process has ended. Returns false if it still runs after `timeoutMs`. */
export const awaitEnd = async (pid: number, timeoutMs: number): Promise<boolean> => {
  const deadline = steadyMs() + timeoutMs;
  while (processStart(pid) !== null) {
    if (steadyMs() >= deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
};

/**
 * Ends a daemon that cannot be reached and is known only by its lock. Returns its pid, or null if there is none. Waits for a deleted
 * lock to be restored. [RL-21]
 */
export const endByLock = async (paths: Paths): Answer<number | null> => {
  const deadline = steadyMs() + PUT_BACK_MS;
  for (;;) {
    const pid = lockingDaemon(paths.lock);
    if (pid !== null) return end(pid);
    if (steadyMs() >= deadline) return ok(null);
    await sleep(POLL_MS);
  }
};

const end = (pid: number): Result<number, ClientError> => {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    // Any other error means that it has ended meanwhile.
    if (systemCodeOf(error) === 'EPERM')
      return err(unreachable(`The daemon (pid ${pid}) belongs to another user. Stop it as that user.`));
  }
  return ok(pid);
};

/**
 * Whether a repeated request changes nothing more. Defined here, so that a command that loses no connection does not load the table of
 * routes.
 */
export const isRepeatable = (method: string, path: string): boolean =>
  findRoute(method, path)?.repeatable === true;
