/** Decides when a growing session is due for a flush, a summary or a compaction, as shares of its agent's context. [SE-2, SE-3] */
import { LIMITS, SESSION_SHARES, type SessionDue } from '@cairn/schema';
import type { SessionRow } from '../ports/session-store.ts';
import type { Tuning } from '../ports/tuning.ts';

export const windowOf = ({ maxTokens }: Pick<SessionRow, 'maxTokens'>): number =>
  maxTokens ?? LIMITS.sessionTokensDefault;

export const canFlush = ({ flushedAtCompaction, compactions }: SessionRow): boolean =>
  flushedAtCompaction < compactions;

/** Returns what is due. `summaryTokens`: tokens of the session's summary. */
export const duesOf = (
  row: SessionRow,
  summaryTokens: number,
  tuning: Tuning = {},
): readonly SessionDue[] => {
  const { flushShare = SESSION_SHARES.flushShare, rollShare = SESSION_SHARES.rollShare } = tuning;
  const window = windowOf(row);
  const dues: SessionDue[] = [];
  if (row.tokens > flushShare * window && canFlush(row)) dues.push('flush');
  const used = summaryTokens + row.unsummarisedTokens;
  if (row.unsummarised >= LIMITS.rollingMessagesMin && used > rollShare * window) dues.push('roll');
  if (row.tokens > window) dues.push('compact');
  return dues;
};
