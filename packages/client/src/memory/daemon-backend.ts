/** A backend that sends one request to the daemon for each call. The type of every backend is that of this one. */
import {
  type AppendMessagesInput,
  type CompactSessionInput,
  type ContextInput,
  type ForgetInput,
  type GetResult,
  type ListInput,
  type ListResult,
  ok,
  type PatchInput,
  type ProfileFields,
  type PromptInput,
  type RestoreSessionInput,
  type RollingSummaryInput,
  type SaveInput,
  type SearchInput,
  type SessionMessagesInput,
  type SessionMessagesResult,
  type SessionsInput,
  type SupersedeInput,
  type WhyInput,
} from '@cairn/schema';
import type { DaemonClient } from '../device/connect.ts';
import type { Ask } from './ask.ts';
import type { CallOptions } from './checked.ts';
import type { Answer } from './memory-error.ts';

/** The calls behind a memory, with plain inputs. Failures are values. */
export type Backend = ReturnType<typeof createDaemonBackend>;
export type SessionBackend = Backend['sessions'];

/** The name of a fact that has one value. */
export interface KeyName {
  readonly key: string;
  /** Absent: every namespace. */
  readonly namespace?: string | undefined;
  /** Null or "global" is no project. Absent, without a default: every project, but a key of several is not forgotten. */
  readonly project?: string | null | undefined;
  /** An absolute path, for the project ".". */
  readonly cwd?: string | undefined;
}

/** `cwd`: an absolute path, for the project ".". */
export type ListedSessions = SessionsInput & Pick<AppendMessagesInput, 'cwd'>;

export const createDaemonBackend = (client: DaemonClient, ask: Ask) => ({
  save: (body: SaveInput, options: CallOptions) => ask('POST /v1/memories', { body }, options),
  search: (body: SearchInput, options: CallOptions) => ask('POST /v1/search', { body }, options),
  get: (id: string, options: CallOptions) => ask('GET /v1/memories/:id', { at: { id } }, options),
  // A query string has no null.
  getByKey: ({ project, ...query }: KeyName, options: CallOptions): Answer<Pick<GetResult, 'memory'>> =>
    ask(
      'GET /v1/memories/by-key',
      { query: { ...query, project: project === null ? 'global' : project } },
      options,
    ),
  list: async ({ tags, ids, ...query }: ListInput, options: CallOptions): Answer<ListResult> =>
    // A query string has no empty list, and without ids the daemon lists all memories.
    ids?.length === 0
      ? ok({ memories: [], total: 0, next: null })
      : ask('GET /v1/memories', { query: { ...query, tag: tags, id: ids } }, options),
  history: (id: string, options: CallOptions) => ask('GET /v1/memories/:id/history', { at: { id } }, options),
  why: (body: WhyInput, options: CallOptions) => ask('POST /v1/why', { body }, options),
  supersede: (id: string, body: SupersedeInput, options: CallOptions) =>
    ask('POST /v1/memories/:id/supersede', { at: { id }, body }, options),
  forget: (body: ForgetInput, options: CallOptions) => ask('POST /v1/forget', { body }, options),
  patch: (id: string, body: PatchInput, options: CallOptions) =>
    ask('PATCH /v1/memories/:id', { at: { id }, body }, options),
  context: ({ maxTokens, query, ...input }: ContextInput, options: CallOptions) =>
    query === undefined
      ? ask('GET /v1/context', { query: { ...input, max_tokens: maxTokens } }, options)
      : // A prompt may be longer than an address.
        ask('POST /v1/context', { body: { ...input, maxTokens, query } }, options),
  prompt: (body: PromptInput, options: CallOptions) => ask('POST /v1/context/prompt', { body }, options),
  profile: (options: CallOptions) => ask('GET /v1/profile', {}, options),
  setProfile: (fields: ProfileFields, options: CallOptions) =>
    ask('PATCH /v1/profile', { body: { fields } }, options),
  sessions: createDaemonSessions(ask),
  close: async () => client.close(),
});

const createDaemonSessions = (ask: Ask) => ({
  append: (body: AppendMessagesInput, options: CallOptions) => ask('POST /v1/sessions', { body }, options),
  // An empty name means no project.
  list: ({ project, ...query }: ListedSessions, options: CallOptions) =>
    ask('GET /v1/sessions', { query: { ...query, project: project === null ? '' : project } }, options),
  get: (id: string, options: CallOptions) => ask('GET /v1/sessions/:id', { at: { id } }, options),
  messages: (
    { session: id, ...query }: SessionMessagesInput,
    options: CallOptions,
  ): Answer<Pick<SessionMessagesResult, 'messages'>> =>
    ask('GET /v1/sessions/:id/messages', { at: { id }, query }, options),
  restore: ({ id, maxTokens }: RestoreSessionInput, options: CallOptions) =>
    ask('GET /v1/sessions/:id/restore', { at: { id }, query: { max_tokens: maxTokens } }, options),
  compact: ({ id, ...body }: CompactSessionInput, options: CallOptions) =>
    ask('POST /v1/sessions/:id/compact', { at: { id }, body }, options),
  summarise: ({ id, ...body }: RollingSummaryInput, options: CallOptions) =>
    ask('POST /v1/sessions/:id/summary', { at: { id }, body }, options),
  end: (id: string, options: CallOptions) => ask('POST /v1/sessions/:id/end', { at: { id } }, options),
  setTask: (id: string, task: string | null, options: CallOptions) =>
    ask('POST /v1/sessions/:id/task', { at: { id }, body: { task } }, options),
  noteFile: (id: string, path: string, options: CallOptions) =>
    ask('POST /v1/sessions/:id/files', { at: { id }, body: { path } }, options),
  delete: (id: string, options: CallOptions) => ask('DELETE /v1/sessions/:id', { at: { id } }, options),
});
