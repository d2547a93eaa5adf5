/** Decides from words alone whether an answer used a memory. [M-14] */
import { USE_LIMITS } from '@cairn/schema';
import { type Ground, groundOf, wordsOfClaim } from '../extraction/grounding.ts';

export interface Exchange {
  /** The person's preceding words. An answer that only repeats them used no memory. */
  readonly asked: Ground;
  readonly answered: Ground;
  /** Unix time, milliseconds. */
  readonly at: number;
}

export const exchangeOf = (asked: string, answer: string, at: number): Exchange => ({
  asked: groundOf([asked]),
  answered: groundOf([answer]),
  at,
});

/** Whether the answer holds half of the memory's telling words that the person had not said, or five of them. */
export const isUsed = (content: string, { asked, answered }: Exchange): boolean => {
  const { telling } = wordsOfClaim(content);
  const own = telling.filter((word) => !asked.has(word));
  if (own.length === 0) return false;
  const known = own.filter((word) => answered.has(word)).length;
  return known >= Math.min(Math.ceil(own.length / 2), USE_LIMITS.wordsUsedMax);
};
