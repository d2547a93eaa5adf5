/** A backend that sends one request to the daemon for each call. The type of every backend is that of this one. */
import {
  type AppendMessagesInput,
  appendMessagesInput,
  byKeyInput,
  type CompactSessionInput,
  type ContextInput,
  compactSessionInput,
  contextInput,
  type ForgetInput,
  forgetInput,
  type GetResult,
  type ListInput,
  type ListResult,
  listInput,
  ok,
  type PatchInput,
  type ProfileFields,
  type PromptInput,
  patchInput,
  profileFieldsInput,
  promptInput,
  type RestoreSessionInput,
  type RollingSummaryInput,
  restoreSessionInput,
  rollingSummaryInput,
  type SaveInput,
  type SearchInput,
  type SessionMessagesInput,
  type SessionMessagesResult,
  type SessionsInput,
  type SupersedeInput,
  saveInput,
  searchInput,
  sessionMessagesInput,
  sessionsInput,
  supersedeInput,
  type WhyInput,
  whyInput,
} from '@cairn/schema';
import type { DaemonClient } from '../device/connect.ts';
import type { Ask } from './ask.ts';
import type { CallOptions } from './checked.ts';
import type { Answer } from './memory-error.ts';
import { parsedInput } from './parsed-input.ts';

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

/** Fields of a query string, which has no null. */
export const keyQueryOf = ({ namespace, project, ...rest }: KeyName) => ({
  ...rest,
  namespace: namespace ?? undefined,
  project: project === null ? 'global' : project,
});

export const createDaemonBackend = (client: DaemonClient, ask: Ask) => ({
  save: (input: SaveInput, options: CallOptions) =>
    parsedInput(input, saveInput, (body) => ask('POST /v1/memories', { body }, options)),
  search: (input: SearchInput, options: CallOptions) =>
    parsedInput(input, searchInput, (body) => ask('POST /v1/search', { body }, options)),
  get: (id: string, options: CallOptions) => ask('GET /v1/memories/:id', { at: { id } }, options),
  getByKey: (name: KeyName, options: CallOptions): Answer<Pick<GetResult, 'memory'>> =>
    parsedInput(keyQueryOf(name), byKeyInput, (query) => ask('GET /v1/memories/by-key', { query }, options)),
  list: (input: ListInput, options: CallOptions): Answer<ListResult> =>
    parsedInput(input, listInput, async ({ tags, ids, ...query }) =>
      // A query string has no empty list, and without ids the daemon lists all memories.
      ids?.length === 0
        ? ok({ memories: [], total: 0, next: null })
        : ask('GET /v1/memories', { query: { ...query, tag: tags, id: ids } }, options),
    ),
  history: (id: string, options: CallOptions) => ask('GET /v1/memories/:id/history', { at: { id } }, options),
  why: (input: WhyInput, options: CallOptions) =>
    parsedInput(input, whyInput, (body) => ask('POST /v1/why', { body }, options)),
  supersede: (id: string, input: SupersedeInput, options: CallOptions) =>
    parsedInput(input, supersedeInput, (body) =>
      ask('POST /v1/memories/:id/supersede', { at: { id }, body }, options),
    ),
  forget: (input: ForgetInput, options: CallOptions) =>
    parsedInput(input, forgetInput, (body) => ask('POST /v1/forget', { body }, options)),
  patch: (id: string, input: PatchInput, options: CallOptions) =>
    parsedInput(input, patchInput, (body) => ask('PATCH /v1/memories/:id', { at: { id }, body }, options)),
  context: (input: ContextInput, options: CallOptions) =>
    parsedInput(input, contextInput, (body) => {
      const { maxTokens, query, ...rest } = body;
      // A prompt may be longer than an address.
      return query === undefined
        ? ask('GET /v1/context', { query: { ...rest, max_tokens: maxTokens } }, options)
        : ask('POST /v1/context', { body }, options);
    }),
  prompt: (input: PromptInput, options: CallOptions) =>
    parsedInput(input, promptInput, (body) => ask('POST /v1/context/prompt', { body }, options)),
  profile: (options: CallOptions) => ask('GET /v1/profile', {}, options),
  setProfile: (fields: ProfileFields, options: CallOptions) =>
    parsedInput({ fields }, profileFieldsInput, (body) => ask('PATCH /v1/profile', { body }, options)),
  sessions: createDaemonSessions(ask),
  close: async () => client.close(),
});

const listedSessions = sessionsInput.extend({ cwd: appendMessagesInput.shape.cwd });

const createDaemonSessions = (ask: Ask) => ({
  append: (input: AppendMessagesInput, options: CallOptions) =>
    parsedInput(input, appendMessagesInput, (body) => ask('POST /v1/sessions', { body }, options)),
  // An empty name means no project.
  list: (input: ListedSessions, options: CallOptions) =>
    parsedInput(input, listedSessions, ({ project, ...query }) =>
      ask('GET /v1/sessions', { query: { ...query, project: project === null ? '' : project } }, options),
    ),
  get: (id: string, options: CallOptions) => ask('GET /v1/sessions/:id', { at: { id } }, options),
  messages: (
    input: SessionMessagesInput,
    options: CallOptions,
  ): Answer<Pick<SessionMessagesResult, 'messages'>> =>
    parsedInput(input, sessionMessagesInput, ({ session: id, ...query }) =>
      ask('GET /v1/sessions/:id/messages', { at: { id }, query }, options),
    ),
  restore: (input: RestoreSessionInput, options: CallOptions) =>
    parsedInput(input, restoreSessionInput, ({ id, maxTokens }) =>
      ask('GET /v1/sessions/:id/restore', { at: { id }, query: { max_tokens: maxTokens } }, options),
    ),
  compact: (input: CompactSessionInput, options: CallOptions) =>
    parsedInput(input, compactSessionInput, ({ id, ...body }) =>
      ask('POST /v1/sessions/:id/compact', { at: { id }, body }, options),
    ),
  summarise: (input: RollingSummaryInput, options: CallOptions) =>
    parsedInput(input, rollingSummaryInput, ({ id, ...body }) =>
      ask('POST /v1/sessions/:id/summary', { at: { id }, body }, options),
    ),
  end: (id: string, options: CallOptions) => ask('POST /v1/sessions/:id/end', { at: { id } }, options),
  setTask: (id: string, task: string | null, options: CallOptions) =>
    ask('POST /v1/sessions/:id/task', { at: { id }, body: { task } }, options),
  noteFile: (id: string, path: string, options: CallOptions) =>
    ask('POST /v1/sessions/:id/files', { at: { id }, body: { path } }, options),
  delete: (id: string, options: CallOptions) => ask('DELETE /v1/sessions/:id', { at: { id } }, options),
});
