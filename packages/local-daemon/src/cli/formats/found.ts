/**
 * The common output of the readers of all formats. Every format is a pure mapping from parsed values to it. Other modules read files,
 * lines, JSON and archives. [IM-1]
 */
import type { Setting } from './settings.ts';

/** The members of an object of a file. */
type Fields = Readonly<Record<string, unknown>>;

/** What a person may change in a note besides its text, and the time of the memory that was exported. */
export interface NoteMarks {
  readonly id: string;
  readonly tags: readonly string[];
  readonly pinned: boolean;
  readonly modified: string | null;
}

/** `place` says where in the file, for messages: "line 3", "record 7". */
export type Found =
  /**
   * A memory in the shape of the daemon's import. `isBundle`: it is from an export of Cairn, so its id is kept. `cwd`: the folder from
   * which the project of a record without one follows. `note`: the note that it is from.
   */
  | {
      readonly kind: 'record';
      readonly place: string;
      readonly record: Fields;
      readonly isBundle?: boolean;
      readonly cwd?: string | null;
      readonly note?: NoteMarks;
    }
  /** A note from our own export whose text was edited. The text replaces that memory. */
  | {
      readonly kind: 'edited';
      readonly place: string;
      readonly id: string;
      readonly record: Fields;
      readonly note?: NoteMarks;
    }
  /** From an export of Cairn: an entry of the profile, or a schedule. */
  | { readonly kind: 'setting'; readonly place: string; readonly setting: Setting }
  | {
      readonly kind: 'turn';
      readonly place: string;
      readonly session: FoundSession;
      readonly turn: FoundTurn;
    }
  /** The title of a session, which may come after its turns. */
  | { readonly kind: 'title'; readonly session: FoundSession; readonly title: string }
  | { readonly kind: 'bad'; readonly place: string; readonly reason: string }
  /** Parts of the file that do not become memories: what they are, and how many. */
  | { readonly kind: 'left'; readonly what: string; readonly count: number }
  /** The file cannot be read any further. */
  | { readonly kind: 'broken'; readonly reason: string };

export interface FoundSession {
  /** For an agent with hooks, the id that its hooks use for the same session. */
  readonly id: string;
  /** The session's name until it has a title. */
  readonly name: string;
  /** The folder of the session, from which its project follows; null if it has none. */
  readonly cwd: string | null;
}

export interface FoundTurn {
  /** The id in the other program; null if there is none. */
  readonly id: string | null;
  readonly author: string;
  readonly text: string;
  /** Unix time, milliseconds. */
  readonly at: number;
}

/** The reader of one format. It remembers earlier records of the file. */
export interface Mapper {
  /** Reads one value. `list`: the member of the outer object that contains the value; null in a list or a file of lines. */
  take(value: unknown, place: string, list: string | null): readonly Found[];
  /** Reads a member of the outer object that is no list and comes before the lists. */
  head?(name: string, value: unknown): readonly Found[];
  /** Returns what only the end of the file decides. */
  end?(): readonly Found[];
}

/** Leaves out fields without a value. */
export const record = (place: string, fields: Fields): Extract<Found, { kind: 'record' }> => ({
  ...{ kind: 'record', place },
  record: Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)),
});

export const turn = (place: string, session: FoundSession, said: FoundTurn): Found => ({
  ...{ kind: 'turn', place, session, turn: said },
});

/** The name of a session without a title, such as "Codex 2026-01-31 09:30". `at`: ISO 8601. */
export const datedName = (program: string, at: string | null | undefined): string =>
  `${program} ${(at ?? '').slice(0, 16).replace('T', ' ')}`.trim();

export const left = (what: string, count = 1): Found => ({ kind: 'left', what, count });
export const bad = (place: string, reason: string): Found => ({ kind: 'bad', place, reason });

export { isRecord as isObject } from '@cairn/schema';
