/** Puts questions to a ranker and judges its answers. */
import { eachInTurn } from '../measure.ts';
import type { Sought } from './conversation.ts';
import type { Judged } from './metrics.ts';
import type { Ranker } from './ranker.ts';

export interface Asked extends Judged {
  readonly project: string;
  readonly question: string;
  /** Projects of the found texts, in the order of the ranking. */
  readonly projects: readonly (string | null)[];
}

export const ask = async (ranker: Ranker, project: string, sought: readonly Sought[], depth: number) => {
  return eachInTurn(sought, async ({ text, category, gold, before }) => {
    const ranked = await ranker.rank(project, text, depth, before);
    return {
      ...{ project, question: text, category, gold },
      ranked: ranked.map(({ ref }) => ref),
      projects: ranked.map((one) => one.project),
    };
  });
};

/** Returns the same answers with sessions in place of turns. A session has the rank of its best turn. */
export const toSessions = (asked: readonly Asked[], sessionOf: (project: string, ref: string) => string) =>
  asked.map(({ project, category, ranked, gold }) => ({
    category,
    ranked: [...new Set(ranked.map((ref) => sessionOf(project, ref)))],
    gold: [...new Set(gold.map((ref) => sessionOf(project, ref)))],
  }));
