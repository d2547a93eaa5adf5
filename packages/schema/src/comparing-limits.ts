/**
 * Limits of a device's comparison with its server and of the repair. A separate table, because spreading it into `LIMITS` would cost
 * each start of a program some milliseconds.
 */
export const COMPARING_LIMITS = {
  /** SY-E5: the most ranges of a digest, and the fewest entities of every range but the last. */
  digestRangesMax: 256,
  digestRangeEntitiesMin: 64,
  digestRowsMax: 2_000,
  /** The most differences that are listed. All are counted and repaired. */
  differencesShownMax: 100,
  /** TR-3: if other devices forget more memories than this within a window, copies are kept here. The larger of number and share counts. */
  removedAtOnceMin: 20,
  /** TR-57: if a forget with `trash` deletes more replaced versions than this, copies of them are in the trash, too. */
  replacedInTrashMin: 5,
  removedAtOnceShare: 0.05,
  removedWindowMs: 86_400_000,
  /** How long the copies are kept. */
  removedKeptMs: 30 * 86_400_000,
  /** How far apart two readings of the clock are before the earlier one ends copies. */
  removedLookMs: 12 * 3_600_000,
  removedShownMax: 1_000,
  /** TR-15: a device at rest compares itself with its server once a day, and after a silence of an hour. */
  compareEveryMs: 86_400_000,
  compareAfterSilenceMs: 3_600_000,
  /** The least time between two comparisons. The server cannot shorten it. */
  comparePauseMs: 3_600_000,
  compareSpreadMs: 300_000,
  /** The most differences that one comparison repairs. */
  compareMendMax: 2_000,
  /** TR-30: items that the server called malformed or too large are sent again after this time. */
  refusedAgainMs: 86_400_000,
  /** TR-1, TR-7: items requested by name in one round, and the growing pause between rounds. */
  askItemsMax: 100,
  askMsMin: 60_000,
  askMsMax: 86_400_000,
  /** RL-42: the earlier bodies of one memory that are shared with all devices, and the memories whose bodies one transaction shares. */
  pastBodiesMax: 32,
  pastToldAtOnceMax: 64,
  /** SY-M6: the most unreadable entries that are listed. All are counted. */
  unreadNamedMax: 20,
} as const;
