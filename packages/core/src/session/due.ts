/** When something has to be done about a session that grows, as shares of what its agent's context takes. [SE-2, SE-3] */
import { LIMITS, type SessionDue } from '@cairn/schema';
import type { SessionRow } from '../ports/session-store.ts';

const FLUSH_SHARE = 0.75;
const ROLL_SHARE = 0.8;
/** A rolling summary leaves so much of it. */
export const ROLL_TO_SHARE = 0.5;

export const windowOf = ({ maxTokens }: Pick<SessionRow, 'maxTokens'>): number =>
  maxTokens ?? LIMITS.sessionTokensDefault;

export const canFlush = ({ flushedAtCompaction, compactions }: SessionRow): boolean =>
  flushedAtCompaction < compactions;

/** `summaryTokens`: of what stands for the messages that are summarised. */
export const duesOf = (row: SessionRow, summaryTokens: number): readonly SessionDue[] => {
  const window = windowOf(row);
  const dues: SessionDue[] = [];
  if (row.tokens > FLUSH_SHARE * window && canFlush(row)) dues.push('flush');
  const used = summaryTokens + row.unsummarisedTokens;
  if (row.unsummarised >= LIMITS.rollingMessagesMin && used > ROLL_SHARE * window) dues.push('roll');
  if (row.tokens > window) dues.push('compact');
  return dues;
};
