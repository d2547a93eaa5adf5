/**
 * Ranks memories by how much of a question they hold. First it searches for the question's own words. When these matches say too
 * little, it adds related words, and standing wishes that apply to the request. [F-17, F-18, CX-13]
 */
import type { FoundMemory, ReadStore, Scope, TextQuery } from '../ports/store.ts';
import { type Concepts, conceptsOf, type RelatedWords } from './concepts.ts';
import { isDayTerm } from './dates.ts';
import { planQueries, rowBudget } from './plan.ts';
import type { ParsedQuery } from './query.ts';
import { type Candidate, textCandidate } from './rank.ts';
import { type Relevance, relevanceOf } from './relevance.ts';
import { indexTermsOf } from './scripts-without-spaces.ts';

/** How many of the best by bm25 are weighed. */
const WEIGHED_MIN = 30;
/** The score from which related words are not searched for. */
const SAID = 0.7;

interface Weighed {
  /** Best first. */
  readonly candidates: readonly Candidate<FoundMemory>[];
  readonly query: TextQuery;
  readonly isWeighed: true;
  /**
   * True when some memory holds each telling word: then a memory with only one word of a list of keywords is an answer. Without
   * telling words: true when every word that was typed is asked for and one memory holds them all. Also true when a memory is of a day
   * that the question names.
   */
  readonly isKnown: boolean;
}

/** Finds and weighs memories. Null when there is nothing to weigh: the question has operators, too many rows match, or none does. */
export const weighedMemories = async (
  store: ReadStore,
  question: ParsedQuery,
  scope: Scope,
  limit: number,
): Promise<Weighed | null> => {
  const { text } = question;
  if (text === undefined || question.expression !== undefined || question.terms.length === 0) return null;
  const size = await store.size();
  if (size === 0) return null;
  const look = lookIn(store, question, scope, { size, limit });
  const plain = conceptsOf(text, question, null);
  // Several telling words are needed: a single one may occur everywhere in another sense.
  const isSafe =
    plain.governing.length === 0 && plain.asked.filter(({ telling }) => telling === 1).length > 1;
  const said = isSafe ? await look(plain) : null;
  if (said !== null && (said.candidates[0]?.textScore ?? 0) >= SAID) return said;
  return (await look(conceptsOf(text, question, await relatedWords()))) ?? said;
};

const lookIn =
  (
    store: ReadStore,
    { terms }: ParsedQuery,
    scope: Scope,
    { size, limit }: { size: number; limit: number },
  ) =>
  async (concepts: Concepts): Promise<Weighed | null> => {
    const all = [...new Set([...terms, ...termsOf(concepts)])];
    const counts = await store.documentFrequencies(all, rowBudget(size) + 1);
    const rows = new Map(all.map((term, at) => [term, counts[at] ?? 0]));
    const rowsOf = (term: string): number => rows.get(term) ?? 0;
    const others = all.slice(terms.length).map((term) => ({ term, rows: rowsOf(term) }));
    const [query] = planQueries({
      ...{ terms, frequencies: terms.map(rowsOf), others, size, projects: scope.projects },
    });
    if (query === undefined || query.rankedRowsMax !== null) return null;
    const matches = await store.matchText(query, scope, Math.max(limit, WEIGHED_MIN));
    if (matches.length === 0) return null;
    const relevance = relevanceOf(concepts, rowsOf, size);
    const candidates = matches
      .map(({ memory, bm25 }) => weighed(textCandidate(memory, bm25, query), relevance))
      .sort((a, b) => (b.textScore ?? 0) - (a.textScore ?? 0))
      .slice(0, limit);
    const days = terms.filter(isDayTerm);
    const isOfDay = candidates.some(({ row }) => days.some((day) => ` ${row.aside} `.includes(` ${day} `)));
    const telling = concepts.asked.filter(({ telling: share }) => share === 1);
    const isKnown =
      isOfDay ||
      (telling.length > 0
        ? telling.every(({ term }) => rowsOf(term) > 0)
        : concepts.isKeywords &&
          candidates.some(({ row }) => relevance.isWhole(`${row.content} ${row.aside}`)));
    return { candidates, query, isWeighed: true, isKnown };
  };

const weighed = (one: Candidate<FoundMemory>, relevance: Relevance): Candidate<FoundMemory> => {
  const { content, aside } = one.row;
  return { ...one, textScore: relevance.of(`${content} ${aside}`, one.textScore ?? 0) };
};

const termsOf = ({ asked, governing }: Concepts): readonly string[] => [
  ...asked.flatMap(({ term, others }) => [term, ...others.map((other) => other.term)]),
  ...governing.flatMap(indexTermsOf),
];

/** The list of words is loaded with the first question that needs it. */
const relatedWords = async (): Promise<RelatedWords> =>
  (await import('./words/related-words.ts')).relatedWords;
