/** Notes which memories an agent's answers used, in the background after a short delay. [M-14] */
import type { Engine } from '@cairn/core';
import { warningOf } from './log.ts';
import { namedTimers } from './named-timers.ts';
import { createQueue } from './queue.ts';
import type { SharedDeps } from './shared-deps.ts';

export interface UsedMemoriesDeps extends Pick<SharedDeps, 'gate' | 'timers' | 'events' | 'log'> {
  readonly engine: () => Pick<Engine, 'usedIn' | 'noteUsed' | 'readOnly'>;
}

/** Debounce of the parts of one answer. */
const QUIET_MS = 2_000;

export const createUsedMemories = (deps: UsedMemoriesDeps) => {
  const timer = namedTimers(deps.timers);
  let unsubscribe: () => void = () => undefined;
  const inTurn = createQueue();

  const note = async (session: string): Promise<void> => {
    const engine = deps.engine();
    if (engine.readOnly) return;
    const used = await engine.usedIn(session);
    if (used.ids.length > 0) await engine.noteUsed(used);
  };

  const look = (session: string): void => {
    inTurn(() => deps.gate.share(() => note(session))).catch(
      warningOf(deps.log, 'which memories an answer used was not kept'),
    );
  };

  return {
    begin(): void {
      unsubscribe = deps.events.subscribe((event) => {
        if (event.kind !== 'session') return;
        const { session, what } = event;
        timer.cancel(session);
        if (what === 'appended') timer.set(session, QUIET_MS, () => look(session));
        // A compacted session is about to receive its memories again, so the notes are written at once.
        else if (what !== 'deleted') look(session);
      });
    },
    /** Resolves when all writes are complete. */
    end(): Promise<void> {
      unsubscribe();
      timer.clear();
      return inTurn(async () => undefined);
    },
  };
};
