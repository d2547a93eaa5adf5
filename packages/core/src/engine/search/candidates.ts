/** Who is worth ranking: by words, by meaning, or by both, and how they are to be ranked. [F-4, F-6, F-7] */
import type { SearchInput } from '@cairn/schema';
import type { MemoryRow, ReadStore, Scope } from '../../ports/store.ts';
import type { VectorQuery } from '../../ports/vectors.ts';
import { holdsMarkers, markersOf } from '../../search/exact-words.ts';
import type { ParsedQuery } from '../../search/query.ts';
import type { Candidate, Ranking } from '../../search/rank.ts';
import type { Meaning } from '../api.ts';
import { NO_CANDIDATES, type TextCandidates, textCandidates } from './text-candidates.ts';

export interface Asked {
  /** As it was typed. */
  readonly text: string;
  readonly question: ParsedQuery;
  readonly mode: NonNullable<SearchInput['mode']>;
  readonly scope: Scope;
  readonly limit: number;
}

export interface Candidates extends TextCandidates {
  readonly ranking: Ranking<MemoryRow>;
  /** False: only the newest vectors were looked at. */
  readonly isComplete: boolean;
}

export const NO_MEMORIES: Candidates = { ...NO_CANDIDATES, ranking: { by: 'words' }, isComplete: true };

/** Each list is longer than the answer: what is well up in both may be first in neither. */
const LIST_MIN = 40;
const LIST_PER_RESULT = 3;

export const findCandidates = async (
  store: ReadStore,
  asked: Asked,
  meaning: Meaning,
): Promise<Candidates> => {
  const { question, mode, scope, limit } = asked;
  if (meaning.kind === 'none' || mode === 'text')
    return {
      ...(await textCandidates(store, question, scope, limit)),
      ranking: { by: 'words' },
      isComplete: true,
    };
  if (mode === 'vector') return byMeaning(store, asked, meaning);
  const length = Math.max(LIST_MIN, LIST_PER_RESULT * limit);
  const byWords = await textCandidates(store, question, scope, length);
  const nearest = await store.matchVector(meaning, scope, length);
  const { cosineMin } = meaning.fusion;
  const near = { ...nearest, matches: nearest.matches.filter(({ cosine }) => cosine >= cosineMin) };
  // Nothing has a vector yet: then words alone rank, as they do without an embedder.
  if (nearest.matches.length === 0)
    return { ...byWords, ranking: { by: 'words' }, isComplete: near.isComplete };
  const markers = markersOf(asked.text, question);
  const isExact = (row: MemoryRow): boolean => holdsMarkers(`${row.content} ${row.aside}`, markers);
  return {
    ...byWords,
    candidates: await united(store, meaning, byWords, near.matches),
    ranking: { by: 'both', fusion: meaning.fusion, isExact },
    isComplete: near.isComplete,
  };
};

const byMeaning = async (
  store: ReadStore,
  { scope, limit }: Asked,
  meaning: Extract<Meaning, { kind: 'vector' }>,
): Promise<Candidates> => {
  const { matches, isComplete } = await store.matchVector(meaning, scope, limit);
  return {
    by: matches.length === 0 ? 'nothing' : 'meaning',
    candidates: matches
      .filter(({ cosine }) => cosine >= meaning.fusion.cosineMin)
      .map(({ memory, cosine }) => vectorCandidate(memory, cosine)),
    query: null,
    indexDamaged: false,
    ranking: { by: 'meaning' },
    isComplete,
  };
};

const vectorCandidate = (row: MemoryRow, cosine: number): Candidate<MemoryRow> => ({
  row,
  bm25: null,
  textScore: null,
  vectorScore: cosine,
});

/** Substrings have no bm25 beside them, so what they are worth counts as their text. */
const united = async (
  store: ReadStore,
  meaning: VectorQuery,
  byWords: TextCandidates,
  near: readonly { readonly memory: MemoryRow; readonly cosine: number }[],
): Promise<readonly Candidate<MemoryRow>[]> => {
  const cosines = new Map(near.map(({ memory, cosine }) => [memory.id, cosine]));
  const unknown = byWords.candidates.map(({ row }) => row.id).filter((id) => !cosines.has(id));
  for (const [at, cosine] of (await store.cosinesOf(meaning, unknown)).entries()) {
    const id = unknown[at];
    if (id !== undefined && cosine !== null) cosines.set(id, cosine);
  }
  const words = byWords.candidates.map((one) => ({ ...one, vectorScore: cosines.get(one.row.id) ?? null }));
  const known = new Set(words.map(({ row }) => row.id));
  const others = near.filter(({ memory }) => !known.has(memory.id));
  return [...words, ...others.map(({ memory, cosine }) => vectorCandidate(memory, cosine))];
};
