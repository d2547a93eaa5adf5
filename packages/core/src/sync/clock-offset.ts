/**
 * The server's clock as seen from here. A sample says that the offset lies within half a round trip of its middle, so the
 * smallest round trip is the best witness; one that the newest sample contradicts is no witness any more: our clock was
 * set, or drifted. [SY-C2]
 */
import type { MetaValues } from '../ports/store.ts';

export type ClockOffset = MetaValues['offset'];

/** All in milliseconds; `sentAt` and `receivedAt` by the local clock. */
export interface TimeSample {
  readonly serverTime: number;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Every sample that an older witness outlives widens its claim by this much, so that it ages out. */
const AGE_MS = 1;

/** The better of the present offset and a new sample; a sample that ended before it began says nothing. */
export const refineOffset = (present: ClockOffset | null, sample: TimeSample): ClockOffset | null => {
  const roundTripMs = sample.receivedAt - sample.sentAt;
  if (roundTripMs < 0) return present;
  const fresh = { ms: Math.round(sample.serverTime - (sample.sentAt + sample.receivedAt) / 2), roundTripMs };
  if (present === null || roundTripMs <= present.roundTripMs || contradicts(present, sample)) return fresh;
  return { ms: present.ms, roundTripMs: present.roundTripMs + AGE_MS };
};

/** The two intervals in which the offset must lie do not meet. */
const contradicts = (present: ClockOffset, sample: TimeSample): boolean => {
  const half = present.roundTripMs / 2;
  const least = sample.serverTime - sample.receivedAt;
  const most = sample.serverTime - sample.sentAt;
  return present.ms + half < least || present.ms - half > most;
};

/** Changes below this are not worth a write to the disk. */
const WORTH_MS = 20;

export const isWorthStoring = (stored: ClockOffset | null, next: ClockOffset): boolean =>
  stored === null || Math.abs(stored.ms - next.ms) >= WORTH_MS || stored.mark?.at !== next.mark?.at;
