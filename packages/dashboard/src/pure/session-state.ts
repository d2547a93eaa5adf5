/** Says in words for people what state a session is in and who wrote its summary. [PG-17] */
import { MINUTE_MS, type SessionInfo } from '@cairn/schema';

/** An agent may be silent this long while its tool runs or a person reads. */
const WORKING_MS = 30 * MINUTE_MS;

/** The engine says `working` until the agent reports the end, which a closed agent rarely does. */
export const sessionState = (
  { state, updatedAt }: Pick<SessionInfo, 'state' | 'updatedAt'>,
  nowMs: number,
): 'working' | 'idle' | 'ended' => {
  if (state === 'completed') return 'ended';
  return nowMs - Date.parse(updatedAt) <= WORKING_MS ? 'working' : 'idle';
};

/** `caller` marks a summary that came through the API. */
export const summaryTitle = ({ summaryModel }: Pick<SessionInfo, 'summaryModel'>): string => {
  if (summaryModel === null) return 'Summary in the words of the messages';
  return `Summary by ${summaryModel === 'caller' ? "the agent's program" : summaryModel}`;
};
