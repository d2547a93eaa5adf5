/**
 * Which memories say something like this one? Asked of a reader beside or after a save, with a bounded cost: only its rarest words,
 * only few candidates. Nothing is ever merged by it. [M-4]
 */
import { isEntityId, LIMITS, type SaveInput, type SaveResult } from '@cairn/schema';
import { parseDraft } from '../memory/draft.ts';
import type { MemoryRow, ReadStore } from '../ports/store.ts';
import { planQueries } from '../search/plan.ts';
import { parseQuery } from '../search/query.ts';

/** Rarest words that are asked for. */
const TERMS_MAX = 4;
/** More rows than this, and a word tells too little. */
const ROWS_PER_TERM_MAX = 100;
const ROWS_MAX = 150;
const CANDIDATES_MAX = 8;
/** Shared words of all words; below it the list is noise. */
const SCORE_MIN = 0.35;

/** Best first; equal words score 1. Empty when the memory is not (or no longer) there. */
export const similarTo = async (store: ReadStore, id: string): Promise<SaveResult['similar']> => {
  const [row] = isEntityId(id) ? await store.memoriesByIds([id]) : [];
  if (row === undefined) return [];
  const similar = await similarTexts(store, row, HELD_BY_ANOTHER);
  return similar.filter((one) => one.id !== id).slice(0, LIMITS.similarMax);
};

/**
 * The same for a text that is being saved at this moment: it may be among the answer already, which is one longer for that.
 * Empty when it would be refused.
 */
export const similarToText = async (
  store: ReadStore,
  input: SimilarInput,
): Promise<SaveResult['similar']> => {
  const draft = parseDraft(input);
  if (!draft.ok) return [];
  const { content, key, namespace = null, project = null } = draft.value;
  const similar = await similarTexts(store, { content, key, namespace, project }, HELD_BY_ANY);
  return similar.slice(0, LIMITS.similarMax + 1);
};

export type SimilarInput = Pick<SaveInput, 'content' | 'project' | 'namespace' | 'key'>;

/** Rows that must hold a word for it to lead anywhere: another one than the memory's own, where that is there. */
const HELD_BY_ANOTHER = 2;
const HELD_BY_ANY = 1;

type Subject = Pick<MemoryRow, 'content' | 'key' | 'namespace' | 'project'>;

const similarTexts = async (
  store: ReadStore,
  subject: Subject,
  heldMin: number,
): Promise<SaveResult['similar']> => {
  const words = wordsOf(subject);
  const telling = await tellingTerms(store, words, heldMin);
  if (telling.length === 0) return [];
  const [query] = planQueries({
    terms: telling.map(({ term }) => term),
    frequencies: telling.map(({ rows }) => rows),
    size: await store.size(),
  });
  if (query === undefined) return [];
  const matches = await store.matchText(query, { projects: [subject.project] }, CANDIDATES_MAX);
  return matches
    .filter(({ memory }) => isRelated(memory, subject))
    .map(({ memory }) => ({ id: memory.id, content: memory.content, score: overlap(words, wordsOf(memory)) }))
    .filter(({ score }) => score >= SCORE_MIN)
    .sort((a, b) => b.score - a.score);
};

/** Free text is compared with free text; a key already says what it is about. */
const isRelated = (other: Subject, subject: Subject): boolean =>
  subject.key === null
    ? other.key === null && other.namespace === subject.namespace
    : other.namespace === subject.namespace;

const wordsOf = ({ content }: Subject): readonly string[] =>
  parseQuery(content).terms.filter((term) => !term.includes(' '));

/** Words that others use too, rarest first, within the budget. A word that only this memory holds finds only itself. */
const tellingTerms = async (
  store: ReadStore,
  words: readonly string[],
  heldMin: number,
): Promise<readonly { readonly term: string; readonly rows: number }[]> => {
  if (words.length === 0) return [];
  const frequencies = await store.documentFrequencies(words, ROWS_PER_TERM_MAX + 1);
  const shared = words
    .map((term, at) => ({ term, rows: frequencies[at] ?? 0 }))
    .filter(({ rows }) => rows >= heldMin && rows <= ROWS_PER_TERM_MAX)
    .sort((a, b) => a.rows - b.rows);
  let sum = 0;
  return shared.slice(0, TERMS_MAX).filter(({ rows }) => {
    sum += rows;
    return sum <= ROWS_MAX;
  });
};

/** Jaccard over the telling words. */
const overlap = (a: readonly string[], b: readonly string[]): number => {
  const other = new Set(b);
  const shared = a.filter((word) => other.has(word)).length;
  return shared / (a.length + other.size - shared);
};
