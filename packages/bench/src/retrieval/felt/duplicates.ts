/** Measures duplicates: the same text twice is one memory. A changed fact is always a memory of its own, however similar it is. [M-4] */
import type { Engine } from '@cairn/core';
import { eachInTurn } from '../../measure.ts';
import type { Asked } from '../judge.ts';
import { meanOf, rounded } from '../metrics.ts';
import type { ChangingFact } from '../synthetic/changing-facts.ts';
import { mustSave } from './ask-engine.ts';

export interface DuplicateFigures {
  readonly facts: number;
  /** Share of texts that were reported as duplicates when they were saved again with other white space. */
  readonly repeatedFound: number;
  /** Number of changed facts and paraphrases that were wrongly taken for duplicates. Must be 0. */
  readonly changedMerged: number;
  /** Share of changed facts whose save named the old fact, so that the caller can supersede it. */
  readonly changedSuggested: number;
}

export const measureDuplicates = async (
  engine: Engine,
  facts: readonly ChangingFact[],
): Promise<DuplicateFigures> => {
  const outcomes = await eachInTurn(facts, async ({ project, first, changed, paraphrase }) => {
    const { id } = await mustSave(engine, { content: first, project });
    const again = await mustSave(engine, { content: `  ${first.replace(' ', '\n ')} `, project });
    const others = await eachInTurn([changed, paraphrase], (content) =>
      mustSave(engine, { content, project }),
    );
    return {
      repeatedFound: again.status === 'duplicate' && again.id === id,
      merged: others.filter((other) => other.status !== 'saved' || other.id === id).length,
      suggested: others[0]?.similar.some((one) => one.id === id) === true,
    };
  });
  return {
    facts: outcomes.length,
    repeatedFound: rounded(meanOf(outcomes.map(({ repeatedFound }) => (repeatedFound ? 1 : 0)))),
    changedMerged: outcomes.reduce((sum, { merged }) => sum + merged, 0),
    changedSuggested: rounded(meanOf(outcomes.map(({ suggested }) => (suggested ? 1 : 0)))),
  };
};

/** Figures of a shared store. Answers must not hold memories of another project, and other projects must not cost recall. [F-5] */
export interface LeakageFigures {
  readonly questions: number;
  readonly rows: number;
  readonly foreignRows: number;
}

/** Measures answers from a store that also holds other projects. */
export const measureLeakage = (asked: readonly Asked[]): LeakageFigures => {
  const areForeign = asked.flatMap(({ project, projects }) => projects.map((found) => found !== project));
  return {
    questions: asked.length,
    rows: areForeign.length,
    foreignRows: areForeign.filter(Boolean).length,
  };
};
