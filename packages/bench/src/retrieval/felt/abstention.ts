/**
 * Measures whether the score of the first hit tells an answer from none. Each question is also asked of a conversation that does not
 * know the answer.
 */
import type { Conversation, Sought } from '../conversation.ts';
import { auroc, falsePassRate, rounded } from '../metrics.ts';
import type { Ranker } from '../ranker.ts';

export interface AbstentionFigures {
  readonly pairs: number;
  /** How often an answerable question's first score is above that of an unanswerable one. */
  readonly auroc: number;
  /** The share of unanswerable questions that a threshold lets through while it keeps 95 % of the answerable ones. */
  readonly falsePass95: number;
}

export interface Strangers {
  readonly conversation: Conversation;
  readonly sought: readonly Sought[];
  /** Another conversation, which is asked the same. */
  readonly other: Conversation;
}

const KEPT = 0.95;

/** The names of people are swapped for those of the other conversation, so that names give nothing away. */
export const measureAbstention = async (
  all: readonly Strangers[],
  ranker: Ranker,
): Promise<AbstentionFigures> => {
  const known: number[] = [];
  const unknown: number[] = [];
  for (const { conversation, sought, other } of all) {
    for (const { text } of sought) {
      known.push(await topScore(ranker, conversation.name, text));
      unknown.push(await topScore(ranker, other.name, withNamesOf(text, conversation, other)));
    }
  }
  return {
    pairs: known.length,
    auroc: rounded(auroc(known, unknown)),
    falsePass95: rounded(falsePassRate(known, unknown, KEPT)),
  };
};

const topScore = async (ranker: Ranker, project: string, question: string): Promise<number> => {
  const [first] = await ranker.rank(project, question, 1);
  return first?.score ?? 0;
};

const withNamesOf = (text: string, from: Conversation, to: Conversation): string =>
  from.authors.reduce((swapped, name, nth) => swapped.replaceAll(name, to.authors[nth] ?? name), text);
