/** `memories`: rows of state 0. `unsummarised`: as `ReadStore.unsummarised`. */
export interface StoreCounts {
  readonly memories: number;
  readonly summaries: number;
  readonly unsummarised: number;
  readonly outbox: number;
  readonly inflight: number;
  readonly dead: number;
  readonly quarantined: number;
}

/**
 * `total`: all rows. `pinned`, `keyed` and the lists: rows of state 0. `forgotten`: tombstones with a hash. Lists are sorted by
 * falling count, then by name.
 */
export interface StoreStatistics {
  readonly total: number;
  readonly current: number;
  readonly superseded: number;
  readonly pinned: number;
  readonly keyed: number;
  readonly held: number;
  readonly forgotten: number;
  readonly projects: readonly { readonly project: string | null; readonly count: number }[];
  readonly sources: readonly { readonly source: string; readonly count: number }[];
  readonly tags: readonly { readonly tag: string; readonly count: number }[];
  readonly devices: readonly { readonly id: string; readonly name: string; readonly count: number }[];
  readonly agents: readonly { readonly agent: string; readonly count: number }[];
  /** Counts by UTC day of creation, `2026-11-22`, oldest first. */
  readonly days: readonly { readonly day: string; readonly count: number }[];
}

export interface StatisticsQueries {
  counts(): Promise<StoreCounts>;
  statistics(): Promise<StoreStatistics>;
}
