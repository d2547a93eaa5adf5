/**
 * Estimates the offset of the server's clock. A sample proves that the offset lies within half a round trip of its
 * middle, so the sample with the smallest round trip is the best. The best sample is dropped when the newest one
 * contradicts it, because the local clock was set or drifted. [SY-C2]
 */
import type { MetaValues } from '../ports/store.ts';

export type ClockOffset = MetaValues['offset'];

/** Milliseconds. `sentAt` and `receivedAt` are by the local clock. */
export interface TimeSample {
  readonly serverTime: number;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Milliseconds by which each new sample widens the interval of the kept one, so that it ages out. */
const AGE_MS = 1;

/** Returns the better of the present offset and a new sample. Ignores a sample that ended before it began. */
export const refineOffset = (present: ClockOffset | null, sample: TimeSample): ClockOffset | null => {
  const roundTripMs = sample.receivedAt - sample.sentAt;
  if (roundTripMs < 0) return present;
  const fresh = { ms: Math.round(sample.serverTime - (sample.sentAt + sample.receivedAt) / 2), roundTripMs };
  if (present === null || roundTripMs <= present.roundTripMs || contradicts(present, sample)) return fresh;
  return { ms: present.ms, roundTripMs: present.roundTripMs + AGE_MS };
};

/** Whether the two intervals of the offset do not overlap. */
const contradicts = (present: ClockOffset, sample: TimeSample): boolean => {
  const half = present.roundTripMs / 2;
  const least = sample.serverTime - sample.receivedAt;
  const most = sample.serverTime - sample.sentAt;
  return present.ms + half < least || present.ms - half > most;
};

/** The smallest change in milliseconds that is worth a write to disk. */
const WORTH_MS = 20;

export const isWorthStoring = (stored: ClockOffset | null, next: ClockOffset): boolean =>
  stored === null || Math.abs(stored.ms - next.ms) >= WORTH_MS || stored.mark?.at !== next.mark?.at;
