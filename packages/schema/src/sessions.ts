/** Sessions of agents and their messages, for the daemon's callers. Local to the device. [SE-1, SE-2, SE-3] */
import * as z from 'zod';
import { SESSION_STATES } from './choices.ts';
import { LIMITS } from './limits.ts';
import { metadata } from './passages.ts';

const count = z.number().int().nonnegative();
/** Leaves room for more messages after it. */
const SEQUENCE_MAX = 8e15;
const sequence = z.number().int();
const time = z.string();
const text = z.string().max(LIMITS.daemonBodyBytesMax);

export const SESSION_ROLES = ['system', 'user', 'assistant', 'tool'] as const;
export type SessionRole = (typeof SESSION_ROLES)[number];

/** The name of a session. Default scope: `global`. The same name in another scope is another session. */
export const sessionName = z.strictObject({
  name: text,
  scope: text.nullable().optional(),
  scopeId: text.nullable().optional(),
});
export type SessionName = z.infer<typeof sessionName>;

export const messageInput = z.strictObject({
  /** Default: one more than the last. A sequence that does not rise is refused. */
  sequence: count.max(SEQUENCE_MAX).optional(),
  role: z.enum(SESSION_ROLES),
  content: text,
  /** The assistant's tool calls, in the format of its model's API. */
  toolCalls: z.array(z.unknown()).nullable().optional(),
  /** The results of the tool calls before it. Calls and results are kept together. */
  toolResults: z.array(z.unknown()).nullable().optional(),
  /** Milliseconds since 1970. Default: now. */
  at: z.number().int().optional(),
});
export type MessageInput = z.infer<typeof messageInput>;

export const appendMessagesInput = z.strictObject({
  session: sessionName,
  /** The project of a new session. An existing session keeps its project. */
  project: text.nullable().optional(),
  cwd: text.optional(),
  agent: text.nullable().optional(),
  /** The size of the agent's context in tokens. It determines when the session is compacted and summarised. */
  maxTokens: z.number().int().min(LIMITS.sessionTokensMin).max(LIMITS.sessionTokensMax).optional(),
  /** A caller's own fields, at most 4,000 characters of JSON. If absent, they stay; null removes them. */
  metadata: metadata.nullable().optional(),
  messages: z.array(messageInput),
});
export type AppendMessagesInput = z.infer<typeof appendMessagesInput>;

/** `flush`: knowledge must be extracted before the compaction. [SE-2, SE-3] */
export const SESSION_DUES = ['flush', 'roll', 'compact'] as const;
export type SessionDue = (typeof SESSION_DUES)[number];

/** `last`: the sequence of the last message. `messages`: their number. `tokens`: of messages that are not compacted. */
export const appendMessagesResult = z.object({
  session: z.string(),
  last: sequence,
  messages: count,
  tokens: count,
  /** The number of passages that were added to the search index. */
  passages: count,
  due: z.array(z.enum(SESSION_DUES)).readonly(),
});
export type AppendMessagesResult = z.infer<typeof appendMessagesResult>;

/** The facts in a session's name; see `docs/sessions.md`. A field is null if the name does not contain it. */
export const sessionKey = z.object({
  agent: z.string().nullable(),
  /** Nested agents, the outermost first. */
  subagents: z.array(z.string()),
  /** The channel: `slack`, `telegram`, … */
  channel: z.string().nullable(),
  place: z.object({ kind: z.enum(['direct', 'group', 'channel']), id: z.string() }).nullable(),
  thread: z.string().nullable(),
  topic: z.string().nullable(),
  /** The name of the parent session. */
  parent: z.string().nullable(),
});
export type SessionKey = z.infer<typeof sessionKey>;

/** Sequences are -1 if there is none. `summary` covers the messages up to `summaryUpto`. */
export const sessionInfo = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.string(),
  scopeId: z.string(),
  key: sessionKey,
  project: z.string().nullable(),
  agent: z.string().nullable(),
  state: z.enum(SESSION_STATES),
  messages: count,
  lastSequence: sequence,
  maxTokens: count,
  tokens: count,
  summary: z.string().nullable(),
  summaryEpoch: count,
  summaryUpto: sequence,
  /** The model that wrote the summary; `caller` if it came through the API; null if it consists of the messages' own sentences. */
  summaryModel: z.string().nullable(),
  compactedUpto: sequence,
  compactions: count,
  activeTask: z.string().nullable(),
  extractedUpto: sequence,
  extractedAt: time.nullable(),
  reviewedAt: time.nullable(),
  metadata: metadata.nullable(),
  createdAt: time,
  updatedAt: time,
});
export type SessionInfo = z.infer<typeof sessionInfo>;

export const sessionMessage = z.object({
  sequence: count,
  role: z.enum(SESSION_ROLES),
  content: z.string(),
  toolCalls: z.array(z.unknown()).nullable(),
  toolResults: z.array(z.unknown()).nullable(),
  at: time,
  tokens: count,
  compacted: z.boolean(),
});
export type SessionMessage = z.infer<typeof sessionMessage>;

/** The messages of a session. */
export const sessionMessagesResult = z.object({
  session: sessionInfo,
  messages: z.array(sessionMessage),
  /** Only for a search: the number of matches, of which `messages` are the newest. */
  found: count.optional(),
});
export type SessionMessagesResult = z.infer<typeof sessionMessagesResult>;

/** Newest first. An absent field matches any value. `project` null: sessions outside any project. */
export const sessionsInput = z.strictObject({
  limit: z.number().int().min(1).max(LIMITS.sessionsLimitMax).optional(),
  name: text.optional(),
  scope: text.optional(),
  project: text.nullable().optional(),
  state: z.enum(SESSION_STATES).optional(),
  /** `next` of the previous page. */
  before: text
    .regex(/^\d{1,16}:.+$/s, 'That is not a place in the list. Give `next` of the previous page')
    .optional(),
});
export type SessionsInput = z.infer<typeof sessionsInput>;
/** `total`: the number of sessions with this project, scope and state. `next`: the cursor of the next page; null on the last page. */
export const sessionsResult = z.object({
  sessions: z.array(sessionInfo),
  total: count,
  next: z.string().nullable(),
});
export type SessionsResult = z.infer<typeof sessionsResult>;

/** `after` (exclusive) and `upto` (inclusive) are sequences. `last`: the most messages to return; the newest in that range are returned. */
export const sessionMessagesInput = z.strictObject({
  session: text,
  after: sequence.optional(),
  upto: sequence.optional(),
  last: z.number().int().min(1).max(LIMITS.sessionMessagesReadMax).optional(),
});
export type SessionMessagesInput = z.infer<typeof sessionMessagesInput>;

/** Messages with every word of the query, or a longer word that begins with it. [SE-4] */
export const sessionSearchInput = z.strictObject({
  session: text,
  query: text,
  /** The most messages to return; the newest matches are returned. */
  last: z.number().int().min(1).max(LIMITS.sessionMessagesReadMax).optional(),
});
export type SessionSearchInput = z.infer<typeof sessionSearchInput>;

/** The present content of a file that the session read. */
export const sessionFileContent = z.object({
  path: z.string(),
  /** Null if it cannot be read or is no text; `reason` says so. */
  text: z.string().nullable(),
  reason: z.string().nullable(),
  tokens: count,
  /** Whether the end of the text is left out. */
  cut: z.boolean(),
});
export type SessionFileContent = z.infer<typeof sessionFileContent>;

export const restoreSessionInput = z.strictObject({
  id: text,
  maxTokens: z.number().int().min(LIMITS.restoreTokensMin).max(LIMITS.sessionTokensMax).optional(),
});
export type RestoreSessionInput = z.infer<typeof restoreSessionInput>;
/** `left`: messages that are neither returned nor covered by the summary. `files`: the last read files, newest first. */
export const restoreSessionResult = z.object({
  session: sessionInfo,
  messages: z.array(sessionMessage),
  summary: z.string().nullable(),
  activeTask: z.string().nullable(),
  tokens: count,
  left: count,
  files: z.array(z.string()),
  /** Only if requested. [SE-2] */
  contents: z.array(sessionFileContent).optional(),
});
export type RestoreSessionResult = z.infer<typeof restoreSessionResult>;

/** `upto`: the last message that the summary covers. The summary is dropped if another one was written since `expectedEpoch`. [SE-3] */
export const rollingSummaryInput = z.strictObject({
  id: text,
  text,
  upto: count,
  expectedEpoch: count,
});
export type RollingSummaryInput = z.infer<typeof rollingSummaryInput>;
export const rollingSummaryResult = z.object({ applied: z.boolean(), epoch: count });
export type RollingSummaryResult = z.infer<typeof rollingSummaryResult>;

/** Without `keep`, the last 10 messages stay if they fit, else the last 3, else the last one. [SE-2] */
export const compactSessionInput = z.strictObject({
  id: text,
  maxTokens: z.number().int().min(LIMITS.sessionTokensMin).max(LIMITS.sessionTokensMax).optional(),
  keep: z.number().int().min(1).max(LIMITS.sessionMessagesReadMax).optional(),
});
export type CompactSessionInput = z.infer<typeof compactSessionInput>;
/** `compacted`: messages compacted now; 0 if there was nothing to do. `kept`: messages that are not compacted. */
export const compactSessionResult = z.object({
  session: z.string(),
  last: sequence,
  compacted: count,
  kept: count,
  tokens: count,
  summary: z.string().nullable(),
  epoch: count,
  compactions: count,
  /** Files to give to the agent again, newest first. */
  files: z.array(z.string()),
});
export type CompactSessionResult = z.infer<typeof compactSessionResult>;

export const sessionStateResult = z.object({ session: sessionInfo });
export type SessionStateResult = z.infer<typeof sessionStateResult>;
export const deleteSessionResult = z.object({ id: z.string(), name: z.string(), messages: count });
export type DeleteSessionResult = z.infer<typeof deleteSessionResult>;

/** `phrases`: no model is used, and statements are found by set phrases. `waiting`: sessions with messages that were not read yet. */
export const extractionStatus = z.object({
  mode: z.enum(['off', 'phrases', 'model']),
  lastRunAt: z.string().nullable(),
  waiting: z.number().int().nonnegative(),
  lastError: z.object({ message: z.string(), at: z.string() }).nullable(),
});
export type ExtractionStatus = z.infer<typeof extractionStatus>;
