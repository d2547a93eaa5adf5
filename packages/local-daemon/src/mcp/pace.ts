/**
 * Measures how fast a session saves. Without turns, the limit of five saves in a turn cannot be enforced. A program
 * that fills the memory is no agent. A session with more saves within a minute is warned, not refused. [M-7]
 */
import { setNewest } from '../services/newest.ts';

const WINDOW_MS = 60_000;
/** Sessions that are remembered, at most. The session that was silent longest is dropped first. */
const SESSIONS_MAX = 256;
const TIMES_MAX = 100;

/** Counts this save, and returns the number within the last minute. No more than `TIMES_MAX` earlier saves are counted. */
export const createPace = (nowMs: () => number): ((session: string) => number) => {
  const times = new Map<string, number[]>();
  return (session) => {
    const now = nowMs();
    const recent = (times.get(session) ?? []).filter((at) => now - at < WINDOW_MS && at <= now);
    recent.push(now);
    setNewest(times, session, recent.slice(-TIMES_MAX), SESSIONS_MAX);
    return recent.length;
  };
};
