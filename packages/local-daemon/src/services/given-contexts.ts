/** Keeps the contexts that sessions began with, to show how they changed over the days. No request waits for this. [CX-7] */
import type { Engine, Given } from '@cairn/core';
import { type ContextInput, type ContextResult, LIMITS } from '@cairn/schema';
import { warningOf } from './log.ts';
import { createQueue } from './queue.ts';
import type { SharedDeps } from './shared-deps.ts';

type Asked = Pick<ContextInput, 'project' | 'form' | 'maxTokens'>;

export interface GivenContextsDeps extends Pick<SharedDeps, 'gate' | 'nowMs' | 'log'> {
  readonly engine: () => Pick<Engine, 'noteGiven' | 'readOnly'>;
}

export const createGivenContexts = ({ engine, gate, nowMs, log }: GivenContextsDeps) => {
  const inTurn = createQueue();
  const keep = async (given: Given): Promise<void> => {
    if (engine().readOnly) return;
    await engine().noteGiven(given);
  };
  return {
    /** Takes a context made with `explain`. A partial context is not kept, because the session had the rest already. */
    note(input: Asked, { tokens, parts = [], whole }: ContextResult): void {
      if (input.form === 'prompt' || whole !== true) return;
      const given = {
        project: input.project ?? null,
        at: nowMs(),
        tokens,
        tokensMax: input.maxTokens ?? LIMITS.contextTokensDefault,
        // The profile is left out, because it has its own history.
        parts: parts.flatMap(({ id, kind, section, tokens: own, at }) =>
          kind === 'profile' ? [] : [{ id, kind, section, tokens: own, stamp: Date.parse(at) }],
        ),
      };
      inTurn(() => gate.share(() => keep(given))).catch(
        warningOf(log, 'what a session began with was not kept'),
      );
    },
    /** Resolves when all notes are written. */
    end: () => inTurn(async () => undefined),
  };
};
export type GivenContexts = ReturnType<typeof createGivenContexts>;
