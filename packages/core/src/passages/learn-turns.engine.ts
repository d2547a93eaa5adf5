/**
 * Turns of a transcript as messages of its session, so that knowledge is taken from them as from what is said there. They keep
 * the places of their passages, which are theirs already. [X-1, IM-4]
 */
import { LIMITS, SESSION_ROLES, type SessionRole, type TranscriptResult } from '@cairn/schema';
import { countLongText, countTokens } from '../engine/count-tokens.ts';
import type { MessageRow, SessionRow } from '../ports/store.ts';
import { newSession, withMessages } from '../session/session-row.ts';
import type { SessionNames } from './session-turns.engine.ts';
import { GLOBAL_SCOPE } from './source-id.ts';
import type { Turn } from './turn-passages.ts';

/** `turns`: those that are no messages yet, in their order. Null when there are none. */
export const sessionOfTurns = (
  named: SessionNames,
  present: SessionRow | null,
  turns: readonly Turn[],
  nowMs: number,
): { readonly session: SessionRow; readonly messages: readonly MessageRow[] } | null => {
  if (turns.length === 0) return null;
  const messages = turns
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map((turn): MessageRow => messageOf(named.id, turn));
  const row = present ?? finished(named, turns, nowMs);
  const next = withMessages(row, messages, Math.max(row.updatedAt, ...turns.map(({ at }) => at)));
  return {
    session: { ...next, state: row.state, lastSequence: Math.max(row.lastSequence, next.lastSequence) },
    messages,
  };
};

/** Long over: nobody asks what was done in it. */
const finished = ({ id, name, project }: SessionNames, turns: readonly Turn[], nowMs: number): SessionRow => {
  const beganAt = turns.reduce((first, { at }) => Math.min(first, at), nowMs);
  const names = { id, name, scope: GLOBAL_SCOPE, scopeId: '', project, agent: null, maxTokens: null };
  return { ...newSession(names, beganAt), state: 'completed', reviewedAt: nowMs };
};

const messageOf = (session: string, { ordinal, author, text, at }: Turn): MessageRow => ({
  ...{ session, sequence: ordinal, role: roleOf(author), content: text, at },
  ...{ toolCalls: null, toolResults: null, tokens: countLongText(text) },
});

/** Somebody else's words are kept, and nothing is taken from them. */
const roleOf = (author: string | null): SessionRole =>
  SESSION_ROLES.find((role) => role === author?.toLowerCase()) ?? 'system';

/** How much of it a model would be given. */
export const learningOf = (turns: readonly Turn[]): NonNullable<TranscriptResult['learn']> => {
  const spoken = turns.filter(({ author }) => ['user', 'assistant'].includes(roleOf(author)));
  const given = spoken.map(({ text }) => text.slice(0, LIMITS.extractMessageCharsMax));
  return {
    messages: spoken.length,
    chars: given.reduce((sum, { length }) => sum + length, 0),
    tokens: given.reduce((sum, text) => sum + countTokens(text), 0),
  };
};
