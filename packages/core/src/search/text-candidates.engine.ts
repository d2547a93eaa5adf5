/** Memories that hold the words of a question: the first plan that finds anything, else substrings, else nothing. [F-1, F-6, F-9] */
import type { FoundMemory, ReadStore, Scope, TextQuery } from '../ports/store.ts';
import { isStoreFailure } from '../ports/store-failure.ts';
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
  /** Ordered by how much of the question each holds, which is its text score, and not by bm25. [F-17] */
  readonly isWeighed?: true;
  /** See `weighed-memories`. */
  readonly isKnown?: boolean;
}

/** Nobody asked. */
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
  // Words that only stand for the asked ones are no reason not to look for a piece of a word.
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

/** Short words stand inside of others everywhere, so that several of them are found in anything. */
const isWorthLooking = ({ literals }: ParsedQuery): boolean =>
  literals.length === 1
    ? !/^(?:ok|no|ja|go|hi|si|yes)$/i.test(literals[0] ?? '')
    : literals.some((literal) => !/^[a-z]{1,3}$/i.test(literal));

/** No index helps a substring: in a store of more rows than this, beginnings of words that the index knows are enough. */
const SUBSTRING_ROWS_MAX = 20_000;

/** The most rows that are read by beginnings of words. */
const BEGUN_ROWS = 400;

const holdsAll = ({ content, aside }: FoundMemory, terms: readonly string[]): boolean => {
  const text = `${content} ${aside}`.normalize('NFKC').toLowerCase();
  return terms.every((term) => text.includes(term));
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

/** A damaged index is not "no results": the caller goes on with substrings, and says so. [F-6] */
const findByWords = async (
  store: ReadStore,
  question: ParsedQuery,
  scope: Scope,
  limit: number,
): Promise<TextCandidates> => {
  try {
    const weighed = await weighedMemories(store, question, scope, limit);
    if (weighed !== null) return { ...weighed, by: 'words', indexDamaged: false };
    for (const query of await plansFor(memoryTerms(store), question, scope.projects)) {
      const matches = await store.matchText(query, scope, limit);
      if (matches.length === 0) continue;
      const candidates = matches.map(({ memory, bm25 }) => textCandidate(memory, bm25, query));
      return { by: 'words', candidates, query, indexDamaged: false };
    }
    return { by: 'nothing', candidates: [], query: null, indexDamaged: false };
  } catch (error) {
    if (!isStoreFailure(error) || error.storeFailure !== 'index_corrupt') throw error;
    return { by: 'nothing', candidates: [], query: null, indexDamaged: true };
  }
};

/** The questions that planning asks of an index. */
export interface TermSource {
  size(): Promise<number>;
  frequencies(terms: readonly string[], atMost: number): Promise<readonly number[]>;
}

export const memoryTerms = (store: ReadStore): TermSource => ({
  size: () => store.size(),
  frequencies: (terms, atMost) => store.documentFrequencies(terms, atMost),
});

/** Queries in the order in which to try them. Nothing is asked of an empty index. */
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
