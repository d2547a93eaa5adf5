/** Memories as rows, their successors, and forgotten words. */
import type { EntityId, ListOrder } from '@cairn/schema';
import type { MemoryState } from '../memory/memory-state.ts';
import type { MemoryRow, Scope } from './memory-row.ts';
import type { Edge, Neighbour } from './neighbour.ts';

/** SY-M8: `contentHash` as in `MemoryRow`. Null when the words never were on this device. */
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
  /** Matches ids that begin or end with it, with or without the prefix of the kind. */
  readonly part?: string;
  /** The default is `newest`. `after` is always a place in that order. */
  readonly order?: ListOrder;
  /** Matches every state; default: only current rows. */
  readonly all?: boolean;
  /** Returns only rows after this place. The total does not change. */
  readonly after?: ListPlace;
  /** Returns only keyed memories, by namespace, most recently changed first. Then `after` of the list is ignored. [F-15] */
  readonly byCategory?: { readonly after: CategoryPlace | null };
  /** Returns only rows behind this one in the order `oldest` or `changed`. `at`: when it was made, or last changed. */
  readonly behind?: { readonly at: number; readonly id: string };
  /** How many rows to skip, counted from `after`. */
  readonly offset?: number;
  readonly limit: number;
}

/** A place in a list by category. */
export interface CategoryPlace {
  readonly namespace: string;
  readonly updatedAt: number;
  readonly id: string;
}

/** A place in a list. The place may lie between two memories. */
export interface ListPlace {
  readonly createdAt: number;
  readonly id: string;
}

export interface MemoryChanges {
  /** Deletes rows, their full-text entries, access counts, revisions, and every summary that cites them. [ST-4, SU-4] */
  readonly eraseMemories?: readonly EntityId[];
  /** Upserts by id. */
  readonly memories?: readonly MemoryRow[];
  /** Whether new full-text entries of `memories` may wait for `indexMore`. [F-6] */
  readonly indexLater?: boolean;
  /** Visibility changes of rows that are otherwise unchanged. */
  readonly states?: readonly { readonly id: EntityId; readonly state: MemoryState }[];
  /** All edges of each successor. The list replaces the stored one; an empty list deletes it. [RL-1] */
  readonly edges?: readonly { readonly successor: EntityId; readonly replaces: readonly Edge[] }[];
  /** A known content hash stays while the hash is the same. */
  readonly forgotten?: readonly ForgottenWords[];
  readonly unforgotten?: readonly EntityId[];
}

export interface MemoryReads {
  memory(id: EntityId): Promise<MemoryRow | null>;
  /** Returns rows of any state with one of these content hashes. */
  memoriesByHash(contentHashes: readonly string[]): Promise<readonly MemoryRow[]>;
  memoriesByKey(key: string, namespace: string | null): Promise<readonly MemoryRow[]>;
  /**
   * Returns the given ids and everything that their visibility can depend on or change. That is the transitive closure over links and
   * edges in both directions, and over rows with equal content hash. Unknown ids are absent, but rows that link to them are included.
   * Forgotten ids have `gone` set.
   */
  neighboursOf(ids: readonly EntityId[]): Promise<readonly Neighbour[]>;
  /** Returns the ids that have an edge: a memory replaced them, or they replaced one. The other memory may be absent. */
  linkedAmong(ids: readonly EntityId[]): Promise<readonly EntityId[]>;
  /** Returns earlier link targets of superseded memories, where both memories exist and the successor has no edge itself. [RL-7] */
  lostEdges(limit: number): Promise<readonly { readonly original: EntityId; readonly successor: EntityId }[]>;
  /** Returns memories that replaced a memory which is absent. [RL-4] */
  danglingSuccessors(): Promise<readonly EntityId[]>;
  /** Returns link targets of which neither a memory nor a tombstone exists here. [SY-P6] */
  missingSuccessors(): Promise<readonly EntityId[]>;
  isForgotten(hash: string): Promise<boolean>;
  /** Returns the hashes whose words are forgotten. */
  forgottenAmong(hashes: readonly string[]): Promise<readonly string[]>;
  /** Returns the forgotten words that were on this device. */
  forgottenHere(): Promise<readonly ForgottenWords[]>;
  savesInTurn(turn: string): Promise<number>;
}

export interface MemoryTransaction {
  countTurn(turn: string, nowMs: number): Promise<void>;
  /**
   * Renames entities everywhere: registers, rows, revisions, tombstones, access, outbox, and links in registers and rows. The new
   * names must be free. [SY-D2]
   */
  rename(pairs: readonly { readonly from: EntityId; readonly to: EntityId }[]): Promise<void>;
}

export interface MemoryQueries
  extends Pick<MemoryReads, 'memory' | 'memoriesByHash' | 'memoriesByKey' | 'neighboursOf'> {
  memoriesByIds(ids: readonly EntityId[]): Promise<readonly MemoryRow[]>;
  /** Returns current memories of the project with this key in any namespace, most recently changed first. */
  namesakes(key: string, project: string | null, limit: number): Promise<readonly MemoryRow[]>;
  /** Returns the newest memories first. */
  list(query: ListQuery): Promise<{ readonly rows: readonly MemoryRow[]; readonly total: number }>;
  /** Returns how many memories of the whole list were created in each quarter of an hour since 1970, newest first. */
  memoryTimes(query: ListQuery): Promise<readonly (readonly [quarter: number, count: number])[]>;
  /** Returns current memories of a project of trust `high` or `normal` that are in no summary, newest first. [SU-1] */
  unsummarised(project: string | null, limit: number): Promise<readonly MemoryRow[]>;
  /** Returns all rows in id order, for export. */
  rowsAfter(after: EntityId | null, limit: number): Promise<readonly MemoryRow[]>;
}
