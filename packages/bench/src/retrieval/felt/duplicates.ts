/** Measures duplicates: the same text twice is one memory. A changed fact is always a memory of its own, however similar it is. [M-4] */
import type { Engine } from '@cairn/core';
import { eachInTurn } from '../../measure.ts';
import type { Asked } from '../judge.ts';
import { meanOf, rounded } from '../metrics.ts';
import type { ChangingFact } from '../synthetic/changing-facts.ts';
import { mustSave } from './ask-engine.ts';

export const measureDuplicates = async (engine: Engine, facts: readonly ChangingFact[]) => {
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
    /** Share of texts that were reported as duplicates when they were saved again with other white space. */
    repeatedFound: rounded(meanOf(outcomes.map(({ repeatedFound }) => (repeatedFound ? 1 : 0)))),
    /** Number of changed facts and paraphrases that were wrongly taken for duplicates. Must be 0. */
    changedMerged: outcomes.reduce((sum, { merged }) => sum + merged, 0),
    /** Share of changed facts whose save named the old fact, so that the caller can supersede it. */
    changedSuggested: rounded(meanOf(outcomes.map(({ suggested }) => (suggested ? 1 : 0)))),
  };
};

/**
 * Measures answers from a store that also holds other projects. They must not hold memories of another project, and other projects must
 * not cost recall. [F-5]
 */
export const measureLeakage = (asked: readonly Asked[]) => {
  const areForeign = asked.flatMap(({ project, projects }) => projects.map((found) => found !== project));
  return {
    questions: asked.length,
    rows: areForeign.length,
    foreignRows: areForeign.filter(Boolean).length,
  };
};
