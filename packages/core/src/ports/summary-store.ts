/**
 * The store's record of summaries and of calls to models. Both are local to the device and never in a register. [SU-2, SU-4, SU-6,
 * SY-D4]
 */
import type { EntityId } from '@cairn/schema';
import type { modelCalls } from '@cairn/schema/local-tables';

/** `narrative`: what is known about the user, one per vault. [SU-5] */
export type SummaryType = 'incremental' | 'compacted' | 'narrative';

/** A memory with the content that was summarised. */
export interface Citation {
  readonly entity: EntityId;
  readonly contentHash: string;
}

export interface SummarySentence {
  readonly text: string;
  /** The memories that the sentence comes from. It is hidden while one of them is absent or changed. [SU-4] */
  readonly cites: readonly Citation[];
}

export interface SummaryRow {
  readonly id: string;
  readonly type: SummaryType;
  /** Null is global. */
  readonly project: string | null;
  readonly sentences: readonly SummarySentence[];
  /** The other memories that the writer of the summary read. Forgetting one of them also withdraws the summary. [SU-4] */
  readonly alsoCites: readonly Citation[];
  /** The model that wrote it. Null: sentences of the memories themselves, chosen without a model. [SU-3] */
  readonly model: string | null;
  /** Times of the oldest and the newest cited memory, milliseconds. */
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly createdAt: number;
}

/** A sentence, and whether all its memories exist, are current and trusted, and have the same content. */
export interface StoredSentence extends SummarySentence {
  readonly isCurrent: boolean;
}

export interface StoredSummary extends Omit<SummaryRow, 'sentences'> {
  readonly sentences: readonly StoredSentence[];
}

/** The visible part of a summary. Struck sentences are left out. */
export interface ShownSummary extends Omit<SummaryRow, 'sentences' | 'alsoCites'> {
  readonly sentences: readonly string[];
  /** The memories that each sentence comes from. */
  readonly cites: readonly (readonly EntityId[])[];
  readonly struck: number;
}

/** SU-6: one call to a model. */
export type ModelCallRow = Readonly<Omit<typeof modelCalls.$inferSelect, 'id'>>;

/** The usage of one model for one purpose on one UTC day, `2026-11-22`. */
export interface ModelDay extends Omit<ModelUsage, 'outcome' | 'ms'> {
  readonly day: string;
}

export interface ModelUsage extends Omit<ModelCallRow, 'at'> {
  readonly calls: number;
}

export interface SummaryQueries {
  /** Returns the summaries of these projects (null: global), oldest first. Summaries without a visible sentence are left out. */
  summariesShown(projects: readonly (string | null)[]): Promise<readonly ShownSummary[]>;
  /** Returns the summaries of one project, oldest first, with everything that they cite. */
  summariesOf(project: string | null): Promise<readonly StoredSummary[]>;
  /** Returns the projects that have summaries. */
  summarisedProjects(): Promise<readonly (string | null)[]>;
  /** Returns the projects by falling count of memories that wait: current, of trust `high` or `normal`, in no summary. */
  waitingToBeSummarised(): Promise<readonly { readonly project: string | null; readonly count: number }[]>;
  /** Sums calls at or after `sinceMs` and before `untilMs` by purpose, model and outcome, sorted by falling tokens. */
  modelUsage(sinceMs: number, untilMs: number): Promise<readonly ModelUsage[]>;
  /** Sums calls by UTC day, purpose and model, oldest day first. */
  modelDays(sinceMs: number): Promise<readonly ModelDay[]>;
  /** Returns the newest calls first. */
  modelCalls(limit: number): Promise<readonly ModelCallRow[]>;
}

/** Part of a write set, applied in this order, after everything else. [SU-2] */
export interface SummaryChanges {
  readonly summariesRemove?: readonly string[];
  readonly summariesAdd?: readonly SummaryRow[];
  /** Marks memories as summarised. The mark ends when the memory's text changes, or when a summary that cites it is withdrawn. */
  readonly summarised?: readonly EntityId[];
  /** Adds calls. Those older than `modelCallsKeptMs` are deleted. */
  readonly modelCalls?: readonly ModelCallRow[];
}

/** A memory's place in the order of age. */
export interface MemoryAge {
  readonly createdAt: number;
  readonly id: string;
}

export interface SummaryReads {
  /** Returns the ids that exist. */
  presentSummaries(ids: readonly string[]): Promise<readonly string[]>;
  /**
   * Counts the citations whose memory exists, unless it was forgotten and its key saved again with another text. A citation that is
   * in one of the summaries `replaced` counts too, because a forget would have deleted it there. [SU-4]
   */
  countUnforgotten(citations: readonly Citation[], replaced: readonly string[]): Promise<number>;
}

export interface SummaryTransaction {
  /** Marks at most `limit` memories of a project that are older than that one as summarised. Returns how many were marked. */
  markOlderSummarised(project: string | null, before: MemoryAge, limit: number): Promise<number>;
}
