/** Builds summary tasks from rows and older summaries. A model or `extract` can do each task. [SU-2, SU-4, SU-5] */
import { LIMITS } from '@cairn/schema';
import { learnedAt } from '../memory/to-memory.ts';
import type { MemoryRow } from '../ports/store.ts';
import type {
  Citation,
  StoredSummary,
  SummaryRow,
  SummarySentence,
  SummaryType,
} from '../ports/summary-store.ts';
import { citeSentences } from './cite.ts';
import type { ExtractBounds } from './extract.ts';
import type { Citable, DraftSentence, Note } from './note.ts';

export interface SummaryTask {
  readonly type: SummaryType;
  readonly project: string | null;
  readonly notes: readonly Note[];
  readonly citable: readonly Citable[];
  /** Everything that the writer reads. Forgetting one of these withdraws the summary. */
  readonly sources: readonly Citation[];
  /** Summaries that it replaces. */
  readonly replaces: readonly string[];
  /** Memories that are in a summary once it is stored. */
  readonly marks: readonly Citation[];
  readonly periodStart: number;
  readonly periodEnd: number;
  /** The time of the summary that it rewords; null: now. */
  readonly createdAt: number | null;
}

/** Summarises waiting memories, given oldest first. */
export const batchTask = (project: string | null, rows: readonly MemoryRow[]): SummaryTask => ({
  ...writtenFrom(rows),
  type: 'incremental',
  project,
  replaces: [],
  marks: rows.map(citationOf),
  createdAt: null,
});

/**
 * Summarises the memories of a backlog that are older than the newest 200, without a paid model. The summary cites only the memories
 * of its sentences, because its text holds nothing of the others.
 */
export const backlogTask = (project: string | null, rows: readonly MemoryRow[]): SummaryTask => ({
  ...batchTask(project, rows),
  type: 'compacted',
  sources: [],
});

/** Lets a model reword an extractive summary. Null when nothing is left that it was written from. */
export const rewriteTask = (summary: StoredSummary, rows: readonly MemoryRow[]): SummaryTask | null =>
  rows.length === 0
    ? null
    : {
        ...writtenFrom(rows),
        type: summary.type,
        project: summary.project,
        replaces: [summary.id],
        marks: [],
        periodStart: summary.periodStart,
        periodEnd: summary.periodEnd,
        createdAt: summary.createdAt,
      };

/**
 * Merges several summaries. The memories of a struck sentence that are still current are summarised again. `rows`: current memories
 * that the sentences cite.
 */
export const compactionTask = (
  summaries: readonly StoredSummary[],
  rows: readonly MemoryRow[],
): SummaryTask | null => {
  const [first] = summaries;
  if (first === undefined) return null;
  const sentences = summaries.flatMap((summary) =>
    summary.sentences.map((sentence) => ({ ...sentence, atMs: summary.periodEnd })),
  );
  const said = new Set(
    sentences.filter(({ isCurrent }) => isCurrent).flatMap(({ cites }) => cites.map(({ entity }) => entity)),
  );
  const lost = new Set(sentences.flatMap(({ cites }) => cites.map(({ entity }) => entity)));
  const notes = [
    ...sentences
      .filter(({ isCurrent }) => isCurrent)
      .map(({ text, atMs, cites }): Note => ({ text, atMs, cites, weight: 0 })),
    ...rows.filter(({ id }) => lost.has(id) && !said.has(id)).map(noteOf),
  ];
  if (notes.length === 0) return null;
  return {
    type: 'compacted',
    project: first.project,
    notes: notes.sort((a, b) => a.atMs - b.atMs),
    citable: rows.map(citableOf),
    sources: unique(summaries.flatMap(citationsOf)),
    replaces: summaries.map(({ id }) => id),
    marks: [],
    periodStart: Math.min(...summaries.map(({ periodStart }) => periodStart)),
    periodEnd: Math.max(...summaries.map(({ periodEnd }) => periodEnd)),
    createdAt: null,
  };
};

/** SU-5: writes the narrative. Null when its sources are the same as those of the present one. */
export const narrativeTask = (
  rows: readonly MemoryRow[],
  present: readonly StoredSummary[],
): SummaryTask | null => {
  const known = new Set(present.flatMap(citationsOf).map(nameOf));
  const fresh = rows.map(citationOf).map(nameOf);
  const isSame = known.size === fresh.length && fresh.every((name) => known.has(name));
  if (rows.length === 0 || isSame) return null;
  return {
    ...writtenFrom([...rows].sort((a, b) => learnedAt(a) - learnedAt(b))),
    type: 'narrative',
    project: null,
    replaces: present.map(({ id }) => id),
    marks: [],
    createdAt: null,
  };
};

export const citationsOf = ({ sentences, alsoCites }: Pick<StoredSummary, 'sentences' | 'alsoCites'>) =>
  unique([...sentences.flatMap(({ cites }) => cites), ...alsoCites]);

/** Returns the limits of a summary without a model. */
export const boundsOf = (type: SummaryType): ExtractBounds => ({
  sentencesMax: LIMITS.summarySentencesMax * (type === 'compacted' ? 2 : 1),
  charsMax: LIMITS.extractCharsMax * (type === 'compacted' ? 2 : 1),
});

/** Returns the row of a written summary. */
export const summaryRowOf = (
  task: SummaryTask,
  drafted: readonly DraftSentence[],
  by: { readonly id: string; readonly model: string | null; readonly nowMs: number },
): SummaryRow => {
  const sentences =
    by.model === null ? copied(task, drafted) : citeSentences(drafted, task.notes, task.citable);
  const said = new Set(sentences.flatMap(({ cites }) => cites).map(({ entity }) => entity));
  return {
    id: by.id,
    type: task.type,
    project: task.project,
    sentences,
    alsoCites: task.sources.filter(({ entity }) => !said.has(entity)),
    model: by.model,
    periodStart: task.periodStart,
    periodEnd: task.periodEnd,
    createdAt: task.createdAt ?? by.nowMs,
  };
};

/** Cites only the note from which a sentence was copied. */
const copied = ({ notes }: SummaryTask, drafted: readonly DraftSentence[]): readonly SummarySentence[] =>
  drafted.map(({ text, from }) => ({ text, cites: from.flatMap((place) => notes[place]?.cites ?? []) }));

const writtenFrom = (rows: readonly MemoryRow[]) => ({
  notes: rows.map(noteOf),
  citable: rows.map(citableOf),
  sources: rows.map(citationOf),
  periodStart: Math.min(...rows.map(({ createdAt }) => createdAt)),
  periodEnd: Math.max(...rows.map(({ createdAt }) => createdAt)),
});

const citationOf = ({ id, contentHash }: MemoryRow): Citation => ({ entity: id, contentHash });
const citableOf = (row: MemoryRow): Citable => ({ citation: citationOf(row), text: wordingOf(row) });
/** Returns a name for the memory and its text. */
export const nameOf = ({ entity, contentHash }: Citation): string => `${entity} ${contentHash}`;

export type Wording = Pick<MemoryRow, 'key' | 'content'>;

/** Returns the text of a memory, with its key. A keyed value has little meaning without the key. */
export const wordingOf = ({ key, content }: Wording): string =>
  key === null ? content : `${key.replaceAll(/[-/]/g, ' ')}: ${content}`;

const noteOf = (row: MemoryRow): Note => ({
  text: wordingOf(row),
  atMs: learnedAt(row),
  cites: [citationOf(row)],
  weight: row.pinned ? 1 : row.trust === 'high' ? 0.6 : 0,
});

const unique = (citations: readonly Citation[]): readonly Citation[] => [
  ...new Map(citations.map((one) => [one.entity, one])).values(),
];
