/**
 * Checks that an answer is a summary of the notes. Drops sentences that are too many, too long, repeated, without a word of any
 * note, or with a number that no note has. Rejects an answer with an order, with mostly repeats, or with nothing left, and one in
 * which the model refuses. The error is a word for the ledger, and nothing is stored. [SU-3, SU-6, CX-5]
 */
import { err, LIMITS, ok, type Result } from '@cairn/schema';
import { guardText } from '../memory/guard.ts';
import { findInjection } from '../memory/guard-injection.ts';
import { isoTime } from '../memory/to-memory.ts';
import { tellingWords } from '../search/query.ts';
import { jaccard } from '../search/similarity.ts';
import type { DraftSentence, Note } from './note.ts';
import { isRefusal } from './refusal.ts';

export type AnswerFault = 'empty' | 'too_long' | 'repeats' | 'injection' | 'ungrounded' | 'refused';

/** The share of common words from which one sentence counts as a repeat of another. */
const REPEATED = 0.8;

/** `beside`: text that the model was shown besides the notes. Its numbers may occur too. */
export const checkSummary = (
  sentences: readonly DraftSentence[],
  notes: readonly Note[],
  beside = '',
): Result<readonly DraftSentence[], AnswerFault> => {
  const trimmed = sentences
    .map(({ text, from }) => ({
      text: text.replace(/\s+/gu, ' ').trim(),
      from: placesIn(from, notes.length),
    }))
    .filter(({ text }) => text !== '');
  if (trimmed.length === 0) return err('empty');
  const told = notes.map(({ text }) => text).join('\n');
  if (trimmed.some(({ text }) => isRefusal(text, told))) return err('refused');
  if (trimmed.every((one) => isTooLong(one))) return err('too_long');
  if (trimmed.some(({ text }) => isOrder(text))) return err('injection');
  const once = withoutRepeats(trimmed);
  if (once.length * 2 <= trimmed.length && trimmed.length > 2) return err('repeats');
  const short = once.filter((one) => !isTooLong(one));
  if (short.length === 0) return err('too_long');
  const known = new Set(notes.flatMap(({ text }) => tellingWords(text)));
  const numbers = new Set(
    notes.flatMap(({ text, atMs }) => numbersIn(`${text} ${isoTime(atMs).slice(0, 10)}`)),
  );
  for (const one of numbersIn(beside)) numbers.add(one);
  const grounded = short.filter(
    ({ text }) =>
      tellingWords(text).some((word) => known.has(word)) && numbersIn(text).every((one) => numbers.has(one)),
  );
  if (grounded.length === 0) return err('ungrounded');
  return ok(grounded.slice(0, LIMITS.summarySentencesMax));
};

const isTooLong = ({ text }: DraftSentence): boolean => text.length > LIMITS.summarySentenceCharsMax;

const numbersIn = (text: string): readonly string[] =>
  [...text.matchAll(/\p{Nd}+/gu)].map(([digits]) => digits.replace(/^0+(?=\d)/, ''));

/** Returns the distinct numbers that name a note. */
const placesIn = (from: readonly number[], count: number): readonly number[] => [
  ...new Set(from.filter((place) => Number.isInteger(place) && place >= 0 && place < count)),
];

/**
 * Returns whether a sentence holds an order, a role tag, a secret or anything else that the guard changes. A person's memory may hold
 * such text, but a model must not write it into a summary.
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
