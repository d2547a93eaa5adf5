/** Changes a session apart from its messages: its end, its task, its files, and the flush before a compaction. [SE-1, SE-2] */
import { type Checked, type DeleteSessionResult, LIMITS, ok, type SessionStateResult } from '@cairn/schema';
import type { Answer, WriteDeps } from '../engine/deps.ts';
import { cleanText, countChars, isFarTooLong } from '../memory/clean-text.ts';
import { tooLong } from '../memory/draft.ts';
import { withoutSecrets } from '../memory/guard.ts';
import { invalid } from '../memory/invalid-input.ts';
import { parsePath } from '../passages/folders.engine.ts';
import type { SessionRow } from '../ports/store.ts';
import { canFlush } from './due.ts';
import { findSession, inSession } from './read-sessions.engine.ts';
import { toSessionInfo } from './session-row.ts';

export const endSession = (deps: WriteDeps, id: string): Answer<SessionStateResult> =>
  change(deps, id, (row) => ({ ...row, state: 'completed', updatedAt: deps.clock.nowMs() }));

/** Pins the task over every compaction. Null: the person's next order becomes the task. [SE-5] */
export const setActiveTask = async (
  deps: WriteDeps,
  id: string,
  task: string | null,
): Answer<SessionStateResult> => {
  const parsed = parseTask(task);
  if (!parsed.ok) return parsed;
  return change(deps, id, (row) => ({
    ...row,
    activeTask: parsed.value,
    taskFrom: null,
    updatedAt: deps.clock.nowMs(),
  }));
};

const parseTask = (task: string | null): Checked<string | null> => {
  const refused = (chars: number) => invalid(tooLong('The task', chars, LIMITS.activeTaskCharsMax));
  if (task !== null && isFarTooLong(task)) return refused(task.length);
  const text = cleanText(task ?? '');
  if (!text.ok) return invalid('The task contains an incomplete character.');
  const chars = countChars(text.value);
  if (chars > LIMITS.activeTaskCharsMax) return refused(chars);
  const kept = withoutSecrets(text.value);
  return ok(kept === '' ? null : kept);
};

const change = (
  deps: WriteDeps,
  id: string,
  next: (row: SessionRow) => SessionRow,
): Answer<SessionStateResult> =>
  inSession(deps, id, async (tx, row) => {
    const changed = next(row);
    await tx.apply({ sessions: [changed] });
    return ok({ session: toSessionInfo(changed) });
  });

/** SE-2: notes a file that the session read. After a compaction the session receives these paths again. */
export const noteFile = async (
  deps: WriteDeps,
  id: string,
  path: string,
): Answer<{ readonly path: string }> => {
  const parsed = parsePath('file', path);
  if (!parsed.ok) return parsed;
  const file = parsed.value;
  return inSession(deps, id, async (tx, row) => {
    await tx.apply({ sessionFiles: [{ session: row.id, path: file, at: deps.clock.nowMs() }] });
    return ok({ path: file });
  });
};

/** Deletes a session with its messages, files and passages. Its text is erased from the database file. [ST-4] */
export const deleteSession = (deps: WriteDeps, id: string): Answer<DeleteSessionResult> =>
  inSession(deps, id, async (tx, row) => {
    await tx.apply({ eraseSources: [row.id], meta: { erasedAt: deps.clock.nowMs() } });
    return ok({ id: row.id, name: row.name, messages: row.messages });
  });

/** SE-2: claims the flush of a compaction cycle. True only for the first claim of the cycle. */
export const claimFlush = ({ store }: WriteDeps, session: string): Promise<boolean> =>
  store.write(async (tx) => {
    const row = await findSession(tx, session);
    if (!row.ok || !canFlush(row.value)) return false;
    await tx.apply({ sessions: [{ ...row.value, flushedAtCompaction: row.value.compactions }] });
    return true;
  });
