/**
 * Limits of a device's comparison with its server and of the repair. A table of its own, because a spread into `LIMITS` would cost each
 * start of a program some milliseconds.
 */
export const COMPARING_LIMITS = {
  /** SY-E5: the most ranges of a digest, and the fewest entities of every range but the last. */
  digestRangesMax: 256,
  digestRangeEntitiesMin: 64,
  digestRowsMax: 2_000,
  /** Differences that are named. All are counted and repaired. */
  differencesShownMax: 100,
  /** TR-3: more ends than this within a day, by other devices, are set aside, for this many days. */
  removedAtOnceMin: 20,
  /** TR-57: a forget of more replaced versions than this keeps copies in the trash. */
  replacedInTrashMin: 5,
  removedAtOnceShare: 0.05,
  removedWindowMs: 86_400_000,
  removedKeptMs: 30 * 86_400_000,
  removedShownMax: 1_000,
  /** TR-15: a device at rest compares itself with its server once a day, and after a silence of an hour. */
  compareEveryMs: 86_400_000,
  compareAfterSilenceMs: 3_600_000,
  /** The least time between two comparisons, whatever the server does. */
  comparePauseMs: 3_600_000,
  compareSpreadMs: 300_000,
  /** Differences that one comparison repairs. */
  compareMendMax: 2_000,
  /** TR-30: items that the server called malformed or too large are sent again after this time. */
  refusedAgainMs: 86_400_000,
  /** TR-1, TR-7: items requested by name in one round, and the growing pause between rounds. */
  askItemsMax: 100,
  askMsMin: 60_000,
  askMsMax: 86_400_000,
  /** RL-42: earlier bodies of one memory that all devices know, and memories that share theirs in one transaction. */
  pastBodiesMax: 32,
  pastToldAtOnceMax: 64,
  /** SY-M6: unreadable entries that are named. All are counted. */
  unreadNamedMax: 20,
} as const;
