/** Memories as rows, what followed what, and the words that were forgotten. */
import type { EntityId, ListOrder } from '@cairn/schema';
import type { MemoryRow, MemoryState, Scope } from './memory-row.ts';
import type { Edge, Neighbour } from './neighbour.ts';

/** SY-M8: `contentHash` as in `MemoryRow`, null when the words never were on this device. */
export interface ForgottenWords {
  readonly entity: EntityId;
  readonly hash: string;
  readonly at: number;
  readonly contentHash: string | null;
}

export interface ListQuery extends Scope {
  readonly key?: string;
  readonly session?: string;
  readonly ids?: readonly string[];
  /** Only those whose id begins or ends with it, with or without its kind. */
  readonly part?: string;
  /** `newest` unless given; `after` is a place in that one. */
  readonly order?: ListOrder;
  /** Every state, not only 0. */
  readonly all?: boolean;
  /** Only what stands after this place in the list. It does not change the total. */
  readonly after?: ListPlace;
  /** Only what has a key, by namespace, what changed last first. `after` is not looked at then. [F-15] */
  readonly byCategory?: { readonly after: CategoryPlace | null };
  /** So many are passed over, after `after`. */
  readonly offset?: number;
  readonly limit: number;
}

/** A place in a list by category. */
export interface CategoryPlace {
  readonly namespace: string;
  readonly updatedAt: number;
  readonly id: string;
}

/** A place in a list, whether a memory stands there or not. */
export interface ListPlace {
  readonly createdAt: number;
  readonly id: string;
}

export interface MemoryChanges {
  /** Rows, their full-text entries, access counts, revisions, and every summary that cites them. [ST-4, SU-4] */
  readonly eraseMemories?: readonly EntityId[];
  /** Upserts by id. */
  readonly memories?: readonly MemoryRow[];
  /** The full-text entries of `memories` that are new may wait for `indexMore`. [F-6] */
  readonly indexLater?: boolean;
  /** Visibility changes of rows that are otherwise untouched. */
  readonly states?: readonly { readonly id: EntityId; readonly state: MemoryState }[];
  /** All that each of these says it replaces; none erases what it said before. [RL-1] */
  readonly edges?: readonly { readonly successor: EntityId; readonly replaces: readonly Edge[] }[];
  /** A content hash that is known stays while the hash is the same. */
  readonly forgotten?: readonly ForgottenWords[];
  readonly unforgotten?: readonly EntityId[];
}

export interface MemoryReads {
  memory(id: EntityId): Promise<MemoryRow | null>;
  /** Rows of any state with one of these content hashes. */
  memoriesByHash(contentHashes: readonly string[]): Promise<readonly MemoryRow[]>;
  memoriesByKey(key: string, namespace: string | null): Promise<readonly MemoryRow[]>;
  /**
   * The given ids and everything their visibility can depend on or change: the transitive closure over links and edges in
   * both directions and over rows with equal content hash. Ids that are unknown are absent, though rows that link to them are
   * not; ids under a tombstone come with `gone`.
   */
  neighboursOf(ids: readonly EntityId[]): Promise<readonly Neighbour[]>;
  /** Those of the ids that a memory says took its place, or whose place one says it took, whether they are here or not. */
  linkedAmong(ids: readonly EntityId[]): Promise<readonly EntityId[]>;
  /**
   * The targets of earlier links of a superseded memory, where both are here and the successor does not say so itself. [RL-7]
   */
  lostEdges(limit: number): Promise<readonly { readonly original: EntityId; readonly successor: EntityId }[]>;
  /** Those that say that they took the place of a memory that is not here. [RL-4] */
  danglingSuccessors(): Promise<readonly EntityId[]>;
  /** What a link leads to, where neither a memory nor a tombstone of it is here. [SY-P6] */
  missingSuccessors(): Promise<readonly EntityId[]>;
  isForgotten(hash: string): Promise<boolean>;
  /** Those of the hashes whose words are forgotten. */
  forgottenAmong(hashes: readonly string[]): Promise<readonly string[]>;
  /** Those whose words were on this device. */
  forgottenHere(): Promise<readonly ForgottenWords[]>;
  savesInTurn(turn: string): Promise<number>;
}

export interface MemoryTransaction {
  countTurn(turn: string, nowMs: number): Promise<void>;
  /**
   * Renames entities everywhere: registers, rows, revisions, tombstones, access, outbox, and the links to them in
   * registers and rows. The new names must be free. [SY-D2]
   */
  rename(pairs: readonly { readonly from: EntityId; readonly to: EntityId }[]): Promise<void>;
}

export interface MemoryQueries
  extends Pick<MemoryReads, 'memory' | 'memoriesByHash' | 'memoriesByKey' | 'neighboursOf'> {
  memoriesByIds(ids: readonly EntityId[]): Promise<readonly MemoryRow[]>;
  /** Current ones of the project with this key, in any namespace, the last changed first. */
  namesakes(key: string, project: string | null, limit: number): Promise<readonly MemoryRow[]>;
  /** Newest first. */
  list(query: ListQuery): Promise<{ readonly rows: readonly MemoryRow[]; readonly total: number }>;
  /** Of that list, however long: quarters of an hour since 1970, the newest first, and how many were made in each. */
  memoryTimes(query: ListQuery): Promise<readonly (readonly [quarter: number, count: number])[]>;
  /** Memories of a project, current, of trust `high` or `normal`, and in no summary; newest first. [SU-1] */
  unsummarised(project: string | null, limit: number): Promise<readonly MemoryRow[]>;
  /** All rows in id order, for export. */
  rowsAfter(after: EntityId | null, limit: number): Promise<readonly MemoryRow[]>;
}
