/** The limits of schedules that act. [SC-6, SC-8] */

export const ACT_LIMITS = {
  /** SC-6: calls of the model and tokens in a run that acts: the defaults, and the range that a schedule can set. */
  turnsDefault: 8,
  turnsMax: 20,
  tokensDefault: 30_000,
  tokensMin: 2_000,
  tokensMax: 1_000_000,
  /** The most tool calls of one answer that are executed. */
  callsPerTurnMax: 5,
  /** Characters of a tool's result that are sent to the model. */
  resultCharsMax: 8_000,
  /** SC-8: characters of an answer that are stored, and of each call's name, arguments and result. */
  saidCharsMax: 1_000,
  callCharsMax: 500,
  /** SC-8: runs that a session's start reports, one line each. */
  toldMax: 3,
  toldCharsMax: 300,
  /** Milliseconds after which a run is not reported: seven days. */
  toldMsMax: 7 * 86_400_000,
} as const;
