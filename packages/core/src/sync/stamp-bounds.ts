/**
 * Bounds on stamps: how far ahead an own or a received one may lie, and how far a server can move this device's time. A stamp
 * from the far future would win over every later edit, and the own clock would have to follow it. [TR-5]
 */
import { type Hlc, hlcMs, LIMITS } from '@cairn/schema';
import type { ClockOffset } from './clock-offset.ts';

/**
 * `next` as far as it is believed. The first sample is taken as it is: a device whose clock has lost its battery knows no
 * better. From then on the server's time may gain a day on the local clock each day. It may go back at once, because an older
 * time lets nothing in. `nowMs`: by the local clock.
 */
export const boundOffset = (present: ClockOffset | null, next: ClockOffset, nowMs: number): ClockOffset => {
  const mark = present?.mark ?? { ms: next.ms, at: nowMs };
  const elapsed = Math.max(0, nowMs - mark.at);
  const ms = Math.min(next.ms, Math.max(0, mark.ms) + Math.max(LIMITS.serverTimeStepMsMax, elapsed));
  const isNextDay = elapsed >= LIMITS.serverTimeStepMsMax || nowMs < mark.at;
  return { ...next, ms, mark: isNextDay ? { ms, at: nowMs } : mark };
};

/**
 * The time that this device stamps with, in milliseconds since 1970. No clock decides alone: an own clock that is ahead gives way
 * to the server's, and the server's moves stamps ahead of the own clock by a minute at most. A device whose clock is slow
 * stamps after everything that it has seen (`last`), which members have stamped. [RL-39]
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

/** Milliseconds since 1970: what is stamped later waits. `serverNowMs`: as this device believes it. */
export const stampLimitMs = (serverNowMs: number): number => serverNowMs + LIMITS.stampAheadMsMax;

export const isBeyond = (hlc: Hlc, limitMs: number): boolean => hlcMs(hlc) > limitMs;
