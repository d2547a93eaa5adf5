/** The memories that a session may be given, those that it was given, and how often each was read. */
import type { EntityId } from '@cairn/schema';
import type { MemoryRow } from './memory-row.ts';

/**
 * `pinned`: of the project and global; `recent`: global, not pinned; `project`: of that project, not pinned (null: no rows);
 * `personality`: below `tacit/personality`; `tacit`: in the rest of `tacit`. The last two: of exactly that project (null: global).
 */
export interface ContextQuery {
  readonly kind: 'pinned' | 'recent' | 'project' | 'personality' | 'tacit';
  readonly project: string | null;
  /** Unix time, milliseconds; see `Scope`. */
  readonly livingAt: number;
  /** How many of the newest, and how many of the most accessed. */
  readonly newest: number;
  readonly mostAccessed: number;
}

export interface CandidateQuery extends ContextQuery {
  readonly kind: 'recent' | 'project';
}

export interface ContextRow {
  readonly memory: MemoryRow;
  /** M-6: how often the memory was found or shown on this device. */
  readonly accesses: number;
}

/** The part of a memory that decides whether its text is read for a session's start. [CX-8] */
export interface ContextCandidate {
  readonly id: EntityId;
  readonly project: string | null;
  readonly contentHash: string;
  readonly createdAt: number;
  /** Length of the content in Unicode characters. */
  readonly chars: number;
  /** Whether it has a key. */
  readonly isNamed: boolean;
  /** Whether a person saved it. */
  readonly isOfUser: boolean;
  /** Whether a person asked for it in a session: it was learned from a set phrase or a correction. */
  readonly isAsked: boolean;
  /** As in `ContextRow`. */
  readonly accesses: number;
}

export interface TextBeginning {
  readonly contentHash: string;
  readonly text: string;
}

export interface ContextTransaction {
  noteAccess(ids: readonly EntityId[], nowMs: number): Promise<void>;
  /** CX-1: notes the memories and summaries that a session was given. A note is deleted after a week. */
  noteInjected(session: string, ids: readonly string[], nowMs: number): Promise<void>;
  /** Deletes the notes of a session that lost its context, so that it may be given everything again. */
  clearInjected(session: string): Promise<void>;
}

export interface ContextQueries {
  /**
   * Returns current rows of trust `high` or `normal` that have not expired and are not stale at that time. Each row comes once, in no
   * order. [CX-1, CX-5, CX-11, M-5]
   */
  listForContext(query: ContextQuery): Promise<readonly ContextRow[]>;
  /** Returns the same memories without their texts, for `recent` and `project`. */
  contextCandidates(query: CandidateQuery): Promise<readonly ContextCandidate[]>;
  /** Returns the first `chars` Unicode characters of each memory that exists. */
  beginningsOf(ids: readonly EntityId[], chars: number): Promise<readonly TextBeginning[]>;
  /** Counts current rows of these projects, up to `atMost`; null is global. */
  currentCount(projects: readonly (string | null)[], atMost: number): Promise<number>;
  /** Returns the ids of everything that the session was given. [CX-1] */
  injectedIn(session: string): Promise<ReadonlySet<string>>;
}
