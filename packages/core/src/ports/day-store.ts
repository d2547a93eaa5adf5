/**
 * The store's record of days: how large it was, how long saves and searches took, and what agents were given. Local to the
 * device; no text of anybody is in it. [OP-10, CX-7, SY-D4]
 */
import type { dayFigures, givenContexts, givenParts } from '@cairn/schema/local-tables';

/** One UTC day, `2026-11-22`. `saves` and `searches` are what `days/latency` makes of times; the store does not look inside. */
export type DayFigures = Readonly<typeof dayFigures.$inferSelect>;

/** `id`: of a memory or a summary. `stamp`: when the wording that was given was written, in milliseconds since 1970. */
export type GivenPart = Readonly<
  Pick<typeof givenParts.$inferSelect, 'kind' | 'section' | 'tokens' | 'stamp'>
> & {
  readonly id: string;
};

/** A context that a session began with. Of a day the first is kept, and the last that was different. */
export type GivenContext = Readonly<Omit<typeof givenContexts.$inferSelect, 'id' | 'project'>> & {
  /** Null: outside of any project. */
  readonly project: string | null;
  readonly parts: readonly GivenPart[];
};

/** Reads of the writer's transaction. */
export interface DayReads {
  /** The newest context of a project; null before the first. */
  lastGiven(project: string | null): Promise<GivenContext | null>;
}

/** The questions of readers. */
export interface DayQueries {
  /** From that day on, the oldest first. */
  dayFigures(since: string): Promise<readonly DayFigures[]>;
  /** The contexts of one project, the newest first. */
  givenContexts(project: string | null): Promise<readonly GivenContext[]>;
}

/** Part of a write set. */
export interface DayChanges {
  /** Upserts by day; of more than `dayFiguresMax` the oldest go. */
  readonly dayFigures?: readonly DayFigures[];
  /** Upserts by project, day and slot; of more than `givenDaysMax` days of a project, or `givenContextsMax` of all, the oldest go. */
  readonly givenContexts?: readonly GivenContext[];
}
