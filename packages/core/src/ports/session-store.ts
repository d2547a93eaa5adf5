/**
 * The store's record of sessions and their messages. Local to the device: never in a register and never sent. A session has the id of
 * the source of its passages, and both are deleted together. [SE-1, SE-2, ST-4, SY-D4]
 */
import type { SessionRole, SessionState } from '@cairn/schema';
import type { sessionFiles, sessionMessages, sessions } from '@cairn/schema/local-tables';
import type { PassagePlace, PassageRow } from './passage-store.ts';

export type SessionRow = Readonly<typeof sessions.$inferSelect>;
export type MessageRow = Readonly<typeof sessionMessages.$inferSelect>;
export type SessionFileRow = Readonly<typeof sessionFiles.$inferSelect>;

/** `after` is exclusive, `upto` inclusive. */
export interface MessageQuery {
  readonly session: string;
  readonly after: number;
  readonly upto: number;
  /** Most messages to return: the newest. */
  readonly limit: number;
}

/** Part of a write set. `eraseSources` also deletes the session of that id with its messages and files. */
export interface SessionWrites {
  /** Upserts by id. */
  readonly sessions?: readonly SessionRow[];
  /** Upserts by (session, sequence). */
  readonly messages?: readonly MessageRow[];
  /** Upserts by (session, path). Only the newest `sessionFilesKept` of each session stay. */
  readonly sessionFiles?: readonly SessionFileRow[];
  /** SE-4: passages whose text was repeated, each with the last turn that repeats it. */
  readonly saidAgain?: readonly (PassagePlace & { readonly until: number })[];
}

/** A passage of a turn that already has the text. */
export type SaidPassage = Pick<PassageRow, 'ordinal' | 'part' | 'author' | 'contentHash'>;

/** The beginning of a message, by which it is recognised. [IM-4] */
export interface SaidMessage {
  readonly sequence: number;
  readonly role: SessionRole;
  readonly at: number;
  /** At least the first 2,000 UTF-16 units. */
  readonly beginning: string;
}

export interface SessionReads {
  session(id: string): Promise<SessionRow | null>;
  /** Returns the session of that name in no scope. An import names a session by its title, so the id may be another. */
  sessionNamed(name: string): Promise<SessionRow | null>;
  /** Returns messages in order. */
  messages(query: MessageQuery): Promise<readonly MessageRow[]>;
  /** Returns the newest files first. */
  sessionFiles(session: string, limit: number): Promise<readonly SessionFileRow[]>;
  /** Returns the passages of this source's turns with one of these hashes: for each hash the first passage of each speaker. [SE-4] */
  saidIn(source: string, contentHashes: readonly string[]): Promise<readonly SaidPassage[]>;
  /** Returns messages of this session between these times, both included. Milliseconds. */
  messagesBetween(session: string, from: number, to: number): Promise<readonly SaidMessage[]>;
}

/** An absent field matches any value. `project` null: sessions outside any project. */
export interface SessionQuery {
  readonly limit: number;
  readonly name?: string;
  readonly scope?: string;
  readonly project?: string | null;
  readonly state?: SessionState;
  /** Returns only sessions after this place. The total does not change. */
  readonly after?: Pick<SessionRow, 'updatedAt' | 'id'>;
}

export interface MessageSearch {
  readonly session: string;
  /** At least one word, in lower case. A word of one character matches whole words; longer ones match beginnings too. */
  readonly words: readonly string[];
  /** Pairs of characters of languages without spaces between words. */
  readonly pairs: readonly string[];
  readonly limit: number;
}

export interface SessionQueries extends Pick<SessionReads, 'session' | 'messages' | 'sessionFiles'> {
  /** Returns the most recently changed sessions first. */
  sessions(query: SessionQuery): Promise<{ readonly rows: readonly SessionRow[]; readonly total: number }>;
  /** Returns sessions with messages that knowledge was not extracted from, unchanged since that time. Oldest first. */
  staleSessions(idleSinceMs: number, limit: number): Promise<readonly SessionRow[]>;
  /**
   * Returns the newest messages that hold all words, in order, and their total. Messages that wait for an index entry are not found.
   * [SE-4, F-12]
   */
  findMessages(
    search: MessageSearch,
  ): Promise<{ readonly rows: readonly MessageRow[]; readonly found: number }>;
  /** Returns how many messages follow that one. */
  messagesAfter(session: string, after: number): Promise<number>;
}
