/** Reports for a week that the log had lost its end, even when the daemon runs longer. [RL-27] */
import { LIMITS, type StatusResult } from '@cairn/schema';

/** Note of a lost tail: the pages that the log had, those that can be read, and the time in milliseconds since 1970. */
export interface LostTailNote {
  readonly frames: number;
  readonly readable: number;
  readonly at: number;
}

export const stillTold = (
  note: LostTailNote | null,
  nowMs: number,
): NonNullable<StatusResult['store']['lostTail']> | null =>
  note === null || nowMs - note.at > LIMITS.lostTailMsMax
    ? null
    : { frames: note.frames, readable: note.readable, at: new Date(note.at).toISOString() };
