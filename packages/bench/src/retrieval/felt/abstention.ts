/**
 * Measures how well the first hit's score tells answerable from unanswerable questions. Each question is also put to a conversation that
 * cannot answer it.
 */
import type { Conversation, Sought } from '../conversation.ts';
import { auroc, falsePassRate, rounded } from '../metrics.ts';
import type { Ranker } from '../ranker.ts';

export interface Strangers {
  readonly conversation: Conversation;
  readonly sought: readonly Sought[];
  /** A second conversation, which gets the same questions. */
  readonly other: Conversation;
}

const KEPT = 0.95;

/** Measures abstention. The people's names are replaced by those of the second conversation, so that names do not reveal the mismatch. */
export const measureAbstention = async (all: readonly Strangers[], ranker: Ranker) => {
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
    /** Probability that an answerable question has a higher first score than an unanswerable one. */
    auroc: rounded(auroc(known, unknown)),
    /** Share of unanswerable questions above the threshold that 95 % of the answerable ones pass. */
    falsePass95: rounded(falsePassRate(known, unknown, KEPT)),
  };
};

const topScore = async (ranker: Ranker, project: string, question: string): Promise<number> => {
  const [first] = await ranker.rank(project, question, 1);
  return first?.score ?? 0;
};

const withNamesOf = (text: string, from: Conversation, to: Conversation): string =>
  from.authors.reduce((swapped, name, nth) => swapped.replaceAll(name, to.authors[nth] ?? name), text);
