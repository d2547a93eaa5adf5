/** A session's row: a new one, its changes by messages, and its public form. [SE-1] */
import { parseJson, type SessionInfo, type SessionMessage } from '@cairn/schema';
import { shownMetadata } from '../memory/mask-json.ts';
import { isoTime, timeOrNull } from '../memory/to-memory.ts';
import type { MessageRow, SessionRow } from '../ports/session-store.ts';
import { windowOf } from './due.ts';
import { orderIn } from './orders.ts';
import { parseSessionKey } from './session-key.ts';

export type NewSession = Pick<
  SessionRow,
  'id' | 'name' | 'scope' | 'scopeId' | 'project' | 'agent' | 'maxTokens'
>;

export const newSession = (names: NewSession, nowMs: number): SessionRow => ({
  ...names,
  state: 'working',
  lastSequence: -1,
  messages: 0,
  tokens: 0,
  unsummarised: 0,
  unsummarisedTokens: 0,
  earlier: null,
  summary: null,
  summaryModel: null,
  summaryEpoch: 0,
  summaryFrom: -1,
  summaryUpto: -1,
  compactedUpto: -1,
  compactions: 0,
  compactedAt: null,
  flushedAtCompaction: -1,
  extractedUpto: -1,
  extractedAt: null,
  reviewedAt: null,
  activeTask: null,
  taskFrom: null,
  metadata: null,
  createdAt: nowMs,
  updatedAt: nowMs,
});

/** Returns the session with new messages. A completed session continues. */
export const withMessages = (
  row: SessionRow,
  messages: readonly Pick<MessageRow, 'sequence' | 'tokens' | 'role' | 'content'>[],
  nowMs: number,
): SessionRow => {
  const tokens = messages.reduce((sum, one) => sum + one.tokens, 0);
  return {
    ...withOrder(row, messages),
    state: 'working',
    lastSequence: messages.at(-1)?.sequence ?? row.lastSequence,
    messages: row.messages + messages.length,
    tokens: row.tokens + tokens,
    unsummarised: row.unsummarised + messages.length,
    unsummarisedTokens: row.unsummarisedTokens + tokens,
    updatedAt: nowMs,
  };
};

/** SE-5: takes the person's last order as the task. */
const withOrder = (
  row: SessionRow,
  messages: readonly Pick<MessageRow, 'sequence' | 'role' | 'content'>[],
): SessionRow => {
  for (const { role, content, sequence } of messages.toReversed()) {
    const order = role === 'user' ? orderIn(content) : null;
    if (order !== null) return withFoundTask(row, order, sequence);
  }
  return row;
};

/** Returns the session with the found task. A task that was set, or found in a later message, stays. [SE-5] */
export const withFoundTask = (row: SessionRow, task: string, from: number): SessionRow =>
  row.activeTask !== null && (row.taskFrom === null || row.taskFrom > from)
    ? row
    : { ...row, activeTask: task, taskFrom: from };

/** Returns the whole summary; null when no message is summarised. [SE-2] */
export const summaryOf = ({ earlier, summary }: Pick<SessionRow, 'earlier' | 'summary'>): string | null => {
  const parts = [earlier, summary].filter((text) => text !== null && text !== '');
  return parts.length === 0 ? null : parts.join('\n');
};

export const toSessionInfo = (row: SessionRow): SessionInfo => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  scopeId: row.scopeId,
  key: parseSessionKey(row.name),
  project: row.project,
  agent: row.agent,
  state: row.state,
  messages: row.messages,
  lastSequence: row.lastSequence,
  maxTokens: windowOf(row),
  tokens: row.tokens,
  summary: summaryOf(row),
  summaryEpoch: row.summaryEpoch,
  summaryUpto: row.summaryUpto,
  summaryModel: row.summaryModel,
  compactedUpto: row.compactedUpto,
  compactions: row.compactions,
  activeTask: row.activeTask,
  extractedUpto: row.extractedUpto,
  extractedAt: timeOrNull(row.extractedAt),
  reviewedAt: timeOrNull(row.reviewedAt),
  metadata: shownMetadata(row.metadata),
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
});

export const toSessionMessage = (row: MessageRow, compactedUpto: number): SessionMessage => ({
  sequence: row.sequence,
  role: row.role,
  content: row.content,
  toolCalls: toolsOf(row.toolCalls),
  toolResults: toolsOf(row.toolResults),
  at: isoTime(row.at),
  tokens: row.tokens,
  compacted: row.sequence <= compactedUpto,
});

/** Parses the stored JSON of a list. Other JSON comes from a damaged file, and is returned as one tool. Invalid JSON gives null. */
export const toolsOf = (json: string | null): unknown[] | null => {
  if (json === null) return null;
  const tools = parseJson(json);
  if (tools === undefined) return null;
  return Array.isArray(tools) ? tools : [tools];
};
