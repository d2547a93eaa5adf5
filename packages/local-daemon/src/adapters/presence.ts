/**
 * Maintains the files by which clients find this daemon: the lock, the socket, `daemon.json`, the token and the headers. People and
 * cleaning programs delete them. All but the headers are watched, and restored within a second, because otherwise no client finds the
 * daemon. [RL-20]
 */
import { type FSWatcher, statSync, watch } from 'node:fs';
import { clearWay, type Paths } from '@cairn/client/device';
import { orElse, systemCodeOf } from '@cairn/schema';
import type { Log } from '../services/log.ts';
import type { Doors } from './listen.ts';
import { readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts';
import { after } from './system-time.ts';

/** Interval of polling, because some systems do not report deleted files. */
const LOOK_MS = 15_000;
/** Delay of a restore. If the whole folder is being deleted, a file restored too early would prevent that. */
const SETTLE_MS = 200;

export interface PresenceDeps {
  readonly paths: Paths;
  /** Returns false if another process has the lock by now. */
  readonly renewLock: () => boolean;
  readonly doors: Pick<Doors, 'keepSocket' | 'socket'>;
  /** `daemon.json` */
  readonly file: string;
  readonly token: string;
  /** Whether the database is a file of the folder. */
  readonly hasFile: boolean;
  readonly log: Log;
  readonly stop: (reason: string) => void;
}

/** Announces the daemon and maintains the announcement. Throws if it cannot be written. */
export const keepPresent = (deps: PresenceDeps) => {
  const { paths, doors, log, stop } = deps;
  const tokenText = `${deps.token}\n`;
  let isOver = false;
  let isSoon = false;
  let watched: readonly FSWatcher[] = [];

  const put = (path: string, text: string): void => {
    const aside = clearWay(path);
    if (aside !== null)
      log.warn('something was in the place of a file of Cairn, and was moved aside', { aside });
    if (readPrivateFile(path) !== text) writePrivateFile(path, text);
  };
  const putToken = (): void => put(paths.tokenFile, tokenText);
  const putFile = (): void => put(paths.daemonFile, deps.file);
  const putHeaders = (): void => put(paths.headersFile, headersOf(deps.token));
  /** If one file cannot be restored, the others still are. */
  const attempt = async <T>(what: string, run: () => T | Promise<T>): Promise<T | undefined> => {
    if (isOver) return undefined;
    try {
      return await run();
    } catch (error) {
      log.warn('what clients find the daemon by cannot be written', {
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
    await attempt('daemon.json', putFile);
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

  // The token is written before the file that says where to use it.
  putToken();
  putFile();
  putHeaders();
  watchFiles();
  after(LOOK_MS, lookAgain);
  return {
    /** Hides the daemon from new clients. Connected clients may still be answered. */
    hide(): void {
      isOver = true;
      unwatch();
      // Another daemon's files are left alone.
      if (readPrivateFile(paths.daemonFile) === deps.file) removePrivateFile(paths.daemonFile);
    },
    /** Removes the token and the headers. */
    remove(): void {
      if (readPrivateFile(paths.tokenFile) === tokenText) removePrivateFile(paths.tokenFile);
      if (readPrivateFile(paths.headersFile) === headersOf(deps.token)) removePrivateFile(paths.headersFile);
    },
  };
};

/** The headers for curl, because others could see a token on a command line. [HK-8] */
const headersOf = (token: string): string =>
  [`Authorization: Bearer ${token}`, 'Content-Type: application/json', 'Expect:', ''].join('\n');

/** Returns true if the daemon's folder or database was deleted. A person who deletes one of them wants the daemon to end. */
const isTakenAway = ({ paths, hasFile }: PresenceDeps): boolean =>
  [paths.home, ...(hasFile ? [paths.database] : [])].some(
    (path) => statSync(path, { throwIfNoEntry: false }) === undefined,
  );

/**
 * Returns a mark of the file that this process was started from; null if it is unknown. After the mark changes, modules that are loaded
 * later may be missing, or of another version. [RL-47]
 */
const programMark = (): string | null =>
  // A disk that does not answer says nothing about the program.
  orElse(() => {
    const stats = statSync(process.argv[1] ?? '', { throwIfNoEntry: false });
    return stats === undefined ? 'none' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
  }, null);

/** Returns no watcher if the file is missing, or the system cannot watch more files. Polling then has to suffice. */
const watcherOf = (path: string, onChange: () => void): readonly FSWatcher[] =>
  orElse(() => [watch(path, { persistent: false }, onChange).on('error', () => undefined)], []);
