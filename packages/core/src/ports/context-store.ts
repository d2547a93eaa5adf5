/** The memories that a session may be given, those it was given, and how often each was looked at. */
import type { EntityId } from '@cairn/schema';
import type { MemoryRow } from './memory-row.ts';

/**
 * `pinned`: of the project and global; `recent`: global, not pinned; `project`: of that project (null: none), not pinned;
 * `personality`: below `tacit/personality`, `tacit`: in the rest of `tacit`, both of exactly that project (null: global).
 */
export interface ContextQuery {
  readonly kind: 'pinned' | 'recent' | 'project' | 'personality' | 'tacit';
  readonly project: string | null;
  /** Milliseconds; see `Scope`. */
  readonly livingAt: number;
  /** How many of the newest, and of the most accessed. */
  readonly newest: number;
  readonly mostAccessed: number;
}

export interface CandidateQuery extends ContextQuery {
  readonly kind: 'recent' | 'project';
}

export interface ContextRow {
  readonly memory: MemoryRow;
  /** M-6: how often it was found or shown on this device. */
  readonly accesses: number;
}

/** The little of a memory that says whether it is worth to be read for a session's start. [CX-8] */
export interface ContextCandidate {
  readonly id: EntityId;
  readonly project: string | null;
  readonly contentHash: string;
  readonly createdAt: number;
  /** Unicode characters of its content. */
  readonly chars: number;
  /** It has a key. */
  readonly isNamed: boolean;
  /** A person said it. */
  readonly isOfUser: boolean;
  /** As in `ContextRow`. */
  readonly accesses: number;
}

export interface TextBeginning {
  readonly contentHash: string;
  readonly text: string;
}

export interface ContextTransaction {
  noteAccess(ids: readonly EntityId[], nowMs: number): Promise<void>;
  /** CX-1: memories and summaries that a session was given. Sessions of which nothing was heard for a week are dropped. */
  noteInjected(session: string, ids: readonly string[], nowMs: number): Promise<void>;
  /** The session's context was lost, so it may be given everything again. */
  clearInjected(session: string): Promise<void>;
}

export interface ContextQueries {
  /**
   * Current rows of trust `high` or `normal` that have not expired and were not found to be out of date by then, in no order, each
   * once. [CX-1, CX-5, CX-11, M-5]
   */
  listForContext(query: ContextQuery): Promise<readonly ContextRow[]>;
  /** The same memories, of kind `recent` or `project`, without their texts. */
  contextCandidates(query: CandidateQuery): Promise<readonly ContextCandidate[]>;
  /** The first `chars` Unicode characters of each that is there. */
  beginningsOf(ids: readonly EntityId[], chars: number): Promise<readonly TextBeginning[]>;
  /** Rows of state 0 of these projects, counted no further than `atMost`; null is global. */
  currentCount(projects: readonly (string | null)[], atMost: number): Promise<number>;
  /** The memories that the session was given already. [CX-1] */
  injectedIn(session: string): Promise<ReadonlySet<string>>;
}
