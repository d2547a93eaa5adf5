/**
 * Maintains the files by which clients find this daemon: the lock, the socket, `daemon.json`, the token and the headers. People and
 * cleaning programs delete such files, and then no client finds the daemon. All but the headers are watched, and written again within
 * a second. The headers are written again with the next look at all files. [RL-20]
 */
import { type FSWatcher, statSync, watch } from 'node:fs';
import { clearWay, type Paths } from '@cairn/client/device';
import { orElse, systemCodeOf } from '@cairn/schema';
import type { Log } from '../services/log.ts';
import type { Doors } from './listen.ts';
import { readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts';
import { after } from './system-time.ts';

/** Interval of the looks at all files, because some systems do not report deleted files. */
const LOOK_MS = 15_000;
/** Delay from a report to a look. While a whole folder is being deleted, a file that is written into it would prevent that. */
const SETTLE_MS = 200;

export interface PresenceDeps {
  readonly paths: Paths;
  /** Returns false if another process has the lock by now. */
  readonly renewLock: () => boolean;
  readonly doors: Pick<Doors, 'keepSocket' | 'socket'>;
  /** The text of `daemon.json`. */
  readonly daemonJson: string;
  readonly token: string;
  /** Whether the database is a file in the folder. */
  readonly hasFile: boolean;
  readonly log: Log;
  readonly stop: (reason: string) => void;
}

/** Writes the files, and maintains them until `hide`. Throws if they cannot be written at first. */
export const keepPresent = (deps: PresenceDeps) => {
  const { paths, doors, log, stop } = deps;
  const tokenText = `${deps.token}\n`;
  let isOver = false;
  let isSoon = false;
  let watched: readonly FSWatcher[] = [];

  const put = (path: string, text: string): void => {
    const aside = clearWay(path);
    if (aside !== null)
      log.warn('a folder or special file had the name of a file of Cairn, and was moved aside', { aside });
    if (readPrivateFile(path) !== text) writePrivateFile(path, text);
  };
  const putToken = (): void => put(paths.tokenFile, tokenText);
  const putDaemonJson = (): void => put(paths.daemonFile, deps.daemonJson);
  const putHeaders = (): void => put(paths.headersFile, headersOf(deps.token));
  /** Logs a failure and returns undefined, so the other files are still looked at. */
  const attempt = async <T>(what: string, run: () => T | Promise<T>): Promise<T | undefined> => {
    if (isOver) return undefined;
    try {
      return await run();
    } catch (error) {
      log.warn('a file by which clients find the daemon cannot be checked or written', {
        what,
        error: systemCodeOf(error) ?? String(error),
      });
      return undefined;
    }
  };
  const program = programMark();
  const look = async (): Promise<void> => {
    if (isOver) return;
    const mark = programMark();
    if (mark !== null && program !== null && mark !== program)
      return stop('its program was removed or replaced');
    if ((await attempt('folder', () => isTakenAway(deps))) === true) return stop('its folder was taken away');
    if ((await attempt('lock', deps.renewLock)) === false) return stop('another process has taken its lock');
    await attempt('socket', doors.keepSocket);
    await attempt('token', putToken);
    await attempt('daemon.json', putDaemonJson);
    await attempt('daemon.headers', putHeaders);
    watchFiles();
  };
  const soon = (): void => {
    if (isSoon || isOver) return;
    isSoon = true;
    after(SETTLE_MS, () => {
      isSoon = false;
      void look();
    });
  };
  const unwatch = (): void => {
    for (const watcher of watched) watcher.close();
  };
  const watchFiles = (): void => {
    unwatch();
    if (isOver) return;
    const files = [paths.lock, paths.tokenFile, paths.daemonFile, doors.socket];
    watched = files.flatMap((path) => (path === null ? [] : watcherOf(path, soon)));
  };
  const lookAgain = (): void => {
    if (isOver) return;
    void look();
    after(LOOK_MS, lookAgain);
  };

  // The token is written before `daemon.json`, which tells clients where to use it.
  putToken();
  putDaemonJson();
  putHeaders();
  watchFiles();
  after(LOOK_MS, lookAgain);
  return {
    /** Hides the daemon from new clients. Connected clients may still be answered. */
    hide(): void {
      isOver = true;
      unwatch();
      // Another daemon's files are left alone.
      if (readPrivateFile(paths.daemonFile) === deps.daemonJson) removePrivateFile(paths.daemonFile);
    },
    /** Removes the token and the headers. */
    remove(): void {
      if (readPrivateFile(paths.tokenFile) === tokenText) removePrivateFile(paths.tokenFile);
      if (readPrivateFile(paths.headersFile) === headersOf(deps.token)) removePrivateFile(paths.headersFile);
    },
  };
};

/** The headers of a hook's curl. They are in a file, because other users could see a token on a command line. [HK-8] */
const headersOf = (token: string): string =>
  [`Authorization: Bearer ${token}`, 'Content-Type: application/json', 'Expect:', ''].join('\n');

/** Returns true if the daemon's folder or database is gone. A person who deletes or moves one of them wants the daemon to end. */
const isTakenAway = ({ paths, hasFile }: PresenceDeps): boolean =>
  [paths.home, ...(hasFile ? [paths.database] : [])].some(
    (path) => statSync(path, { throwIfNoEntry: false }) === undefined,
  );

/**
 * Returns a text that changes when the file of this program is removed or replaced; null if the file cannot be read. After a change,
 * modules that are loaded later may be missing, or of another version. [RL-47]
 */
const programMark = (): string | null =>
  // A disk that does not answer says nothing about the program.
  orElse(() => {
    const stats = statSync(process.argv[1] ?? '', { throwIfNoEntry: false });
    return stats === undefined ? 'none' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
  }, null);

/** Returns no watcher if the file is missing, or the system cannot watch more files. Then only the regular looks find a change. */
const watcherOf = (path: string, onChange: () => void): readonly FSWatcher[] =>
  orElse(() => [watch(path, { persistent: false }, onChange).on('error', () => undefined)], []);
