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
import { LIMITS, orElse, parseJson } from '@cairn/schema';

type Place = Pick<Paths, 'hooks'>;

export interface HookFailure {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly agent: string;
  readonly event: string;
  /** A sentence without content. */
  readonly message: string;
}

export interface HookHealth {
  /** The number of failures since `sinceMs`. */
  readonly failures: number;
  readonly last: HookFailure | null;
  /** Turns that wait for the daemon. */
  readonly waiting: number;
}

const failuresFile = ({ hooks }: Place): string => join(hooks, 'failures.log');
const spoolFolder = ({ hooks }: Place): string => join(hooks, 'spool');

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

/** Adds one line. A list that is too long begins again. */
export const noteHookFailure = (place: Place, failure: HookFailure): void => {
  makePrivateFolder(place.hooks);
  const path = failuresFile(place);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const line = `${JSON.stringify({ ...failure, message: failure.message.slice(0, MESSAGE_CHARS_MAX) })}\n`;
  if (size + line.length > LIMITS.hookFailuresBytesMax) writeFileSync(path, line, { mode: 0o600 });
  else appendFileSync(path, line, { mode: 0o600 });
};

const MESSAGE_CHARS_MAX = 500;

/** The name sorts by time; `unique` distinguishes turns of the same millisecond. Returns false if too many wait and the turn is dropped. */
export const spoolHookTurn = (place: Place, atMs: number, unique: string, text: string): boolean => {
  const folder = spoolFolder(place);
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
};

const UNIQUE_CHARS_MAX = 100;
/** A hook ends within seconds, so the hook of an older `.part` file was killed. */
const PART_MS = 60_000;

/** Oldest first; empty if there is no such folder. Includes files whose hook was killed before the file got its final name. */
export const listSpooled = (place: Place): readonly string[] => {
  const folder = spoolFolder(place);
  const isLeft = (name: string): boolean => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return stats !== undefined && Date.now() - stats.mtimeMs > PART_MS;
  };
  const isWanted = (name: string) => name.endsWith('.json') || (name.endsWith('.part') && isLeft(name));
  return orElse(() => readdirSync(folder).filter(isWanted).sort(), []);
};

export const readSpooled = (place: Place, name: string): string =>
  readFileSync(join(spoolFolder(place), name), 'utf8');

export const dropSpooled = (place: Place, name: string): void =>
  rmSync(join(spoolFolder(place), name), { force: true });

export const readHookHealth = (place: Place, sinceMs: number): HookHealth => {
  const failures = linesOf(failuresFile(place)).flatMap((line) => {
    const failure = failureOf(line);
    return failure !== null && Date.parse(failure.at) >= sinceMs ? [failure] : [];
  });
  return { failures: failures.length, last: failures.at(-1) ?? null, waiting: listSpooled(place).length };
};

const linesOf = (path: string): readonly string[] => orElse(() => readFileSync(path, 'utf8').split('\n'), []);

/** A crash may have cut a line. */
const failureOf = (line: string): HookFailure | null => {
  const parsed = parseJson(line);
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { at, agent, event, message }: Readonly<Record<string, unknown>> = { ...parsed };
  return { at: String(at), agent: String(agent), event: String(event), message: String(message) };
};
