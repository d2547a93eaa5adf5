/** Limits how often one device can start a new epoch of a vault. A new epoch makes all other devices compare everything. [TR-58] */
import type { Clock } from '../ports/clock.ts';
import { type Problem, problem } from './problem.ts';
import { countedAs, type Session } from './session.ts';

const RAISES_MAX = 30;
const WINDOW_MS = 3_600_000;
/** The device retries, and succeeds once its oldest epoch is outside of the window. */
const RETRY_AFTER_S = 60;

/** Counts a new epoch and returns null, or returns the refusal. The counts are in memory, so a restart resets them. */
export type EpochLimit = (session: Session) => Problem | null;

export const createEpochLimit = (clock: Clock): EpochLimit => {
  const raises = new Map<string, readonly number[]>();
  return (session) => {
    const device = countedAs(session);
    const nowMs = clock.nowMs();
    // A clock that was set back must not limit a device until it has caught up.
    const isRecent = (at: number): boolean => Math.abs(nowMs - at) < WINDOW_MS;
    for (const [one, times] of raises) if (!times.some(isRecent)) raises.delete(one);
    const recent = (raises.get(device) ?? []).filter(isRecent);
    if (recent.length >= RAISES_MAX)
      return problem('rate_limited', 'This device has begun too many epochs. It continues by itself.', {
        retryAfterS: RETRY_AFTER_S,
      }).error;
    raises.set(device, [...recent, nowMs]);
    return null;
  };
};
