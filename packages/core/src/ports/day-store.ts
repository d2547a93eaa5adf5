/**
 * Daily figures: the size of the store, how long saves and searches took, and what agents were given. Local to the device; holds no
 * text of a memory. [OP-10, CX-7, SY-D4]
 */
import type { dayFigures, givenContexts, givenParts } from '@cairn/schema/local-tables';

/** The figures of one UTC day, `2026-11-22`. `saves` and `searches` have the format of `days/latency`. */
export type DayFigures = Readonly<typeof dayFigures.$inferSelect>;

/** `id`: of a memory or a summary. `stamp`: Unix time in milliseconds at which the given wording was written. */
export type GivenPart = Readonly<
  Pick<typeof givenParts.$inferSelect, 'kind' | 'section' | 'tokens' | 'stamp'>
> & {
  readonly id: string;
};

/** A context at the start of a session. Per day the first one is kept, and the last one that differs from it. */
export type GivenContext = Readonly<Omit<typeof givenContexts.$inferSelect, 'id' | 'project'>> & {
  /** Null: outside any project. */
  readonly project: string | null;
  readonly parts: readonly GivenPart[];
};

export interface DayReads {
  /** Returns the newest context of a project; null before the first. */
  lastGiven(project: string | null): Promise<GivenContext | null>;
}

export interface DayQueries {
  /** Returns the figures since a day, oldest first. */
  dayFigures(since: string): Promise<readonly DayFigures[]>;
  /** Returns the contexts of one project, newest first. */
  givenContexts(project: string | null): Promise<readonly GivenContext[]>;
}

/** Part of a write set. */
export interface DayChanges {
  /** Upserts by day. Above `dayFiguresMax` the oldest are deleted. */
  readonly dayFigures?: readonly DayFigures[];
  /** Upserts by project, day and slot. Above `givenDaysMax` of a project, or `givenContextsMax`, the oldest go. */
  readonly givenContexts?: readonly GivenContext[];
}
