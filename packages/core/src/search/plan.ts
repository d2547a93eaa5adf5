/**
 * Which terms of a question are worth their cost. A ranked search costs by the rows that match, so terms that stand in a
 * large part of the memories are dropped while rarer ones remain; when all are common, they must all match. [F-9]
 */
import type { TextQuery } from '../ports/store.ts';
import { matchOf } from './operators.ts';
import { type Expression, quoteTerm } from './query.ts';
import { scopeToken } from './search-columns.ts';

export interface PlanInput {
  /** From `parseQuery`. */
  readonly terms: readonly string[];
  /** Rows that hold each term, counted no further than `rowBudget(size) + 1`. */
  readonly frequencies: readonly number[];
  /** Terms that may stand for others: asked for within what is left of the budget. None of them is missed. */
  readonly others?: readonly Counted[];
  /** Rows in the store. */
  readonly size: number;
  /** Undefined: everywhere. */
  readonly projects?: readonly (string | null)[] | undefined;
}

/**
 * How many matching rows one ranked search may score: about 1.3 µs each, so 2 ms in a store of 10,000 and 5 ms in one of
 * 100,000 or more (measured on 2 cores).
 */
export const rowBudget = (size: number): number => Math.min(4_000, 1_500 + Math.floor(size / 40));

/**
 * Matches of common words are ranked up to this many. Ranking also counts every row of every word, so that in a large store
 * even few matches would cost dearly, and nothing is ranked.
 */
const commonRowsMax = (size: number): number => (size <= 20_000 ? 500 : 0);

/** Queries in the order in which to try them: the first that finds anything is the answer. None without terms. */
export const planQueries = (input: PlanInput): readonly TextQuery[] => {
  const counted = input.terms.map((term, at) => ({ term, rows: input.frequencies[at] ?? 0 }));
  const byFrequency = counted.filter(({ rows }) => rows > 0).sort((a, b) => a.rows - b.rows);
  const { others = [] } = input;
  const held = others.filter(({ rows }) => rows > 0).sort((a, b) => a.rows - b.rows);
  if (byFrequency.length + held.length === 0) return [];
  const budget = rowBudget(input.size);
  const affordable = takeWithin(byFrequency, budget).slice(0, ASKED_MAX);
  // Where the own words are all too common, others alone would hide what holds them.
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

/** One query: what the operators leave is ranked, or the newest of it when that is too much. [F-14] */
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

/** Terms of one ranked search, the rarest ones, and as many that stand for them: each is a walk through its rows. */
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
  match: exceptScope([...terms, ...beside].map(({ term }) => quoteTerm(term)).join(' OR ')),
  terms: terms.map(({ term }) => term),
  worths: terms.map((term) => weightOf([term], size)),
  ideal: terms.length === 0 ? 0 : idealOf(terms, missing, size),
  rankedRowsMax: null,
});

/** All of them, then ever fewer of the rarest, inside the projects by the index itself. */
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
        match: exceptScope(terms.map(({ term }) => quoteTerm(term)).join(' AND ')) + within,
        terms: terms.map(({ term }) => term),
        ideal: idealOf(terms, missing, input.size),
        rankedRowsMax: commonRowsMax(input.size),
      };
    });
};

/** Shorter beginnings stand in so many rows that gathering them takes longer than to read the newest. */
const BEGINNING_CHARS_MIN = 3;
/** The index holds stems, which lack a word's ending: of a long beginning so much is not asked for. */
const ENDING_CHARS = 3;
const LONG_CHARS_MIN = 8;

/**
 * For what no word matched as a whole, as somebody still types: every term begins a word, or nearly so, as the index also cuts
 * an ending off what it is asked. Null when there is no term, or one that is too short. [F-6]
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
        isOfBeginnings: true,
      };

const beginningOf = (term: string): string =>
  term.length < LONG_CHARS_MIN ? term : term.slice(0, -ENDING_CHARS).trimEnd();

/** `p0` in a question is a word, not the global scope. */
const exceptScope = (expression: string): string => `(- {scope} : (${expression}))`;

const scopeExpression = (projects: readonly (string | null)[] | undefined): string =>
  projects === undefined
    ? ''
    : ` AND ({scope} : (${projects.map((project) => quoteTerm(scopeToken(project))).join(' OR ')}))`;

/**
 * The bm25 of a memory of average length that holds every term once: FTS5's own idf, floor included. Terms that stand nowhere
 * count too, as the rarest words of a question are what an answer would hold; by an idf that stays above zero, because FTS5's
 * is nearly nothing for every word of a store of few memories, and theirs alone would be left.
 */
const idealOf = (terms: readonly Counted[], missing: readonly Counted[], size: number): number =>
  sumOf(terms, ({ rows }) => Math.max(1e-6, Math.log(oddsAgainst(rows, size)))) *
  (1 + weightOf(missing, size) / weightOf(terms, size));

const weightOf = (terms: readonly Counted[], size: number): number =>
  sumOf(terms, ({ rows }) => Math.log(1 + oddsAgainst(rows, size)));

const oddsAgainst = (rows: number, size: number): number => Math.max(0, size - rows + 0.5) / (rows + 0.5);

const sumOf = (terms: readonly Counted[], of: (term: Counted) => number): number =>
  terms.reduce((sum, term) => sum + of(term), 0);
