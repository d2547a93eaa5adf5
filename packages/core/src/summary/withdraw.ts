/**
 * The rest of a summary when a memory is forgotten. Its writer had the forgotten before it, so any sentence may hold a word of it:
 * only one that stands word for word in a memory that is still there is kept. [SU-4, ST-4]
 */
import { type EntityId, LIMITS } from '@cairn/schema';
import type { MemoryRow } from '../ports/store.ts';
import type { StoredSummary, SummaryRow } from '../ports/summary-store.ts';
import { citationsOf, wordingOf } from './tasks.ts';

export interface Withdrawal {
  /** Takes the summary's place under its id; null: nothing of it is left. */
  readonly kept: SummaryRow | null;
  /** Memories that are said nowhere now; they wait to be summarised again. */
  readonly waiting: readonly EntityId[];
  /** The newest so many of these wait too. */
  readonly alsoWaiting: { readonly of: readonly EntityId[]; readonly newest: number };
}

const NONE = { of: [], newest: 0 };

/**
 * A short one is rewritten from all that it was written from. Of a merged one, which may stand for thousands, what it said comes
 * back; if all of what it had read did, its old facts would be lost behind the newest 200. `rows`: those of its sentences' memories that remain.
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
  const said = new Set(sentences.flatMap(({ cites }) => cites.map(({ entity }) => entity)));
  const lost = new Set(
    summary.sentences.flatMap(({ cites }) => cites.filter(isLeft)).map(({ entity }) => entity),
  );
  const waiting = [...lost].filter((entity) => !said.has(entity));
  const unsaid = all.filter((entity) => !lost.has(entity));
  if (sentences.length === 0) {
    const newest = Math.max(0, LIMITS.summariseNewestMax - waiting.length);
    return { kept: null, waiting, alsoWaiting: { of: unsaid, newest } };
  }
  const inIt = new Set([...said, ...unsaid]);
  const kept: SummaryRow = {
    ...summary,
    sentences,
    alsoCites: cited.filter(({ entity }) => inIt.has(entity) && !said.has(entity)),
  };
  return { kept, waiting, alsoWaiting: NONE };
};

/** The date that `extract` puts behind a sentence. */
const DATE = /\s\(\d{4}-\d{2}-\d{2}\)$/;
/** A sentence that was cut ends so. */
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
