/**
 * The current turns of agents, as their hooks report them. A turn lasts from one prompt of a person to the next. MCP names no turn, so a
 * save by MCP counts in the turn of its agent in its project. [MC-6]
 */
import { LIMITS } from '@cairn/schema';

export interface Turns {
  /** A prompt began a turn. */
  begin(place: TurnPlace, session: string): void;
  /** The answer was given, so another session's turn may be the current one. */
  rest(session: string): void;
  end(session: string): void;
  /** Returns null when no hook reported a turn, or when two sessions of the agent work in this project at once. */
  of(place: TurnPlace): string | null;
}

export interface TurnPlace {
  readonly agent: string;
  readonly project: string | null;
}

interface Turn {
  readonly place: string;
  readonly id: string;
  readonly atMs: number;
  readonly isUnderWay: boolean;
}

const SESSIONS_MAX = 256;
/** Milliseconds after which a turn ends if no hook reported its answer. */
const UNDER_WAY_MS = 3_600_000;

export const createTurns = (nowMs: () => number): Turns => {
  const turns = new Map<string, Turn>();
  /** A counter, because two prompts may come within a millisecond. */
  let begun = 0;
  return {
    begin(place, session) {
      const atMs = nowMs();
      begun++;
      const id = `${atMs.toString(36)}-${begun} ${session}`.slice(0, LIMITS.turnCharsMax).toWellFormed();
      turns.delete(session);
      turns.set(session, { place: placeKey(place), id, atMs, isUnderWay: true });
      const [oldest] = turns.keys();
      if (turns.size > SESSIONS_MAX && oldest !== undefined) turns.delete(oldest);
    },
    rest(session) {
      const turn = turns.get(session);
      if (turn !== undefined) turns.set(session, { ...turn, isUnderWay: false });
    },
    end: (session) => void turns.delete(session),
    of(place) {
      const key = placeKey(place);
      const here = [...turns.values()].filter((turn) => turn.place === key).sort((a, b) => a.atMs - b.atMs);
      const newest = here.pop();
      const isAlone = here.every(({ isUnderWay, atMs }) => !isUnderWay || nowMs() - atMs > UNDER_WAY_MS);
      return isAlone ? (newest?.id ?? null) : null;
    },
  };
};

const placeKey = ({ agent, project }: TurnPlace): string => JSON.stringify([agent, project]);
