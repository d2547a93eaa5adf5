/** Sessions for programs: what an agent and a person say to each other, kept on this device. [SE-1, SE-2, SE-3] */
import type {
  AppendMessagesInput,
  AppendMessagesResult,
  CompactSessionInput,
  CompactSessionResult,
  DeleteSessionResult,
  MessageInput,
  RestoreSessionInput,
  RestoreSessionResult,
  RollingSummaryInput,
  RollingSummaryResult,
  SessionInfo,
  SessionMessage,
  SessionMessagesInput,
  SessionName,
  SessionsResult,
} from '@cairn/schema';
import {
  type CallOptions,
  checked,
  FIELDS,
  FIELDS_IF_ANY,
  ID,
  its,
  MESSAGES,
  TEXT,
  TEXT_OR_FIELDS,
  TEXT_OR_NULL,
} from './checked.ts';
import type { ListedSessions, SessionBackend } from './daemon-backend.ts';
import { filled, type Placing } from './placed.ts';

/** Fields of the session's first message. A session keeps the project in which it began. */
export type AppendFields = Pick<AppendMessagesInput, 'project' | 'cwd' | 'agent' | 'maxTokens'>;

/** The calls on sessions. `id`: a session's id, or its name if it is in no scope. An unknown session throws `not_found`. */
export interface Sessions {
  /**
   * Appends messages to the session, which is created if it does not exist. `search` finds the messages at once. Secrets
   * and private parts are masked.
   * @throws `invalid_input`: a limit, or a sequence that does not rise
   */
  append(
    session: string | SessionName,
    messages: MessageInput | readonly MessageInput[],
    fields?: AppendFields,
    options?: CallOptions,
  ): Promise<AppendMessagesResult>;
  /** Lists sessions, last changed first. */
  list(input?: ListedSessions, options?: CallOptions): Promise<SessionsResult>;
  get(id: string, options?: CallOptions): Promise<SessionInfo>;
  /** Lists messages in their order, including compacted ones. */
  messages(
    id: string,
    range?: Omit<SessionMessagesInput, 'session'>,
    options?: CallOptions,
  ): Promise<readonly SessionMessage[]>;
  /** Returns the task, the summary and the newest messages that fit. A tool's result is returned only with its call. */
  restore(
    id: string,
    input?: Omit<RestoreSessionInput, 'id'>,
    options?: CallOptions,
  ): Promise<RestoreSessionResult>;
  /** Replaces all but the last messages with the summary. The daemon also compacts by itself. */
  compact(
    id: string,
    input?: Omit<CompactSessionInput, 'id'>,
    options?: CallOptions,
  ): Promise<CompactSessionResult>;
  /** Saves the caller's own summary. `applied` is false if another summary was saved since `expectedEpoch`. */
  summarise(
    id: string,
    input: Omit<RollingSummaryInput, 'id'>,
    options?: CallOptions,
  ): Promise<RollingSummaryResult>;
  end(id: string, options?: CallOptions): Promise<SessionInfo>;
  setTask(id: string, task: string | null, options?: CallOptions): Promise<SessionInfo>;
  /** Notes a file by its absolute path. */
  noteFile(id: string, path: string, options?: CallOptions): Promise<{ readonly path: string }>;
  /** Deletes the session and all its messages for good. */
  delete(id: string, options?: CallOptions): Promise<DeleteSessionResult>;
}

export const createSessions = (
  backend: SessionBackend,
  { placed, here }: Placing,
  author: Pick<AppendFields, 'agent'>,
): Sessions => ({
  append: checked(
    [TEXT_OR_FIELDS, MESSAGES, FIELDS_IF_ANY],
    (session, messages, fields = {}, options = {}) => {
      const input = {
        ...placed(filled(fields, author)),
        session: typeof session === 'string' ? { name: session } : session,
        messages: isList(messages) ? [...messages] : [messages],
      };
      return backend.append(input, options);
    },
  ),
  list: checked([FIELDS_IF_ANY], (input = {}, options = {}) => backend.list(here(input), options)),
  get: checked([ID], (id, options = {}) => its('session', backend.get(id, options))),
  messages: checked([ID, FIELDS_IF_ANY], (id, range = {}, options = {}) =>
    its('messages', backend.messages({ ...range, session: id }, options)),
  ),
  restore: checked([ID, FIELDS_IF_ANY], (id, input = {}, options = {}) =>
    backend.restore({ ...input, id }, options),
  ),
  compact: checked([ID, FIELDS_IF_ANY], (id, input = {}, options = {}) =>
    backend.compact({ ...input, id }, options),
  ),
  summarise: checked([ID, FIELDS], (id, input, options = {}) => backend.summarise({ ...input, id }, options)),
  end: checked([ID], (id, options = {}) => its('session', backend.end(id, options))),
  setTask: checked([ID, TEXT_OR_NULL], (id, task, options = {}) =>
    its('session', backend.setTask(id, task, options)),
  ),
  noteFile: checked([ID, TEXT], (id, path, options = {}) => backend.noteFile(id, path, options)),
  delete: checked([ID], (id, options = {}) => backend.delete(id, options)),
});

const isList = (messages: MessageInput | readonly MessageInput[]): messages is readonly MessageInput[] =>
  Array.isArray(messages);
