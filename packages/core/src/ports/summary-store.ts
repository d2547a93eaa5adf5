/**
 * The store's record of summaries and of calls to models. Both are local to the device: nothing here is ever a register.
 * [SU-2, SU-4, SU-6, SY-D4]
 */
import type { EntityId } from '@cairn/schema';
import type { modelCalls } from '@cairn/schema/local-tables';

/** `narrative`: what is known about the user, one per vault. [SU-5] */
export type SummaryType = 'incremental' | 'compacted' | 'narrative';

/** A memory as it read when it was summarised. */
export interface Citation {
  readonly entity: EntityId;
  readonly contentHash: string;
}

export interface SummarySentence {
  readonly text: string;
  /** The memories that the sentence comes from; it is not shown while one of them is not as it was. [SU-4] */
  readonly cites: readonly Citation[];
}

export interface SummaryRow {
  readonly id: string;
  readonly type: SummaryType;
  /** Null is global. */
  readonly project: string | null;
  readonly sentences: readonly SummarySentence[];
  /** The other memories that its writer had before it: forgetting one of these withdraws the summary too. [SU-4] */
  readonly alsoCites: readonly Citation[];
  /** The model that wrote it. Null: sentences of the memories themselves, chosen without a model. [SU-3] */
  readonly model: string | null;
  /** Milliseconds, of the oldest and the newest of them. */
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly createdAt: number;
}

/** A sentence, and whether each memory that it comes from is still there, current, trusted, and worded as it was. */
export interface StoredSentence extends SummarySentence {
  readonly isCurrent: boolean;
}

export interface StoredSummary extends Omit<SummaryRow, 'sentences'> {
  readonly sentences: readonly StoredSentence[];
}

/** The part of a summary that may be shown: a struck sentence is not in it. */
export interface ShownSummary extends Omit<SummaryRow, 'sentences' | 'alsoCites'> {
  readonly sentences: readonly string[];
  /** Which memories each of them comes from. */
  readonly cites: readonly (readonly EntityId[])[];
  readonly struck: number;
}

/** SU-6: one call to a model. */
export type ModelCallRow = Readonly<Omit<typeof modelCalls.$inferSelect, 'id'>>;

/** The usage of one model by one purpose on one UTC day, `2026-11-22`. */
export interface ModelDay {
  readonly day: string;
  readonly purpose: string;
  readonly model: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly calls: number;
}

export interface ModelUsage extends Omit<ModelCallRow, 'at'> {
  readonly calls: number;
}

/** Memories that wait to be summarised: current, of trust `high` or `normal`, in no summary. */
export interface WaitingScope {
  readonly project: string | null;
  readonly count: number;
}

/** The questions of readers. */
export interface SummaryQueries {
  /** The summaries of these projects (null: global), oldest first; one without a sentence left is absent. */
  summariesShown(projects: readonly (string | null)[]): Promise<readonly ShownSummary[]>;
  /** The summaries of one project, oldest first, with all that they cite. */
  summariesOf(project: string | null): Promise<readonly StoredSummary[]>;
  /** Projects that have summaries. */
  summarisedProjects(): Promise<readonly (string | null)[]>;
  /** By falling count. */
  waitingToBeSummarised(): Promise<readonly WaitingScope[]>;
  /** Calls at or after `sinceMs`, summed by purpose, model and outcome, by falling tokens. */
  modelUsage(sinceMs: number): Promise<readonly ModelUsage[]>;
  /** By UTC day, the oldest first, by purpose and model. */
  modelDays(sinceMs: number): Promise<readonly ModelDay[]>;
  /** Newest first. */
  modelCalls(limit: number): Promise<readonly ModelCallRow[]>;
}

/** Part of a write set; applied in this order, after everything else. [SU-2] */
export interface SummaryChanges {
  readonly summariesRemove?: readonly string[];
  readonly summariesAdd?: readonly SummaryRow[];
  /** Marks memories as summarised; the mark falls when a memory's words change or a summary that cites it is withdrawn. */
  readonly summarised?: readonly EntityId[];
  /** Older calls than `modelCallsKeptMs` are dropped. */
  readonly modelCalls?: readonly ModelCallRow[];
}

/** A memory's place in the order of age. */
export interface MemoryAge {
  readonly createdAt: number;
  readonly id: string;
}

/** The reads of a decision about summaries. */
export interface SummaryReads {
  /** Those of the ids that are there. */
  presentSummaries(ids: readonly string[]): Promise<readonly string[]>;
  presentMemories(ids: readonly EntityId[]): Promise<readonly EntityId[]>;
}

export interface SummaryTransaction {
  /** Marks at most `limit` memories of a project that were made before that one; how many there were. */
  markOlderSummarised(project: string | null, before: MemoryAge, limit: number): Promise<number>;
}
