/** The sections of the memory block, and how their entries are written. [CX-1, CX-5, M-9] */
import type { ContextPart } from '@cairn/schema';
import { isoTime, learnedAt } from '../memory/to-memory.ts';
import type { MemoryRow, ShownSummary } from '../ports/store.ts';
import { quoteForContext, quoteName } from './fence.ts';

export interface BlockEntry {
  readonly id: string;
  readonly kind: ContextPart['kind'];
  readonly line: string;
  /** Why the entry is in the block, for `--explain`. */
  readonly why: string;
  /** When the entry got this wording, in milliseconds. */
  readonly stamp: number;
}

export interface BlockSection {
  readonly name: string;
  readonly title: string;
  readonly entries: readonly BlockEntry[];
  /** Number of memories that are left out because other entries say the same. */
  readonly said: number;
  readonly tokensMax: number;
  /** True for the person's own instructions to every agent. They come before the quoted facts. [CX-10] */
  readonly own?: true;
}

/** Formats the fact and its source. */
export const memoryEntry = (row: MemoryRow, why: string): BlockEntry => {
  const name = row.key === null ? '' : `${quoteName(`${row.namespace ?? ''}/${row.key}`)}: `;
  const source = row.agent === null ? row.source : `${row.source} ${quoteName(row.agent)}`;
  const line = `- ${name}${quoteForContext(row.content)} [${source}, ${dayOf(learnedAt(row))}]`;
  return { id: row.id, kind: 'memory', line, why, stamp: learnedAt(row) };
};

/** Formats the summary's sentences, then their author and the time up to which the summary knows. */
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
