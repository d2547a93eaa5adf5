/** How often one device can bring a vault into a new epoch. All others compare everything then. [TR-58] */
import type { DeviceId } from '@cairn/schema';
import type { Clock } from '../ports/clock.ts';
import { type Problem, problem } from './problem.ts';

const RAISES_MAX = 30;
const WINDOW_MS = 3_600_000;
/** The device asks again, and gets through once its window has moved on. */
const RETRY_AFTER_S = 60;

/** Null when it may, which counts; else the refusal. Kept in memory: a server that starts again counts from nothing. */
export type EpochLimit = (device: DeviceId) => Problem | null;

export const createEpochLimit = (clock: Clock): EpochLimit => {
  const raises = new Map<DeviceId, readonly number[]>();
  return (device) => {
    const nowMs = clock.nowMs();
    for (const [one, times] of raises) if (times.every((at) => nowMs - at >= WINDOW_MS)) raises.delete(one);
    const recent = (raises.get(device) ?? []).filter((at) => nowMs - at < WINDOW_MS);
    if (recent.length >= RAISES_MAX)
      return problem('rate_limited', 'This device has begun too many epochs. It goes on by itself.', {
        retryAfterS: RETRY_AFTER_S,
      }).error;
    raises.set(device, [...recent, nowMs]);
    return null;
  };
};
