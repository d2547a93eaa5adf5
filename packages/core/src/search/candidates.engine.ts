/** Finds the rows to rank, by words, by meaning, or by both, and decides how to rank them. [F-4, F-7] */
import type { SearchInput } from '@cairn/schema';
import type { Meaning } from '../engine/api.ts';
import type { VectorQuery } from '../ports/vectors.ts';
import { holdsMarkers, markersOf } from './exact-words.ts';
import type { ParsedQuery } from './query.ts';
import type { Candidate, Ranking } from './rank.ts';
import { NO_CANDIDATES, type TextCandidates } from './text-candidates.engine.ts';
import { differInLanguage } from './words/small-words.ts';

export interface Asked {
  /** The question as typed. */
  readonly text: string;
  readonly question: ParsedQuery;
  readonly mode: NonNullable<SearchInput['mode']>;
  /**
   * Length of each candidate list. It exceeds the answer's limit, because the best row for both, or a named one, may be first in
   * neither list.
   */
  readonly limit: number;
  /** The same when words alone rank. */
  readonly limitOfWords: number;
}

export interface Candidates<Row> extends TextCandidates<Row> {
  readonly ranking: Ranking<Row>;
  /** False when only the newest vectors were compared. */
  readonly isComplete: boolean;
  /** Set when the nearest row is in another language than the question, and near enough to be an answer. [F-19] */
  readonly isSureAcross?: true;
  /** Set when something was found that is too far from the question to be an answer. [F-19] */
  readonly isFar?: true;
}

export const NOTHING_ASKED = {
  ...NO_CANDIDATES,
  ranking: { by: 'words' },
  isComplete: true,
} as const satisfies Candidates<never>;

/** The rows of one kind in one scope. Each list is sorted best first. */
export interface CandidateSource<Row> {
  byWords(limit: number): Promise<TextCandidates<Row>>;
  nearest(
    query: VectorQuery,
    limit: number,
  ): Promise<{ readonly matches: readonly Near<Row>[]; readonly isComplete: boolean }>;
  /** Returns cosines in the order of the rows; null without a vector. */
  cosinesOf(query: VectorQuery, rows: readonly Row[]): Promise<readonly (number | null)[]>;
  keyOf(row: Row): string;
  /** Returns the text that must hold the question's markers. */
  textOf(row: Row): string;
}

export interface Near<Row> {
  readonly row: Row;
  readonly cosine: number;
}

export const findCandidates = async <Row>(
  source: CandidateSource<Row>,
  { question, text, mode, limit, limitOfWords }: Asked,
  meaning: Meaning,
): Promise<Candidates<Row>> => {
  if (meaning.kind === 'none' || mode === 'text')
    return { ...(await source.byWords(limitOfWords)), ranking: { by: 'words' }, isComplete: true };
  if (mode === 'vector') return byMeaning(source, limit, meaning);
  const byWords = await source.byWords(limit);
  const nearest = await source.nearest(meaning, limit);
  const { isComplete } = nearest;
  // No row has a vector yet, so words alone rank, as without an embedder.
  if (nearest.matches.length === 0) return { ...byWords, ranking: { by: 'words' }, isComplete };
  const near = nearest.matches.filter(({ cosine }) => cosine >= meaning.fusion.cosineMin);
  const markers = markersOf(text, question);
  const [first] = near;
  const { sureAcrossFrom = Number.POSITIVE_INFINITY } = meaning.fusion;
  const isSureAcross =
    first !== undefined && first.cosine >= sureAcrossFrom && differInLanguage(text, source.textOf(first.row));
  return {
    ...byWords,
    ...(isSureAcross && { isSureAcross }),
    candidates: await united(source, meaning, byWords, near),
    ranking: {
      by: 'both',
      fusion: meaning.fusion,
      ...(byWords.isWeighed === true
        ? { ideal: 1, isWeighed: true as const }
        : { ideal: byWords.query?.ideal ?? 0 }),
      isExact: (row) => holdsMarkers(source.textOf(row), markers),
    },
    isComplete,
  };
};

const byMeaning = async <Row>(
  source: CandidateSource<Row>,
  limit: number,
  meaning: Extract<Meaning, { kind: 'vector' }>,
): Promise<Candidates<Row>> => {
  const { matches, isComplete } = await source.nearest(meaning, limit);
  const near = matches.filter(({ cosine }) => cosine >= meaning.fusion.cosineMin);
  return {
    by: matches.length === 0 ? 'nothing' : 'meaning',
    candidates: near.map(vectorCandidate),
    ...(matches.length > near.length && { isFar: true as const }),
    query: null,
    indexDamaged: false,
    ranking: { by: 'meaning' },
    isComplete,
  };
};

const vectorCandidate = <Row>({ row, cosine }: Near<Row>): Candidate<Row> => ({
  row,
  bm25: null,
  textScore: null,
  vectorScore: cosine,
});

/** Joins both lists. Substring hits have no bm25, so their fixed score counts as their text score. */
const united = async <Row>(
  source: CandidateSource<Row>,
  meaning: VectorQuery,
  byWords: TextCandidates<Row>,
  near: readonly Near<Row>[],
): Promise<readonly Candidate<Row>[]> => {
  const { keyOf } = source;
  const cosines = new Map(near.map(({ row, cosine }) => [keyOf(row), cosine]));
  const unknown = byWords.candidates.map(({ row }) => row).filter((row) => !cosines.has(keyOf(row)));
  for (const [at, cosine] of (await source.cosinesOf(meaning, unknown)).entries()) {
    const row = unknown[at];
    if (row !== undefined && cosine !== null) cosines.set(keyOf(row), cosine);
  }
  const words = byWords.candidates.map((one) => ({
    ...one,
    vectorScore: cosines.get(keyOf(one.row)) ?? null,
  }));
  const known = new Set(words.map(({ row }) => keyOf(row)));
  const others = near.filter(({ row }) => !known.has(keyOf(row)));
  return [...words, ...others.map(vectorCandidate)];
};
