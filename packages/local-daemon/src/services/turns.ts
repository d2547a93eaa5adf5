/**
 * Keeps each agent's current turn as its hooks report it. A turn lasts from a person's prompt to the next prompt. MCP
 * names no turn, so a save over MCP counts in its agent's turn in the project. [MC-6]
 */
import { HOUR_MS, LIMITS } from '@cairn/schema';
import { setNewest } from './newest.ts';

export type Turns = ReturnType<typeof createTurns>;

export interface TurnPlace {
  readonly agent: string;
  readonly project: string | null;
}

const SESSIONS_MAX = 256;
/** Age after which a turn counts as answered although no hook reported the answer. */
const UNDER_WAY_MS = HOUR_MS;

export const createTurns = (nowMs: () => number) => {
  const turns = new Map<
    string,
    { readonly place: string; readonly id: string; readonly atMs: number; readonly isUnderWay: boolean }
  >();
  /** Counter in ids, because two prompts may come within a millisecond. */
  let begun = 0;
  return {
    /** Begins a turn with a person's prompt. */
    begin(place: TurnPlace, session: string): void {
      const atMs = nowMs();
      begun++;
      const id = `${atMs.toString(36)}-${begun} ${session}`.slice(0, LIMITS.turnCharsMax).toWellFormed();
      setNewest(turns, session, { place: placeKey(place), id, atMs, isUnderWay: true }, SESSIONS_MAX);
    },
    /** Marks the session's turn as answered. After that, it does not hide another session's turn in the same place. */
    rest(session: string): void {
      const turn = turns.get(session);
      if (turn !== undefined) turns.set(session, { ...turn, isUnderWay: false });
    },
    end: (session: string) => void turns.delete(session),
    /** Returns the id of the current turn. Null if none is known, or two sessions of the agent work in the project at once. */
    of(place: TurnPlace): string | null {
      const key = placeKey(place);
      const here = [...turns.values()].filter((turn) => turn.place === key).sort((a, b) => a.atMs - b.atMs);
      const newest = here.pop();
      const isAlone = here.every(({ isUnderWay, atMs }) => !isUnderWay || nowMs() - atMs > UNDER_WAY_MS);
      return isAlone ? (newest?.id ?? null) : null;
    },
  };
};

const placeKey = ({ agent, project }: TurnPlace): string => JSON.stringify([agent, project]);
