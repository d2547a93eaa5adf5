/** Bounds of how a device compares itself with its server, and mends what differs. A table of its own: a spread into `LIMITS` costs each start of a program some milliseconds. */
export const COMPARING_LIMITS = {
  /** SY-E5: a digest has at most so many ranges, and none but the last fewer entities than that. */
  digestRangesMax: 256,
  digestRangeEntitiesMin: 64,
  digestRowsMax: 2_000,
  /** Differences that are named; all are counted and mended. */
  differencesShownMax: 100,
  /** TR-3: more ends than this within a day, by other devices, are set aside for so long. */
  removedAtOnceMin: 20,
  /** TR-57: of more earlier wordings than these a forget keeps copies in the trash. */
  replacedInTrashMin: 5,
  removedAtOnceShare: 0.05,
  removedWindowMs: 86_400_000,
  removedKeptMs: 30 * 86_400_000,
  removedShownMax: 1_000,
  /** TR-15: a device at rest compares itself with its server once a day, and after a silence of an hour. */
  compareEveryMs: 86_400_000,
  compareAfterSilenceMs: 3_600_000,
  /** Between two comparisons, whatever the server does. */
  comparePauseMs: 3_600_000,
  compareSpreadMs: 300_000,
  /** Differences that one of them mends. */
  compareMendMax: 2_000,
  /** TR-30: what the server called malformed or too large goes out again after so long. */
  refusedAgainMs: 86_400_000,
  /** TR-1, TR-7: items that are asked for by name in one round, and the pause between two, which grows. */
  askItemsMax: 100,
  askMsMin: 60_000,
  askMsMax: 86_400_000,
  /** RL-42: earlier bodies of one memory that all devices know; and memories of which they are told in one transaction. */
  pastBodiesMax: 32,
  pastToldAtOnceMax: 64,
  /** SY-M6: entries that cannot be read and are named; all are counted. */
  unreadNamedMax: 20,
} as const;
