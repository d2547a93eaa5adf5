/** Finds memories that hold the words of a question: by the first plan that finds any, else by substrings. [F-1, F-6, F-9] */
import type { FoundMemory, ReadStore, Scope, TextQuery } from '../ports/store.ts';
import { isStoreFailure } from '../ports/store-failure.ts';
import { folded } from './fold.ts';
import { beginningsQuery, operatorQuery, planQueries, rowBudget } from './plan.ts';
import type { ParsedQuery } from './query.ts';
import { type Candidate, textCandidate } from './rank.ts';
import { weighedMemories } from './weighed-memories.engine.ts';

export interface TextCandidates<Row = FoundMemory> {
  readonly by: 'words' | 'meaning' | 'substring' | 'nothing';
  /** Best first. */
  readonly candidates: readonly Candidate<Row>[];
  /** The plan that found them. */
  readonly query: TextQuery | null;
  readonly indexDamaged: boolean;
  /** Set when the order and the text score come from how much of the question each holds, and not from bm25. [F-17] */
  readonly isWeighed?: true;
  /** See `weighed-memories`. */
  readonly isKnown?: boolean;
}

/** The result when nothing was searched. */
export const NO_CANDIDATES: TextCandidates<never> = {
  by: 'nothing',
  candidates: [],
  query: null,
  indexDamaged: false,
};

export const textCandidates = async (
  store: ReadStore,
  question: ParsedQuery,
  scope: Scope,
  limit: number,
): Promise<TextCandidates> => {
  const byWords = await findByWords(store, question, scope, limit);
  // When only related words matched, the search for parts of words is still worthwhile.
  const isOfOthers = byWords.isWeighed === true && byWords.query?.terms.length === 0;
  if ((byWords.candidates.length > 0 && !isOfOthers) || question.expression !== undefined) return byWords;
  const rows = byWords.indexDamaged ? [] : await findByBeginnings(store, question, scope, limit);
  if (rows.length === 0 && !byWords.indexDamaged && !isWorthLooking(question)) return byWords;
  if (rows.length === 0) rows.push(...(await store.matchLike(question.literals, scope, limit)));
  if (rows.length === 0 && isOfOthers) return byWords;
  return {
    by: rows.length > 0 ? 'substring' : 'nothing',
    candidates: rows.map((row) => textCandidate(row, null, null)),
    query: null,
    indexDamaged: byWords.indexDamaged,
  };
};

/** Whether a substring search is worthwhile. Short words are parts of many others, so several of them match almost anything. */
const isWorthLooking = ({ literals }: ParsedQuery): boolean =>
  literals.length === 1
    ? !/^(?:ok|no|ja|go|hi|si|yes)$/i.test(literals[0] ?? '')
    : literals.some((literal) => !/^[a-z]{1,3}$/i.test(literal));

/** Above this many rows, the index is searched for beginnings of words first, because no index helps a substring. */
const SUBSTRING_ROWS_MAX = 20_000;

/** The most rows that are read for beginnings of words. */
const BEGUN_ROWS = 400;

const holdsAll = ({ content, aside }: FoundMemory, terms: readonly string[]): boolean => {
  const text = folded(`${content} ${aside}`);
  return terms.every((term) => text.includes(folded(term)));
};

const findByBeginnings = async (
  store: ReadStore,
  { terms }: ParsedQuery,
  scope: Scope,
  limit: number,
): Promise<FoundMemory[]> => {
  const query = beginningsQuery(terms, scope.projects);
  if (query === null || (await store.size()) <= SUBSTRING_ROWS_MAX) return [];
  const begun = await store.matchText(query, scope, BEGUN_ROWS);
  return begun
    .map(({ memory }) => memory)
    .filter((memory) => holdsAll(memory, terms))
    .slice(0, limit);
};

/** Returns what `find` finds. A damaged index is reported, so that the caller continues with substrings. [F-6] */
export const orDamaged = async <T>(find: () => Promise<T>, damaged: T): Promise<T> => {
  try {
    return await find();
  } catch (error) {
    if (!isStoreFailure(error) || error.storeFailure !== 'index_corrupt') throw error;
    return damaged;
  }
};

export const DAMAGED = { ...NO_CANDIDATES, indexDamaged: true };

const findByWords = (
  store: ReadStore,
  question: ParsedQuery,
  scope: Scope,
  limit: number,
): Promise<TextCandidates> =>
  orDamaged<TextCandidates>(async () => {
    const weighed = await weighedMemories(store, question, scope, limit);
    if (weighed !== null) return { ...weighed, by: 'words', indexDamaged: false };
    for (const query of await plansFor(memoryTerms(store), question, scope.projects)) {
      const matches = await store.matchText(query, scope, limit);
      if (matches.length === 0) continue;
      const candidates = matches.map(({ memory, bm25 }) => textCandidate(memory, bm25, query));
      return { by: 'words', candidates, query, indexDamaged: false };
    }
    return NO_CANDIDATES;
  }, DAMAGED);

/** The index data that planning needs. */
export interface TermSource {
  size(): Promise<number>;
  frequencies(terms: readonly string[], atMost: number): Promise<readonly number[]>;
}

export const memoryTerms = (store: ReadStore): TermSource => ({
  size: () => store.size(),
  frequencies: (terms, atMost) => store.documentFrequencies(terms, atMost),
});

/** Returns the queries in the order to try. An empty index is not queried. */
export const plansFor = async (
  index: TermSource,
  { terms, expression }: ParsedQuery,
  projects: Scope['projects'],
): Promise<readonly TextQuery[]> => {
  if (terms.length === 0) return [];
  const size = await index.size();
  if (size === 0) return [];
  const frequencies = await index.frequencies(terms, rowBudget(size) + 1);
  const asked = { terms, frequencies, size, projects };
  return expression === undefined ? planQueries(asked) : [operatorQuery(expression, asked)];
};
