/** A fact that was superseded must not come back, and the one that is true now must be found. */
import type { Engine } from '@cairn/core';
import { meanOf, rounded } from '../metrics.ts';
import type { Mode } from '../stored.ts';
import type { ChangingFact } from '../synthetic/changing-facts.ts';
import { mustSave, mustSearch } from './ask-engine.ts';

/** Shares of the questions whose first or first five hits hold the old or the current value. */
export interface StaleFigures {
  readonly questions: number;
  readonly stale1: number;
  readonly stale5: number;
  readonly current1: number;
  readonly current5: number;
}

/** Saves each fact, supersedes it, and asks for it in its project once all are saved. */
export const measureStaleFacts = async (
  engine: Engine,
  facts: readonly ChangingFact[],
  mode: Mode,
): Promise<StaleFigures> => {
  const saved: { readonly fact: ChangingFact; readonly old: string; readonly current: string }[] = [];
  for (const fact of facts) {
    const { project } = fact;
    const old = await mustSave(engine, { content: fact.first, project });
    const current = await mustSave(engine, { content: fact.changed, project, supersedes: old.id });
    saved.push({ fact, old: old.id, current: current.id });
  }
  const places: { readonly old: number; readonly current: number }[] = [];
  for (const { fact, old, current } of saved) {
    const { results } = await mustSearch(engine, {
      query: fact.question,
      project: fact.project,
      mode,
      limit: 5,
    });
    const ids = results.map(({ id }) => id);
    places.push({ old: ids.indexOf(old), current: ids.indexOf(current) });
  }
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
