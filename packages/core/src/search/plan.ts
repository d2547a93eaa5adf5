/**
 * Chooses the terms of a question by their cost. A ranked search costs time for each matching row. So terms that are in many memories
 * are dropped while rarer ones remain. When all terms are common, they must all match. [F-9]
 */
import type { TextQuery } from '../ports/store.ts';
import { matchOf } from './operators.ts';
import { type Expression, quoteForms, quoteTerm } from './query.ts';
import { scopeToken } from './search-columns.ts';

export interface PlanInput {
  /** Terms from `parseQuery`. */
  readonly terms: readonly string[];
  /** Rows that hold each term, counted up to `rowBudget(size) + 1`. */
  readonly frequencies: readonly number[];
  /** Related terms. They are searched for within the rest of the budget, and do not count as missing. */
  readonly others?: readonly Counted[];
  /** Rows in the store. */
  readonly size: number;
  /** Undefined: everywhere. */
  readonly projects?: readonly (string | null)[] | undefined;
}

/**
 * Returns how many matching rows one ranked search may score. A row costs about 1.3 µs: 2 ms in a store of 10,000 and 5 ms in one of
 * 100,000 or more (measured on 2 cores).
 */
export const rowBudget = (size: number): number => Math.min(4_000, 1_500 + Math.floor(size / 40));

/**
 * Returns up to how many matches of common words are ranked. Ranking counts every row of every word. So in a large store even few
 * matches would be slow, and nothing is ranked.
 */
const commonRowsMax = (size: number): number => (size <= 20_000 ? 500 : 0);

/** Returns the queries in the order to try. The first that finds anything is the answer. Empty without terms. */
export const planQueries = (input: PlanInput): readonly TextQuery[] => {
  const counted = input.terms.map((term, at) => ({ term, rows: input.frequencies[at] ?? 0 }));
  const byFrequency = counted.filter(({ rows }) => rows > 0).sort((a, b) => a.rows - b.rows);
  const { others = [] } = input;
  const held = others.filter(({ rows }) => rows > 0).sort((a, b) => a.rows - b.rows);
  if (byFrequency.length + held.length === 0) return [];
  const budget = rowBudget(input.size);
  const affordable = takeWithin(byFrequency, budget).slice(0, ASKED_MAX);
  // When all of the question's own terms are too common, related terms alone would hide the rows that hold the question's terms.
  const isAsked = affordable.length > 0 || byFrequency.length === 0;
  const left = budget - sumOf(affordable, ({ rows }) => rows);
  const beside = isAsked ? takeWithin(held, left).slice(0, ASKED_MAX) : [];
  const common = byFrequency.slice(takeWithin(byFrequency, budget).length);
  const missing = counted.filter(({ rows }) => rows === 0);
  return [
    ...(affordable.length + beside.length === 0 ? [] : [anyOf(affordable, beside, missing, input.size)]),
    ...commonQueries(common, missing, input),
  ];
};

/**
 * Returns the query of an expression with operators. Its matches are ranked; when there are too many, the newest are taken. [F-14]
 */
export const operatorQuery = (
  expression: Expression,
  { terms, frequencies, size, projects }: PlanInput,
): TextQuery => {
  const counted = terms.map((term, at) => ({ term, rows: frequencies[at] ?? 0 }));
  const held = counted.filter(({ rows }) => rows > 0);
  const missing = counted.filter(({ rows }) => rows === 0);
  return {
    match: matchOf(expression) + scopeExpression(projects),
    terms,
    ideal: held.length === 0 ? 0 : idealOf(held, missing, size),
    rankedRowsMax: rowBudget(size),
    expression,
  };
};

/** The most terms of one ranked search, the rarest first, and as many related terms. Each term is a scan of its rows. */
const ASKED_MAX = 48;

export interface Counted {
  readonly term: string;
  readonly rows: number;
}

const takeWithin = (byFrequency: readonly Counted[], budget: number): readonly Counted[] => {
  let sum = 0;
  let taken = 0;
  for (const { rows } of byFrequency) {
    sum += rows;
    if (sum > budget) break;
    taken++;
  }
  return byFrequency.slice(0, taken);
};

const anyOf = (
  terms: readonly Counted[],
  beside: readonly Counted[],
  missing: readonly Counted[],
  size: number,
): TextQuery => ({
  match: exceptScope([...terms, ...beside].map(({ term }) => quoteForms(term)).join(' OR ')),
  terms: terms.map(({ term }) => term),
  worths: terms.map((term) => weightOf([term], size)),
  ideal: terms.length === 0 ? 0 : idealOf(terms, missing, size),
  rankedRowsMax: null,
});

/** Returns queries for all common terms, then for fewer and fewer of the rarest. The index itself limits them to the projects. */
const commonQueries = (
  common: readonly Counted[],
  missing: readonly Counted[],
  input: PlanInput,
): readonly TextQuery[] => {
  const within = scopeExpression(input.projects);
  return [common.length, 3, 2, 1]
    .filter((count, at, counts) => count <= common.length && counts.indexOf(count) === at && count > 0)
    .map((count) => {
      const terms = common.slice(0, count);
      return {
        match: exceptScope(terms.map(({ term }) => quoteForms(term)).join(' AND ')) + within,
        terms: terms.map(({ term }) => term),
        ideal: idealOf(terms, missing, input.size),
        rankedRowsMax: commonRowsMax(input.size),
      };
    });
};

/** The fewest characters of a beginning. Shorter ones match so many rows that reading the newest is faster. */
const BEGINNING_CHARS_MIN = 3;
/** Characters that are cut from a long beginning, because the index holds stems without a word's ending. */
const ENDING_CHARS = 3;
const LONG_CHARS_MIN = 8;

/**
 * Returns a query for an unfinished question of which no whole word matched. Every term is taken as the beginning of a word. The
 * match is approximate, because the index also cuts endings off query terms. Null without terms, or with one that is too short. [F-6]
 */
export const beginningsQuery = (
  terms: readonly string[],
  projects: readonly (string | null)[] | undefined,
): TextQuery | null =>
  terms.length === 0 || terms.some((term) => [...term].length < BEGINNING_CHARS_MIN)
    ? null
    : {
        match:
          exceptScope(terms.map((term) => `${quoteTerm(beginningOf(term))}*`).join(' AND ')) +
          scopeExpression(projects),
        terms: terms.map(beginningOf),
        ideal: 0,
        rankedRowsMax: 0,
      };

const beginningOf = (term: string): string =>
  term.length < LONG_CHARS_MIN ? term : term.slice(0, -ENDING_CHARS).trimEnd();

/** Excludes the scope column. `p0` in a question is a word and not the global scope. */
const exceptScope = (expression: string): string => `(- {scope} : (${expression}))`;

const scopeExpression = (projects: readonly (string | null)[] | undefined): string =>
  projects === undefined
    ? ''
    : ` AND ({scope} : (${projects.map((project) => quoteTerm(scopeToken(project))).join(' OR ')}))`;

/**
 * Returns the bm25 of a memory of average length that holds every term once, with FTS5's own idf and its floor. Terms that no memory
 * holds count too, because an answer would hold the question's rarest words. The missing terms use an idf that stays above zero.
 * FTS5's idf is nearly zero for every word in a store of few memories, so that only the missing terms would count.
 */
const idealOf = (terms: readonly Counted[], missing: readonly Counted[], size: number): number =>
  sumOf(terms, ({ rows }) => Math.max(1e-6, Math.log(oddsAgainst(rows, size)))) *
  (1 + weightOf(missing, size) / weightOf(terms, size));

const weightOf = (terms: readonly Counted[], size: number): number =>
  sumOf(terms, ({ rows }) => Math.log(1 + oddsAgainst(rows, size)));

const oddsAgainst = (rows: number, size: number): number => Math.max(0, size - rows + 0.5) / (rows + 0.5);

const sumOf = (terms: readonly Counted[], of: (term: Counted) => number): number =>
  terms.reduce((sum, term) => sum + of(term), 0);
