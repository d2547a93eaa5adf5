/**
 * Which memories say something like this one? Asked of a reader beside or after a save, with a bounded cost: only its rarest words,
 * only few candidates, and no ranking by the index, which costs more than all the rest. Nothing is ever merged by it. [M-4]
 */

import type { EntityId, SimilarReason } from '@cairn/schema';
import { isEntityId, LIMITS, type SaveInput, type SaveResult, SIMILAR_REASONS } from '@cairn/schema';
import type { StoreDeps } from '../engine/read/read-deps.ts';
import type { MemoryRow, ReadStore } from '../ports/store.ts';
import { contradictionOf } from '../review/compare.ts';
import { type Said, statementOf, textOf } from '../review/statement.ts';
import { tellingWords } from './query.ts';
import { jaccard, rankByRareWords } from './similarity.ts';

/** The rarest words are asked for; one that stands in more rows tells too little. */
const RAREST = { words: 4, rows: 100 };
const ROWS_MAX = 150;
const CANDIDATES_MAX = 8;
/** A member can make thousands with one key, and each with each is millions of pairs. [TR-55] */
const NAMESAKES_MAX = 20;
/** Shared words of all words; below it the list is noise. */
const SCORE_MIN = 0.35;

type Similar = SaveResult['similar'];
export type SimilarInput = Pick<SaveInput, 'content' | 'project' | 'namespace'>;
type Subject = Pick<MemoryRow, 'content' | 'key' | 'namespace' | 'project'> & {
  readonly id: EntityId | null;
};

/** Best first; equal words score 1. Empty when the memory is not (or no longer) there. */
export const similarTo = async ({ store }: StoreDeps, id: string): Promise<Similar> => {
  const [row] = isEntityId(id) ? await store.memoriesByIds([id]) : [];
  if (row === undefined) return [];
  const similar = await similarTexts(store, row);
  return similar.slice(0, LIMITS.similarMax);
};

/**
 * The same for a free text that is being saved at this moment: it may be among the answer already, which is one longer for
 * that. Whether it may be saved at all is the writer's to say.
 */
export const similarToText = async (
  { store }: StoreDeps,
  { content, namespace = null, project = null }: SimilarInput,
): Promise<Similar> => {
  const similar = await similarTexts(store, { id: null, content, key: null, namespace, project });
  return similar.slice(0, LIMITS.similarMax + 1);
};

/** Current memories of its project that hold its rarest words, the most telling first. Not itself. */
export const candidatesFor = async (
  store: ReadStore,
  subject: Said & Pick<Subject, 'id' | 'project'>,
): Promise<readonly MemoryRow[]> => {
  const words = tellingWords(textOf(subject));
  const rows = rankByRareWords(await store.rarestPostings(words, RAREST), ROWS_MAX);
  if (rows.length === 0) return [];
  const found = await store.rowsByNumbers(rows, subject.project, CANDIDATES_MAX);
  return found.filter(({ id }) => id !== subject.id);
};

const similarTexts = async (store: ReadStore, subject: Subject): Promise<Similar> => {
  const named = await namesakesOf(store, subject);
  const others = (await candidatesFor(store, subject)).filter(
    ({ id }) => !named.some((one) => one.id === id),
  );
  const words = tellingWords(subject.content);
  const newer = statementOf(subject);
  const scored = (row: MemoryRow, reason: SimilarReason): Similar[number] => ({
    id: row.id,
    content: row.content,
    score: jaccard(words, tellingWords(row.content)),
    reason,
  });
  const besideIt = (row: MemoryRow): readonly Similar[number][] => {
    if (contradictionOf(row, newer) !== null) return [scored(row, 'same_subject')];
    if (!isRelated(row, subject)) return [];
    const alike = scored(row, 'same_words');
    return alike.score >= SCORE_MIN ? [alike] : [];
  };
  return [...named.map((row) => scored(row, 'same_key')), ...others.flatMap(besideIt)].sort(
    (a, b) => placeOf(a.reason) - placeOf(b.reason) || b.score - a.score,
  );
};

const placeOf = (reason: SimilarReason): number => SIMILAR_REASONS.indexOf(reason);

/** The same key elsewhere in the same project, with another value; the last changed of many. */
export const namesakesOf = async (
  store: ReadStore,
  { key, id, project, content }: Pick<Subject, 'key' | 'id' | 'project' | 'content'>,
): Promise<readonly MemoryRow[]> =>
  key === null
    ? []
    : (await store.namesakes(key, project, NAMESAKES_MAX + 1)).filter(
        (row) => row.id !== id && row.content !== content,
      );

/** Free text is compared with free text; a key already says what it is about. */
const isRelated = (other: Subject, subject: Subject): boolean =>
  subject.key === null
    ? other.key === null && other.namespace === subject.namespace
    : other.namespace === subject.namespace;
