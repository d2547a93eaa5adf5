/**
 * Keeps the files by which clients find this daemon: the lock, the socket, `daemon.json` and the token. Cleaners of old files
 * and people remove them. A missing one is put back within a second, because no client finds the daemon without it. [RL-20]
 */
import { type FSWatcher, statSync, watch } from 'node:fs';
import { clearWay, type Paths } from '@cairn/client/device';
import type { Log } from '../services/log.ts';
import type { Doors } from './listen.ts';
import { readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts';
import { after } from './system-time.ts';

/** Where the system tells nothing of removed files. */
const LOOK_MS = 15_000;
/** Waits while the whole folder may be under removal: a file put back too early would be in the way. */
const SETTLE_MS = 200;

export interface PresenceDeps {
  readonly paths: Paths;
  /** False when another process has the lock by now. */
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

export interface Presence {
  /** No client finds the daemon from now on; those that have found it may still be answered. */
  hide(): void;
  /** Removes the rest of what is its own. */
  remove(): void;
}

/** Announces the daemon, and keeps it so. Throws when that cannot be written. */
export const keepPresent = (deps: PresenceDeps): Presence => {
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
  /** One that cannot be put back keeps no other from it. */
  const attempt = async <T>(what: string, run: () => T | Promise<T>): Promise<T | undefined> => {
    if (isOver) return undefined;
    try {
      return await run();
    } catch (error) {
      log.warn('what clients find the daemon by cannot be written', { what, error: codeOf(error) });
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

  // The token before the file that says where to use it.
  putToken();
  putFile();
  putHeaders();
  watchFiles();
  after(LOOK_MS, lookAgain);
  return {
    hide() {
      isOver = true;
      unwatch();
      // Another daemon's are left alone.
      if (readPrivateFile(paths.daemonFile) === deps.file) removePrivateFile(paths.daemonFile);
    },
    remove() {
      if (readPrivateFile(paths.tokenFile) === tokenText) removePrivateFile(paths.tokenFile);
      if (readPrivateFile(paths.headersFile) === headersOf(deps.token)) removePrivateFile(paths.headersFile);
    },
  };
};

/** For curl, because a token on a command line could be seen by others. [HK-8] */
const headersOf = (token: string): string =>
  [`Authorization: Bearer ${token}`, 'Content-Type: application/json', 'Expect:', ''].join('\n');

/** A person who removes the folder of a running daemon wants it gone, and has no other way left to say so. */
const isTakenAway = ({ paths, hasFile }: PresenceDeps): boolean =>
  [paths.home, ...(hasFile ? [paths.database] : [])].some(
    (path) => statSync(path, { throwIfNoEntry: false }) === undefined,
  );

/** Null: nobody can tell. Of the file that this process was started from; what it loads later may be missing, or of another version. [RL-47] */
const programMark = (): string | null => {
  try {
    const stats = statSync(process.argv[1] ?? '', { throwIfNoEntry: false });
    return stats === undefined ? 'none' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
  } catch {
    // A disk that does not answer says nothing about the program.
    return null;
  }
};

/** None where the file is gone already, or the system watches no more: the look that comes by itself has to do. */
const watcherOf = (path: string, onChange: () => void): readonly FSWatcher[] => {
  try {
    return [watch(path, { persistent: false }, onChange).on('error', () => undefined)];
  } catch {
    return [];
  }
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
