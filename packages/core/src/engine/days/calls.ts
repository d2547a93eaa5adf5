/** Days as the engine's callers see them: what one was like, and what agents were given on it. [OP-10, CX-7] */
import type { CairnError, ContextDaysInput, ContextDaysResult, Result } from '@cairn/schema';
import type { Given } from '../../context/given.ts';
import type { DayFigures } from '../../ports/store.ts';

export interface DayWriteCalls {
  /** In place of what that day has. */
  noteDay(figures: DayFigures): Promise<void>;
  /** A context that a session began with; nothing is kept when the project was given the same the last time. */
  noteGiven(given: Given): Promise<{ readonly kept: boolean }>;
}

export interface DayReadCalls {
  /** From that day on, the oldest first. */
  dayFigures(since: string): Promise<readonly DayFigures[]>;
  /** How many passages of documents and transcripts there are. */
  passagesSize(): Promise<number>;
  contextDays(input: Omit<ContextDaysInput, 'cwd'>): Promise<Result<ContextDaysResult, CairnError>>;
}
