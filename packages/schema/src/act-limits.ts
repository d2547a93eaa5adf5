/** The limits of schedules that act. [SC-6, SC-8] */

export const ACT_LIMITS = {
  /** SC-6: defaults of a run that acts, and the most that a schedule can set. */
  turnsDefault: 8,
  turnsMax: 20,
  tokensDefault: 30_000,
  tokensMin: 2_000,
  tokensMax: 1_000_000,
  /** Tool calls that are executed from one answer. */
  callsPerTurnMax: 5,
  /** Characters of a tool's result that the model gets. */
  resultCharsMax: 8_000,
  /** SC-8: characters that are kept of an answer, and of each call's arguments and result. */
  saidCharsMax: 1_000,
  callCharsMax: 500,
  /** SC-8: runs that a session's start reports, one line each. */
  toldMax: 3,
  toldCharsMax: 300,
  /** An older run is not reported. */
  toldMsMax: 7 * 86_400_000,
} as const;
