/** Compares memories in small batches when a person asks for the review, and carries out decisions. [M-4, G-1] */
import type { Answer, Engine } from '@cairn/core';
import { LIMITS, ok, type ReviewDecision, type Reviewed, type ReviewInput, refuseInput } from '@cairn/schema';
import { warningOf } from './log.ts';
import type { SharedDeps } from './shared-deps.ts';
import { within } from './within.ts';

export type ReviewService = ReturnType<typeof createReviewService>;

type ReviewDeps = Pick<SharedDeps, 'engine' | 'gate' | 'timers' | 'stopSignal' | 'log'>;

/** Memories that are compared in one batch. A search waits for at most one batch. */
const BATCH = 20;
const WAIT_MS = 2_000;

export const createReviewService = ({ engine, gate, timers, stopSignal, log }: ReviewDeps) => {
  let comparing: Promise<void> | null = null;
  const compareAll = async (): Promise<void> => {
    for (;;) {
      if (stopSignal.aborted || engine().readOnly) return;
      const batch = await gate.share(() => compareSome(engine()));
      if (batch === 0) return;
    }
  };
  const compared = (): Promise<void> => {
    comparing ??= compareAll()
      .catch(warningOf(log, 'comparing memories stopped'))
      .finally(() => {
        comparing = null;
      });
    return comparing;
  };

  return {
    /**
     * Waits at most two seconds for the comparison, then returns the findings. `pending` counts the memories that are not
     * compared yet. The comparison continues in the background.
     */
    async list(input: ReviewInput) {
      await within(timers, compared(), WAIT_MS, undefined);
      return gate.share(() => engine().review(input));
    },
    decide: (id: string, decision: ReviewDecision) => gate.share(() => carryOut(engine(), id, decision)),
  };
};

const compareSome = async (engine: Engine): Promise<number> => {
  const batch = await engine.compareNext(BATCH);
  if (batch.compared.length > 0) await engine.noteCompared(batch);
  return batch.compared.length;
};

const carryOut = async (
  engine: Engine,
  id: string,
  { decision, other }: ReviewDecision,
): Answer<Reviewed> => {
  if (decision === 'accept') return engine.acceptHeld(id);
  if (decision === 'reject') return engine.rejectHeld(id);
  if (decision === 'keep')
    return engine.keepReviewed(id, other === undefined ? await contraryTo(engine, id) : [other]);
  const by = other === undefined ? await onlyOther(engine, id) : ok(other);
  return by.ok ? engine.replaceBy(id, by.value) : by;
};

const contraryTo = async (engine: Engine, id: string): Promise<readonly string[]> => {
  const found = await engine.review({ limit: LIMITS.reviewLimitMax });
  if (!found.ok) return [];
  const forks = found.value.forks.map(({ current, other }) => ({ older: other, newer: current }));
  return [...found.value.contradictions, ...forks].flatMap(({ older, newer }) =>
    older.id === id ? [newer.id] : newer.id === id ? [older.id] : [],
  );
};

const onlyOther = async (engine: Engine, id: string): Answer<string> => {
  const [first, ...more] = await contraryTo(engine, id);
  if (first !== undefined && more.length === 0) return ok(first);
  const sentence =
    first === undefined
      ? `${id} contradicts no known memory. Give the memory that replaces it: \`cairn review supersede OLD NEW\`.`
      : `${id} contradicts ${more.length + 1} memories. Give the one that replaces it: \`cairn review supersede OLD NEW\`.`;
  return refuseInput(sentence);
};
