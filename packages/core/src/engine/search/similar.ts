/**
 * Which memories say something like this one? Asked of a reader beside or after a save, with a bounded cost: only its rarest words,
 * only few candidates, and no ranking by the index, which costs more than all the rest. Nothing is ever merged by it. [M-4]
 */
import { isEntityId, LIMITS, type SaveInput, type SaveResult } from '@cairn/schema';
import type { MemoryRow, ReadStore } from '../../ports/store.ts';
import { tellingWords } from '../../search/query.ts';
import { jaccard, rankByRareWords } from '../../search/similarity.ts';

/** The rarest words are asked for; one that stands in more rows tells too little. */
const RAREST = { words: 4, rows: 100 };
const ROWS_MAX = 150;
const CANDIDATES_MAX = 8;
/** Shared words of all words; below it the list is noise. */
const SCORE_MIN = 0.35;

/** Best first; equal words score 1. Empty when the memory is not (or no longer) there. */
export const similarTo = async (store: ReadStore, id: string): Promise<SaveResult['similar']> => {
  const [row] = isEntityId(id) ? await store.memoriesByIds([id]) : [];
  if (row === undefined) return [];
  const similar = await similarTexts(store, row);
  return similar.filter((one) => one.id !== id).slice(0, LIMITS.similarMax);
};

/**
 * The same for a free text that is being saved at this moment: it may be among the answer already, which is one longer for
 * that. Whether it may be saved at all is the writer's to say.
 */
export const similarToText = async (
  store: ReadStore,
  { content, namespace = null, project = null }: SimilarInput,
): Promise<SaveResult['similar']> => {
  const similar = await similarTexts(store, { content, key: null, namespace, project });
  return similar.slice(0, LIMITS.similarMax + 1);
};

export type SimilarInput = Pick<SaveInput, 'content' | 'project' | 'namespace'>;

type Subject = Pick<MemoryRow, 'content' | 'key' | 'namespace' | 'project'>;

const similarTexts = async (store: ReadStore, subject: Subject): Promise<SaveResult['similar']> => {
  const words = tellingWords(subject.content);
  const rows = rankByRareWords(await store.rarestPostings(words, RAREST), ROWS_MAX);
  if (rows.length === 0) return [];
  const candidates = await store.rowsByNumbers(rows, subject.project, CANDIDATES_MAX);
  return candidates
    .filter((memory) => isRelated(memory, subject))
    .map(({ id, content }) => ({ id, content, score: jaccard(words, tellingWords(content)) }))
    .filter(({ score }) => score >= SCORE_MIN)
    .sort((a, b) => b.score - a.score);
};

/** Free text is compared with free text; a key already says what it is about. */
const isRelated = (other: Subject, subject: Subject): boolean =>
  subject.key === null
    ? other.key === null && other.namespace === subject.namespace
    : other.namespace === subject.namespace;
