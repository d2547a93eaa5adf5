/** The parts of the memory block, and how its entries are written. [CX-1, CX-5, M-9] */
import type { ContextPart } from '@cairn/schema';
import { isoTime } from '../memory/to-memory.ts';
import type { MemoryRow, ShownSummary } from '../ports/store.ts';
import { quoteForContext, quoteName } from './fence.ts';

export interface BlockEntry {
  readonly id: string;
  readonly kind: ContextPart['kind'];
  readonly line: string;
  /** Why it is here, for `--explain`. */
  readonly why: string;
  /** When it was worded so, in milliseconds. */
  readonly stamp: number;
}

export interface BlockSection {
  readonly name: string;
  readonly title: string;
  readonly entries: readonly BlockEntry[];
  /** Memories that are not in it because the block says them already. */
  readonly said: number;
  readonly tokensMax: number;
  /** The person's own words to every agent, which stand before what is quoted. [CX-10] */
  readonly own?: true;
}

/** The fact, then where it comes from. */
export const memoryEntry = (row: MemoryRow, why: string): BlockEntry => {
  const name = row.key === null ? '' : `${quoteName(`${row.namespace ?? ''}/${row.key}`)}: `;
  const source = row.agent === null ? row.source : `${row.source} ${quoteName(row.agent)}`;
  const line = `- ${name}${quoteForContext(row.content)} [${source}, ${dayOf(row.updatedAt)}]`;
  return { id: row.id, kind: 'memory', line, why, stamp: row.updatedAt };
};

/** Its sentences, then who wrote it and up to when it knows. */
export const summaryEntry = (summary: ShownSummary, why: string): BlockEntry => {
  const text = quoteForContext(summary.sentences.join(' '));
  const by = summary.model === null ? 'extract' : 'summary';
  return {
    id: summary.id,
    kind: 'summary',
    line: `- ${text} [${by}, up to ${dayOf(summary.periodEnd)}]`,
    why,
    stamp: summary.createdAt,
  };
};

const dayOf = (ms: number): string => isoTime(ms).slice(0, 10);
