/**
 * Summarises without a model: chooses sentences that are central, recent and unlike each other, each with its date. They are ordered
 * by date, then by note. [SU-3]
 */
import { isoTime } from '../memory/to-memory.ts';
import { lastingShare } from './lasting.ts';
import type { DraftSentence, Note } from './note.ts';
import { shorten, unmarkedSentencesOf } from './sentences.ts';
import { centroid, likeness, type WordVector, wordVectors } from './word-weights.ts';

export interface ExtractBounds {
  readonly sentencesMax: number;
  readonly charsMax: number;
}

/** The most characters of a sentence, its date included. */
const SENTENCE_CHARS_MAX = 240;
/** The fewest characters. A shorter sentence has little meaning alone. */
const SENTENCE_CHARS_MIN = 24;
/** A sentence that introduces another one, and has little meaning alone. */
const INTRODUCES = /[:：]$/u;
/** The weights of a sentence's qualities: central, lasting, recent, first in its note, weight of its note. */
const SHARES = { central: 0.35, lasting: 0.25, recent: 0.1, first: 0.1, weight: 0.2 } as const;
/** The share of the score; the rest is the penalty for likeness to a chosen sentence (maximal marginal relevance). */
const DIVERSITY = 0.7;
/** The most candidates that are compared with each other, best first. */
const POOL_MAX = 64;
const DATED = / \(\d{4}-\d{2}-\d{2}\)$/;

interface Candidate {
  readonly text: string;
  readonly note: number;
  /** The index of the sentence in its note. */
  readonly place: number;
  readonly atMs: number;
  readonly vector: WordVector;
  readonly score: number;
}

export const extract = (notes: readonly Note[], bounds: ExtractBounds): readonly DraftSentence[] => {
  const pool = candidatesOf(notes).slice(0, POOL_MAX);
  return chooseDiverse(pool, bounds)
    .sort((a, b) => a.atMs - b.atMs || a.note - b.note || a.place - b.place)
    .map(({ text, note }) => ({ text, from: [note] }));
};

/** Returns the candidates, best first. */
const candidatesOf = (notes: readonly Note[]): readonly Candidate[] => {
  const parts = notes.flatMap(({ text, atMs, weight }, note) =>
    unmarkedSentencesOf(text.replace(DATED, '')).map((sentence, place) => ({
      ...{ sentence, note, place, atMs, weight },
    })),
  );
  const vectors = wordVectors(parts.map(({ sentence }) => sentence));
  const middle = centroid(vectors);
  const central = vectors.map((vector) => likeness(vector, middle));
  const mostCentral = Math.max(...central, Number.MIN_VALUE);
  const recency = recencyOf(notes);
  return parts
    .map(({ sentence, note, place, atMs, weight }, at): Candidate => {
      const vector = vectors[at] ?? new Map();
      const worth =
        SHARES.central * ((central[at] ?? 0) / mostCentral) +
        SHARES.lasting * lastingShare(sentence) +
        SHARES.recent * (recency[note] ?? 0) +
        SHARES.first * (place === 0 ? 1 : 0) +
        SHARES.weight * weight;
      const isPart = sentence.length < SENTENCE_CHARS_MIN || INTRODUCES.test(sentence);
      const score = isPart ? worth / 2 : worth;
      return { text: withDate(sentence, atMs), note, place, atMs, vector, score };
    })
    .sort((a, b) => b.score - a.score || b.atMs - a.atMs || a.note - b.note);
};

/**
 * Returns the recency of each note: 1 for the newest, towards 0 for the oldest. By rank, so that a long pause does not devalue
 * earlier notes.
 */
const recencyOf = (notes: readonly Note[]): readonly number[] => {
  const order = notes.map(({ atMs }, note) => ({ atMs, note })).sort((a, b) => a.atMs - b.atMs);
  const ranks = new Array<number>(notes.length).fill(0);
  for (const [rank, { note }] of order.entries()) ranks[note] = (rank + 1) / notes.length;
  return ranks;
};

const withDate = (sentence: string, atMs: number): string => {
  const date = ` (${isoTime(atMs).slice(0, 10)})`;
  return `${shorten(sentence, SENTENCE_CHARS_MAX - date.length)}${date}`;
};

const chooseDiverse = (
  pool: readonly Candidate[],
  { sentencesMax, charsMax }: ExtractBounds,
): Candidate[] => {
  const chosen: Candidate[] = [];
  let chars = 0;
  let left = pool;
  while (chosen.length < sentencesMax && left.length > 0) {
    const worth = (one: Candidate): number =>
      DIVERSITY * one.score -
      (1 - DIVERSITY) * Math.max(0, ...chosen.map((other) => likeness(one.vector, other.vector)));
    const found = left.reduce((first, one) => (worth(one) > worth(first) ? one : first));
    const best = left
      .filter((one) => one === found || isSame(one, found))
      .reduce((first, one) => (one.atMs > first.atMs ? one : first));
    left = left.filter((one) => one !== best && one !== found && !isSame(one, best));
    if (chars + best.text.length > charsMax && chosen.length > 0) continue;
    chosen.push(best);
    chars += best.text.length;
  }
  return chosen;
};

/** The likeness from which two sentences count as the same. The newer one is taken. */
const SAME = 0.85;
const isSame = (a: Candidate, b: Candidate): boolean => likeness(a.vector, b.vector) >= SAME;
