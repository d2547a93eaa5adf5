/**
 * Files that hooks leave in the home while no daemon answers: waiting turns, one file each, and a short list of failures. Both are
 * bounded, and only their owner can read them. This module stays light, because every failing hook loads it. [HK-5]
 */
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, type Paths } from '@cairn/client/device';
import { isRecord, LIMITS, orElse, parseJson, type StatusResult } from '@cairn/schema';
import type { SpoolFiles } from '../services/hook-spool.ts';

type Place = Pick<Paths, 'hooks'>;
type HookHealth = StatusResult['hooks'];
type HookFailure = NonNullable<HookHealth['last']>;

const failuresFile = ({ hooks }: Place): string => join(hooks, 'failures.log');

/** Contains an empty file for each hook of each agent. Its time is the time of the last call. [IN-6] */
const callsFolder = ({ hooks }: Place): string => join(hooks, 'called');

/** `agent` and `event` are from our own lists. */
export const noteHookCall = (place: Place, agent: string, event: string, atMs: number): void => {
  const path = join(callsFolder(place), `${agent}.${event}`);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) {
    makePrivateFolder(callsFolder(place));
    writeFileSync(path, '', { mode: 0o600 });
  }
  utimesSync(path, atMs / 1_000, atMs / 1_000);
};

/** Returns milliseconds since 1970; null if no call was noted. */
export const readHookCall = (place: Place, agent: string, event: string): number | null =>
  statSync(join(callsFolder(place), `${agent}.${event}`), { throwIfNoEntry: false })?.mtimeMs ?? null;

/** Adds one line without content. A list that is too long begins again. */
export const noteHookFailure = (place: Place, failure: HookFailure): void => {
  makePrivateFolder(place.hooks);
  const path = failuresFile(place);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const line = `${JSON.stringify({ ...failure, message: failure.message.slice(0, MESSAGE_CHARS_MAX) })}\n`;
  if (size + line.length > LIMITS.hookFailuresBytesMax) writeFileSync(path, line, { mode: 0o600 });
  else appendFileSync(path, line, { mode: 0o600 });
};

const MESSAGE_CHARS_MAX = 500;

const UNIQUE_CHARS_MAX = 100;
/** A hook ends within seconds, so the hook of an older `.part` file was killed. */
const PART_MS = 60_000;

export const spoolFiles = ({ hooks }: Place): SpoolFiles => {
  const folder = join(hooks, 'spool');
  const isLeft = (name: string): boolean => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats !== undefined && Date.now() - stats.mtimeMs > PART_MS;
  };
  const isWanted = (name: string) => name.endsWith('.json') || (name.endsWith('.part') && isLeft(name));
  return {
    // Includes files whose hook was killed before the file got its final name.
    list: () => orElse(() => readdirSync(folder).filter(isWanted).sort(), []),
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    drop: (name) => rmSync(join(folder, name), { force: true }),
    add(atMs, unique, text) {
      makePrivateFolder(folder);
      if (readdirSync(folder).length >= LIMITS.hookSpoolEntriesMax) return false;
      // The sender of the event chooses its id, so the id may contain slashes.
      const name = `${String(atMs).padStart(15, '0')}-${encodeURIComponent(unique).slice(0, UNIQUE_CHARS_MAX)}`;
      const path = join(folder, `${name}.part`);
      try {
        writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
        // A file with the final name is complete. The daemon may read at any moment, and drops what it cannot read.
        renameSync(path, join(folder, `${name}.json`));
      } catch (error) {
        rmSync(path, { force: true });
        throw error;
      }
      return true;
    },
  };
};

/** Returns the failures since `sinceMs`, and how many turns wait for the daemon. */
export const readHookHealth = (place: Place, sinceMs: number): HookHealth => {
  const lines = orElse(() => readFileSync(failuresFile(place), 'utf8').split('\n'), []);
  const failures = lines.flatMap(failureIn).filter(({ at }) => Date.parse(at) >= sinceMs);
  const waiting = spoolFiles(place).list().length;
  return { failures: failures.length, last: failures.at(-1) ?? null, waiting };
};

/** A crash may have cut a line. */
const failureIn = (line: string): readonly HookFailure[] => {
  const parsed = parseJson(line);
  if (!isRecord(parsed)) return [];
  const { at, agent, event, message } = parsed;
  return [{ at: String(at), agent: String(agent), event: String(event), message: String(message) }];
};
