/**
 * Finds memories that say something similar to one that is saved. The cost is bounded: only the rarest words, few candidates, and no
 * ranking by the index, which costs more than all the rest. Nothing is merged. [M-4]
 */

import type { EntityId, SimilarReason } from '@cairn/schema';
import { isEntityId, LIMITS, type SaveInput, type SaveResult, SIMILAR_REASONS } from '@cairn/schema';
import type { StoreDeps } from '../engine/deps.ts';
import { parseName, parseNamespace } from '../memory/draft.ts';
import type { MemoryRow, ReadStore } from '../ports/store.ts';
import { contradictionOf } from '../review/compare.ts';
import { type Said, statementOf, textOf } from '../review/statement.ts';
import { tellingWords } from './query.ts';
import { jaccard, rankByRareWords } from './similarity.ts';

/** How many of the rarest words are searched for. A word in more rows than this tells too little. */
const RAREST = { words: 4, rows: 100 };
const ROWS_MAX = 150;
const CANDIDATES_MAX = 8;
/** The most memories with the same key. A member can make thousands, and comparing all pairs would be too slow. [TR-55] */
const NAMESAKES_MAX = 20;
/** The least share of common words. Below it the list is noise. */
const SCORE_MIN = 0.35;

type Similar = SaveResult['similar'];
export type SimilarInput = Pick<SaveInput, 'content' | 'project' | 'namespace'>;
type Subject = Pick<MemoryRow, 'content' | 'key' | 'namespace' | 'project'> & {
  readonly id: EntityId | null;
};

/** Returns similar memories, best first; equal words score 1. Empty when the memory does not exist. */
export const similarTo = async ({ store }: StoreDeps, id: string): Promise<Similar> => {
  const [row] = isEntityId(id) ? await store.memoriesByIds([id]) : [];
  if (row === undefined) return [];
  const similar = await similarTexts(store, row);
  return similar.slice(0, LIMITS.similarMax);
};

/**
 * Returns memories similar to a text that is being saved. The saved memory may already be among them, so the list is one longer. The
 * writer decides whether the text may be saved.
 */
export const similarToText = async (
  { store }: StoreDeps,
  { content, ...names }: SimilarInput,
): Promise<Similar> => {
  // Normalises the names as the writer does.
  const namespace = parseNamespace(names.namespace);
  const project = parseName('project', names.project, LIMITS.projectCharsMax);
  if (!namespace.ok || !project.ok) return [];
  const scope = { namespace: namespace.value ?? null, project: project.value ?? null };
  const similar = await similarTexts(store, { id: null, content, key: null, ...scope });
  return similar.slice(0, LIMITS.similarMax + 1);
};

/** Returns current memories of the subject's project that hold its rarest words, the best match first. Leaves out the subject itself. */
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
  const named = [...(await globalNamesakesOf(store, subject)), ...(await namesakesOf(store, subject))];
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

/**
 * Returns memories with the same key and project, but another namespace and another value. Above the limit, it returns the most recently
 * changed.
 */
export const namesakesOf = async (
  store: ReadStore,
  { key, id, project, content }: Pick<Subject, 'key' | 'id' | 'project' | 'content'>,
): Promise<readonly MemoryRow[]> =>
  key === null
    ? []
    : (await store.namesakes(key, project, NAMESAKES_MAX + 1)).filter(
        (row) => row.id !== id && row.content !== content,
      );

/** Returns the value that the key of a project's memory has outside of projects, where all other projects read it. */
const globalNamesakesOf = async (store: ReadStore, subject: Subject): Promise<readonly MemoryRow[]> =>
  subject.project === null
    ? []
    : (await namesakesOf(store, { ...subject, project: null })).filter(
        ({ namespace }) => namespace === subject.namespace,
      );

/** Whether two memories may be similar. Free text is not compared with keyed memories; a keyed memory is compared with both. */
const isRelated = (other: Subject, subject: Subject): boolean =>
  subject.key === null
    ? other.key === null && other.namespace === subject.namespace
    : other.namespace === subject.namespace;
