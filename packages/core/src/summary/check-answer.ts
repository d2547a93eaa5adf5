/**
 * Checks that an answer is a summary of the notes. It repairs what it can: too many sentences, repeated sentences, and sentences that
 * come from no note. Any other fault refuses the answer with a word for the ledger, and nothing is stored. [SU-3, SU-6, CX-5]
 */
import { err, LIMITS, ok, type Result } from '@cairn/schema';
import { guardText } from '../memory/guard.ts';
import { findInjection } from '../memory/guard-injection.ts';
import { tellingWords } from '../search/query.ts';
import { jaccard } from '../search/similarity.ts';
import type { DraftSentence, Note } from './note.ts';

export type AnswerFault = 'empty' | 'too_long' | 'repeats' | 'injection' | 'ungrounded';

/** The share of common words above which one sentence repeats another. */
const REPEATED = 0.8;

export const checkSummary = (
  sentences: readonly DraftSentence[],
  notes: readonly Note[],
): Result<readonly DraftSentence[], AnswerFault> => {
  const trimmed = sentences
    .map(({ text, from }) => ({
      text: text.replace(/\s+/gu, ' ').trim(),
      from: placesIn(from, notes.length),
    }))
    .filter(({ text }) => text !== '');
  if (trimmed.length === 0) return err('empty');
  if (trimmed.every((one) => isTooLong(one))) return err('too_long');
  if (trimmed.some(({ text }) => isOrder(text))) return err('injection');
  const once = withoutRepeats(trimmed);
  if (once.length * 2 <= trimmed.length && trimmed.length > 2) return err('repeats');
  const short = once.filter((one) => !isTooLong(one));
  if (short.length === 0) return err('too_long');
  const known = new Set(notes.flatMap(({ text }) => tellingWords(text)));
  const grounded = short.filter(({ text }) => tellingWords(text).some((word) => known.has(word)));
  if (grounded.length === 0) return err('ungrounded');
  return ok(grounded.slice(0, LIMITS.summarySentencesMax));
};

const isTooLong = ({ text }: DraftSentence): boolean => text.length > LIMITS.summarySentenceCharsMax;

/** Keeps only the numbers of given notes. */
const placesIn = (from: readonly number[], count: number): readonly number[] => [
  ...new Set(from.filter((place) => Number.isInteger(place) && place >= 0 && place < count)),
];

/**
 * Whether a sentence holds an order, a role tag or a secret. A person's memory may hold such text, but a model must not write it into
 * a summary.
 */
const isOrder = (text: string): boolean => {
  const guarded = guardText(text, 'auto');
  return !guarded.ok || guarded.value.content !== text || findInjection(text) !== null;
};

const withoutRepeats = (sentences: readonly DraftSentence[]): readonly DraftSentence[] => {
  const kept: { readonly sentence: DraftSentence; readonly words: readonly string[] }[] = [];
  for (const sentence of sentences) {
    const words = tellingWords(sentence.text);
    if (!kept.some((other) => jaccard(words, other.words) >= REPEATED)) kept.push({ sentence, words });
  }
  return kept.map(({ sentence }) => sentence);
};
