/**
 * Bounds on stamps: how far ahead own and received stamps may be, and how far a server can move this device's time. A
 * stamp from the far future would win over every later edit, and this device's clock would have to follow it. [TR-5]
 */
import { type Hlc, hlcMs, LIMITS } from '@cairn/schema';
import type { ClockOffset } from './clock-offset.ts';

/**
 * Returns the accepted part of `next`. The first sample is accepted as it is, because a device with a reset clock has
 * no better one. Later samples may move the server's time ahead by a day at once, and by another day per day. They may
 * set it back by any time, because an older time admits nothing. `nowMs`: by the local clock.
 */
export const boundOffset = (present: ClockOffset | null, next: ClockOffset, nowMs: number): ClockOffset => {
  const mark = present?.mark ?? { ms: next.ms, at: nowMs };
  const elapsed = Math.max(0, nowMs - mark.at);
  const ms = Math.min(next.ms, Math.max(0, mark.ms) + Math.max(LIMITS.serverTimeStepMsMax, elapsed));
  const isNextDay = elapsed >= LIMITS.serverTimeStepMsMax || nowMs < mark.at;
  return { ...next, ms, mark: isNextDay ? { ms, at: nowMs } : mark };
};

/**
 * Returns the time for this device's stamps, as Unix time in milliseconds. No clock decides alone. A local clock that
 * is ahead follows the server's. The server's clock moves stamps at most `stampLeadMsMax` ahead of the local clock, or
 * up to `last`, the highest stamp that members made and this device has seen. [RL-39]
 */
export const stampTimeMs = ({
  nowMs,
  offsetMs,
  last,
}: {
  readonly nowMs: number;
  readonly offsetMs: number;
  readonly last: Hlc;
}): number => {
  const led = Math.max(nowMs + LIMITS.stampLeadMsMax, hlcMs(last));
  return Math.max(0, Math.round(Math.min(nowMs + offsetMs, led)));
};

/** No clock of a server leads further, to the year 6429. Stamps have 48 bits for the time, and the next ones need room. */
export const STAMP_MS_MAX = 2 ** 47;

/** Returns the time above which a stamp waits, as Unix time in milliseconds. `serverNowMs`: this device's estimate. */
export const stampLimitMs = (serverNowMs: number): number =>
  Math.min(STAMP_MS_MAX, serverNowMs + LIMITS.stampAheadMsMax);

export const isBeyond = (hlc: Hlc, limitMs: number): boolean => hlcMs(hlc) > limitMs;
