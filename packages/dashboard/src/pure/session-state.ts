/** The state of a session, as a person would say it. [PG-17] */
import type { SessionInfo } from '@cairn/schema';

/** An agent says nothing for that long while a tool of its runs, or while somebody reads. */
const WORKING_MS = 30 * 60_000;

/** The engine keeps `working` until somebody says that it ended, which an agent that is closed rarely does. */
export const sessionState = (
  { state, updatedAt }: Pick<SessionInfo, 'state' | 'updatedAt'>,
  nowMs: number,
): 'working' | 'idle' | 'ended' => {
  if (state === 'completed') return 'ended';
  return nowMs - Date.parse(updatedAt) <= WORKING_MS ? 'working' : 'idle';
};
