/**
 * The store's record of sessions and their messages. Local to the device: none of it is a register, none of it is ever sent.
 * A session and the source of its passages have one id, and go together. [SE-1, SE-2, ST-4, SY-D4]
 */
import type { SessionRole, SessionState } from '@cairn/schema';
import type { sessionFiles, sessionMessages, sessions } from '@cairn/schema/local-tables';
import type { PassagePlace, PassageRow } from './passage-store.ts';

export type SessionRow = Readonly<typeof sessions.$inferSelect>;
export type MessageRow = Readonly<typeof sessionMessages.$inferSelect>;
export type SessionFileRow = Readonly<typeof sessionFiles.$inferSelect>;

/** `after` is left out, `upto` is in. */
export interface MessageQuery {
  readonly session: string;
  readonly after: number;
  readonly upto: number;
  /** The newest of them. */
  readonly limit: number;
}

/** Part of a write set; `eraseSources` takes sessions of these ids, their messages and files too. */
export interface SessionWrites {
  /** Upserts by id. */
  readonly sessions?: readonly SessionRow[];
  /** Upserts by (session, sequence). */
  readonly messages?: readonly MessageRow[];
  /** Upserts by (session, path); of each session the newest `sessionFilesKept` stay. */
  readonly sessionFiles?: readonly SessionFileRow[];
  /** SE-4: what these passages say is said again. */
  readonly saidAgain?: readonly (PassagePlace & { readonly until: number })[];
}

/** A turn that says a text already. */
export type SaidPassage = Pick<PassageRow, 'ordinal' | 'part' | 'author' | 'contentHash'>;

/** How a message begins, by which it is known again. [IM-4] */
export interface SaidMessage {
  readonly sequence: number;
  readonly role: SessionRole;
  readonly at: number;
  /** At least the first 2,000 units. */
  readonly beginning: string;
}

export interface SessionReads {
  session(id: string): Promise<SessionRow | null>;
  /** In their order. */
  messages(query: MessageQuery): Promise<readonly MessageRow[]>;
  /** The newest first. */
  sessionFiles(session: string, limit: number): Promise<readonly SessionFileRow[]>;
  /** Those of the hashes that pieces of this source's turns have, each once, the first of its speaker. [SE-4] */
  saidIn(source: string, contentHashes: readonly string[]): Promise<readonly SaidPassage[]>;
  /** Messages of this session between these times; milliseconds, both included. */
  messagesBetween(session: string, from: number, to: number): Promise<readonly SaidMessage[]>;
}

/** Absent is any; a project of null is none. */
export interface SessionQuery {
  readonly limit: number;
  readonly name?: string;
  readonly scope?: string;
  readonly project?: string | null;
  readonly state?: SessionState;
  /** Only what stands after this place in the list. It does not change the total. */
  readonly after?: Pick<SessionRow, 'updatedAt' | 'id'>;
}

export interface MessageSearch {
  readonly session: string;
  /** In lower case, at least one; words of one character are whole ones, all others may be beginnings. */
  readonly words: readonly string[];
  /** Pairs of characters of languages without word spaces. */
  readonly pairs: readonly string[];
  readonly limit: number;
}

export interface SessionQueries extends Pick<SessionReads, 'session' | 'messages' | 'sessionFiles'> {
  /** The last changed first. */
  sessions(query: SessionQuery): Promise<{ readonly rows: readonly SessionRow[]; readonly total: number }>;
  /** Those of which knowledge was not taken up to their last message, not changed since that time; the oldest first. */
  staleSessions(idleSinceMs: number, limit: number): Promise<readonly SessionRow[]>;
  /** The newest that hold all of it, in their order, and how many there are; of what waits for its index entry nothing is found. [SE-4, F-12] */
  findMessages(
    search: MessageSearch,
  ): Promise<{ readonly rows: readonly MessageRow[]; readonly found: number }>;
  /** How many messages it has after that one. */
  messagesAfter(session: string, after: number): Promise<number>;
}
