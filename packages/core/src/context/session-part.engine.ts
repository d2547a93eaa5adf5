/** The part that a session brings into a prompt: its task, its summary, and its messages where the caller has none. [CX-2, SE-1] */
import { type ChatMessage, ok, type SessionMessage } from '@cairn/schema';
import type { Answer } from '../engine/api.ts';
import type { ReadStore } from '../ports/store.ts';
import { findSession } from '../session/read-sessions.engine.ts';
import { restoreSession } from '../session/restore-session.engine.ts';
import { summaryOf } from '../session/session-row.ts';
import type { ResolvedPromptInput } from './prompt-api.engine.ts';

export interface SessionPart {
  readonly activeTask: string | null;
  readonly summary: string | null;
  readonly messages: readonly ChatMessage[];
  readonly notes: readonly string[];
}

/** One that is not here is a note: it may begin with the next message. */
export const readSessionPart = async (
  store: ReadStore,
  { session, activeTask = null, summary = null, messages, maxTokens }: ResolvedPromptInput,
): Answer<SessionPart> => {
  const own = { activeTask, summary, messages: messages ?? [], notes: [] };
  const id = session?.trim() ?? '';
  if (id === '') return ok(own);
  const found = await findSession(store, id);
  if (!found.ok) return ok({ ...own, notes: [found.error.message] });
  const heading = {
    activeTask: activeTask ?? found.value.activeTask,
    summary: summary ?? summaryOf(found.value),
  };
  if (messages !== undefined) return ok({ ...own, ...heading });
  const restored = await restoreSession({ store }, maxTokens === undefined ? { id } : { id, maxTokens });
  if (!restored.ok) return restored;
  return ok({ ...own, ...heading, messages: restored.value.messages.map(asChatMessage) });
};

const asChatMessage = ({ role, content, toolCalls, toolResults }: SessionMessage): ChatMessage => ({
  role,
  content,
  ...(toolCalls === null ? {} : { toolCalls }),
  ...(toolResults === null ? {} : { toolResults }),
});
