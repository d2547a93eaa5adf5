/** The bounds of schedules that act. [SC-6, SC-8] */

export const ACT_LIMITS = {
  /** SC-6: of a run that acts, unless its schedule says otherwise, and the most that one can say. */
  turnsDefault: 8,
  turnsMax: 20,
  tokensDefault: 30_000,
  tokensMin: 2_000,
  tokensMax: 1_000_000,
  /** Calls of one answer that are done. */
  callsPerTurnMax: 5,
  /** What a tool answered, as the model is given it. */
  resultCharsMax: 8_000,
  /** SC-8: what is kept of an answer, and of each call's arguments and result. */
  saidCharsMax: 1_000,
  callCharsMax: 500,
  /** SC-8: runs that a session's start tells of, one line each. */
  toldMax: 3,
  toldCharsMax: 300,
  /** An older one is no news. */
  toldMsMax: 7 * 86_400_000,
} as const;
