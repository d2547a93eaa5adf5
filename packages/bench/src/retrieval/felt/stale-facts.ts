/** Measures whether searches find the current fact and not the superseded one. */
import type { Engine } from '@cairn/core';
import { eachInTurn } from '../../measure.ts';
import { meanOf, rounded } from '../metrics.ts';
import type { Mode } from '../stored.ts';
import type { ChangingFact } from '../synthetic/changing-facts.ts';
import { mustSave, type Search } from './ask-engine.ts';

/** Saves each fact and supersedes it immediately. */
export const saveSuperseded = async (engine: Engine, facts: readonly ChangingFact[]) =>
  eachInTurn(facts, async (fact) => {
    const { project } = fact;
    const old = await mustSave(engine, { content: fact.first, project });
    const current = await mustSave(engine, { content: fact.changed, project, supersedes: old.id });
    return { fact, oldId: old.id, currentId: current.id };
  });

/**
 * Searches for each fact in its project. Returns the shares of questions whose first hit, or first five hits, hold the old or the current
 * value.
 */
export const measureStaleFacts = async (
  search: Search,
  saved: Awaited<ReturnType<typeof saveSuperseded>>,
  mode: Mode,
) => {
  const places = await eachInTurn(saved, async ({ fact, oldId, currentId }) => {
    const { results } = await search({ query: fact.question, project: fact.project, mode, limit: 5 });
    const ids = results.map(({ id }) => id);
    return { old: ids.indexOf(oldId), current: ids.indexOf(currentId) };
  });
  const share = (of: 'old' | 'current', below: number): number =>
    rounded(meanOf(places.map((place) => (place[of] >= 0 && place[of] < below ? 1 : 0))));
  return {
    questions: places.length,
    stale1: share('old', 1),
    stale5: share('old', 5),
    current1: share('current', 1),
    current5: share('current', 5),
  };
};
