/** Whether an answer used what a memory tells. Words say so, and nothing else is looked at. [M-14] */
import { USE_LIMITS } from '@cairn/schema';
import { type Ground, groundOf, wordsOfClaim } from '../extraction/grounding.ts';

export interface Exchange {
  /** The words of the person before; an answer that only repeats them used no memory. */
  readonly asked: Ground;
  readonly answered: Ground;
  /** Milliseconds. */
  readonly at: number;
}

export const exchangeOf = (asked: string, answer: string, at: number): Exchange => ({
  asked: groundOf([asked]),
  answered: groundOf([answer]),
  at,
});

/** At least half of its telling words that the person had not said, or five of them. */
export const isUsed = (content: string, { asked, answered }: Exchange): boolean => {
  const { telling } = wordsOfClaim(content);
  const own = telling.filter((word) => !asked.has(word));
  if (own.length === 0) return false;
  const known = own.filter((word) => answered.has(word)).length;
  return known >= Math.min(Math.ceil(own.length / 2), USE_LIMITS.wordsUsedMax);
};
