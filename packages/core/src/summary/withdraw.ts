/**
 * Decides what remains of a summary when some of its memories are forgotten. Any sentence may hold words of a forgotten memory. So only
 * a sentence that is a literal part of a remaining memory is kept. [SU-4, ST-4]
 */
import { type EntityId, LIMITS } from '@cairn/schema';
import type { MemoryRow, StoredSummary, SummaryRow } from '../ports/store.ts';
import { citationsOf, wordingOf } from './tasks.ts';

export interface Withdrawal {
  /** Replaces the summary under its id; null: no sentence is kept. */
  readonly kept: SummaryRow | null;
  /** Memories of deleted sentences, which must be summarised again. */
  readonly waiting: readonly EntityId[];
  /** Further memories to summarise again: the newest in `of`. `newest` is their number. */
  readonly alsoWaiting: { readonly of: readonly EntityId[]; readonly newest: number };
}

const NONE = { of: [], newest: 0 };

/**
 * Returns what to keep, and which memories wait to be summarised again. A narrative is deleted. An incremental summary is deleted too,
 * and all its memories wait. A merged summary may cover thousands of memories, and of waiting ones only the newest 200 are summarised
 * in full. So only the memories of its deleted sentences wait. If no sentence is kept, the newest of its other memories wait too.
 * `rows`: the remaining memories that its sentences cite.
 */
export const withdrawalOf = (
  summary: StoredSummary,
  forgotten: ReadonlySet<EntityId>,
  rows: readonly MemoryRow[],
): Withdrawal => {
  const isLeft = ({ entity }: { readonly entity: EntityId }): boolean => !forgotten.has(entity);
  const cited = citationsOf(summary).filter(isLeft);
  const all = cited.map(({ entity }) => entity);
  if (summary.type === 'narrative') return { kept: null, waiting: [], alsoWaiting: NONE };
  if (summary.type === 'incremental') return { kept: null, waiting: all, alsoWaiting: NONE };
  const wordings = new Map(rows.map((row) => [row.id, plain(wordingOf(row))]));
  const sentences = summary.sentences
    .filter(({ text, cites }) => cites.every(isLeft) && isCopied(text, cites, wordings))
    .map(({ text, cites }) => ({ text, cites }));
  const inKept = new Set(sentences.flatMap(({ cites }) => cites.map(({ entity }) => entity)));
  const inSentences = new Set(
    summary.sentences.flatMap(({ cites }) => cites.filter(isLeft)).map(({ entity }) => entity),
  );
  const waiting = [...inSentences].filter((entity) => !inKept.has(entity));
  const inNoSentence = all.filter((entity) => !inSentences.has(entity));
  if (sentences.length === 0) {
    const newest = Math.max(0, LIMITS.summariseNewestMax - waiting.length);
    return { kept: null, waiting, alsoWaiting: { of: inNoSentence, newest } };
  }
  const covered = new Set([...inKept, ...inNoSentence]);
  const kept: SummaryRow = {
    ...summary,
    sentences,
    alsoCites: cited.filter(({ entity }) => covered.has(entity) && !inKept.has(entity)),
  };
  return { kept, waiting, alsoWaiting: NONE };
};

/** The date that `extract` puts after a sentence. */
const DATE = /\s\(\d{4}-\d{2}-\d{2}\)$/;
/** The ellipsis at the end of a sentence that was cut. */
const CUT = /…$/u;

const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ');

const isCopied = (
  text: string,
  cites: StoredSummary['sentences'][number]['cites'],
  wordings: ReadonlyMap<EntityId, string>,
): boolean => {
  const words = plain(text.replace(DATE, '').replace(CUT, '')).trim();
  return words !== '' && cites.some(({ entity }) => wordings.get(entity)?.includes(words) === true);
};
