import type { StatsResult } from '@cairn/schema';

/** `memories`: current rows. `unsummarised`: as `ReadStore.unsummarised`. */
export interface StoreCounts {
  readonly memories: number;
  readonly summaries: number;
  readonly unsummarised: number;
  readonly outbox: number;
  readonly inflight: number;
  readonly dead: number;
  readonly quarantined: number;
}

type StatsLists = 'projects' | 'sources' | 'tags' | 'devices' | 'agents' | 'days';
/**
 * `total`: all rows. `pinned`, `keyed` and the lists: current rows. `forgotten`: tombstones with a hash. Lists are sorted by
 * falling count, then by name. `days`: UTC days of creation, like `2026-11-22`, oldest first.
 */
export type StoreStatistics = StatsResult['memories'] & Pick<StatsResult, StatsLists>;

export interface StatisticsQueries {
  counts(): Promise<StoreCounts>;
  statistics(): Promise<StoreStatistics>;
}
