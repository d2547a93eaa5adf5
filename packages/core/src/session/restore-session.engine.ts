/** Returns the task, summary, newest messages and files to an agent that continues a session, within a token budget. [SE-1, SE-2] */
import { LIMITS, ok, type RestoreSessionInput, type RestoreSessionResult } from '@cairn/schema';
import { countLongText } from '../engine/count-tokens.ts';
import type { Answer, StoreDeps } from '../engine/deps.ts';
import type { MessageRow, ReadStore, SessionRow } from '../ports/store.ts';
import { findSession } from './read-sessions.engine.ts';
import { fitHead, newestThatFit } from './restore.ts';
import { summaryOf, toSessionInfo, toSessionMessage } from './session-row.ts';

/** Messages per read. */
const PAGE = 200;

export const restoreSession = async (
  { store }: StoreDeps,
  { id, maxTokens = LIMITS.restoreTokensDefault }: RestoreSessionInput,
): Answer<RestoreSessionResult> => {
  const found = await findSession(store, id);
  if (!found.ok) return found;
  const row = found.value;
  const whole = { activeTask: row.activeTask, summary: summaryOf(row) };
  const { activeTask, summary, tokens } = fitHead(whole, maxTokens, countLongText);
  const { newest, isAll } = await loadNewest(store, row, maxTokens - tokens);
  const messages = newestThatFit(newest, maxTokens - tokens, isAll);
  const unknown = await store.messagesAfter(row.id, Math.max(row.summaryUpto, row.compactedUpto));
  const given = messages.filter(({ sequence }) => sequence > row.summaryUpto).length;
  return ok({
    session: toSessionInfo(row),
    messages: messages.map((message) => toSessionMessage(message, row.compactedUpto)),
    summary,
    activeTask,
    tokens: tokens + messages.reduce((sum, message) => sum + message.tokens, 0),
    left: Math.max(0, unknown - given),
    files: (await store.sessionFiles(row.id, LIMITS.sessionFilesGiven)).map(({ path }) => path),
  });
};

/**
 * Returns the newest messages in order. If some do not fit, it returns at least one that does not. `isAll`: no older message was left
 * out. Compacted messages are left out, because the summary covers them.
 */
const loadNewest = async (
  store: ReadStore,
  row: SessionRow,
  maxTokens: number,
): Promise<{ readonly newest: readonly MessageRow[]; readonly isAll: boolean }> => {
  let newest: readonly MessageRow[] = [];
  let tokens = 0;
  for (;;) {
    const upto = (newest[0]?.sequence ?? row.lastSequence + 1) - 1;
    const page = await store.messages({ session: row.id, after: row.compactedUpto, upto, limit: PAGE });
    newest = [...page, ...newest];
    tokens += page.reduce((sum, message) => sum + message.tokens, 0);
    if (page.length < PAGE) return { newest, isAll: true };
    if (tokens > maxTokens) return { newest, isAll: false };
  }
};
