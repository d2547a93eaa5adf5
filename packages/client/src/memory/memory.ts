/** The calls that a program has on its memory. They are the same for the daemon's memory and for one opened in this process. */
import type {
  ContextInput,
  ContextResult,
  DaemonEvent,
  ForgetResult,
  HistoryResult,
  ListInput,
  ListResult,
  Memory as MemoryRecord,
  Profile,
  ProfileFields,
  PromptInput,
  PromptResult,
  SaveInput,
  SaveResult,
  SearchInput,
  SearchResult,
  StatusResult,
  SupersedeInput,
  SupersedeResult,
  SyncResult,
  WhyResult,
} from '@cairn/schema';

import type { CallOptions } from './checked.ts';
import type { KeyName } from './daemon-backend.ts';
import type { Schedules } from './schedules.ts';
import type { Sessions } from './sessions.ts';

export type { CallOptions, KeyName, MemoryRecord };

/** Values for the fields that a call leaves out. */
export interface Defaults {
  /** "." is the project of `cwd`. Null is none: a save is global, a search or a list looks in all projects. */
  readonly project?: string | null | undefined;
  /** An absolute path, for `project: "."`; unless given, the working folder of this process. */
  readonly cwd?: string | undefined;
  /** The agent that saves, for example `my-agent`. */
  readonly agent?: string | null | undefined;
  readonly session?: string | null | undefined;
}

/** The request for a prompt. Messages may have the types of any library. */
export interface PromptRequest extends Omit<PromptInput, 'messages'> {
  readonly messages?: readonly { readonly role: string; readonly content?: unknown }[];
}

/** Every call throws a `MemoryError` when it fails for a reason that has a `kind`, as named at `@throws`. */
export interface Memory {
  /**
   * Saves a text. The same words again are a `duplicate`, so a save may be repeated. With `key`, the save replaces that key's
   * value. `similar` in the answer: at most 3 similar memories.
   * @throws `invalid_input` (a limit, said in the message), `refused` (the guard), `rate_limited`, `storage_full`
   */
  save(input: string | SaveInput, options?: CallOptions): Promise<SaveResult>;
  /**
   * Searches by words or a question. Results are ordered by score, 0 to 1, best first.
   * @throws `not_found` when there is no session of the name `session`
   */
  search(input: string | SearchInput, options?: CallOptions): Promise<SearchResult>;
  /**
   * Reads one memory by its id or key. The id of an older version gives the present one.
   * @throws `not_found`
   */
  get(what: string | KeyName, options?: CallOptions): Promise<MemoryRecord>;
  /** Lists memories, newest first; 50 unless `limit` says otherwise. */
  list(input?: ListInput, options?: CallOptions): Promise<ListResult>;
  /**
   * Every version of a memory, the oldest first.
   * @throws `not_found`
   */
  history(id: string, options?: CallOptions): Promise<HistoryResult>;
  /**
   * Finds the memories behind `text`: an id, or a line of a context, a prompt or a summary. Each comes with the sentence of the
   * session that it was learned from.
   * @throws `not_found` when no memory here says it
   */
  why(text: string, options?: CallOptions): Promise<WhyResult>;
  /**
   * Replaces what a memory says; the old version stays in its history.
   * @throws `not_found`, and what `save` throws
   */
  supersede(id: string, input: string | SupersedeInput, options?: CallOptions): Promise<SupersedeResult>;
  /**
   * Deletes memories for good, with their history. `notFound` names the unknown ids.
   * @throws `not_found` when all are unknown
   */
  forget(what: string | readonly string[] | KeyName, options?: CallOptions): Promise<ForgetResult>;
  /**
   * Makes a memory part of every context.
   * @throws `not_found`
   */
  pin(id: string, options?: CallOptions): Promise<MemoryRecord>;
  /** @throws `not_found` */
  unpin(id: string, options?: CallOptions): Promise<MemoryRecord>;
  /** @throws `not_found` */
  tag(
    id: string,
    change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
    options?: CallOptions,
  ): Promise<MemoryRecord>;
  /** The text that a session begins with, of at most `maxTokens`. With `query`: the memories that are relevant to that prompt. */
  context(input?: ContextInput, options?: CallOptions): Promise<ContextResult>;
  /**
   * The prompt of an agent that has no host. `static` is for the system prompt, and keeps the same bytes until a memory changes.
   * `suffix` goes behind it. `messages` have old tool results pruned, and steering at the end. Do not store the steering.
   */
  prompt(input?: PromptRequest, options?: CallOptions): Promise<PromptResult>;
  /** The profile: the agent, the person, rules and tool notes. */
  profile(options?: CallOptions): Promise<Profile>;
  /**
   * Sets fields of the profile. Call it only when a person asked for it: agents do not write a profile. Null removes a value.
   * @throws `invalid_input` (an unknown field, a limit), `refused` (the guard)
   */
  setProfile(fields: ProfileFields, options?: CallOptions): Promise<Profile>;
  readonly sessions: Sessions;
  /** Closes connections and threads; the daemon keeps running. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The memory of this device, behind its daemon. */
export interface DaemonMemory extends Memory {
  readonly daemon: { readonly pid: number; readonly port: number; readonly version: string };
  readonly schedules: Schedules;
  status(options?: CallOptions): Promise<StatusResult>;
  /**
   * Pushes and pulls. With `wait`, the call returns when both sides hold everything, or after `timeoutS` seconds (60 unless given).
   * @throws `not_in_vault`, `server_unreachable`, `sync_stopped`, `timeout`
   */
  sync(
    input?: { readonly wait?: boolean; readonly timeoutS?: number },
    options?: CallOptions,
  ): Promise<SyncResult>;
  /**
   * Later changes, as they happen, until `signal` aborts, the loop ends or the memory is closed. When more than 1,000 wait for a
   * slow reader, the oldest are dropped. So take an event as a sign to read again the data that you show.
   * @throws `daemon_unreachable` when the daemon ends
   */
  events(options?: { readonly signal?: AbortSignal | undefined }): AsyncIterableIterator<DaemonEvent>;
  /** Any other route of docs/http-api.md. */
  request(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    options?: CallOptions,
  ): Promise<unknown>;
}
