/** The calls that a program can make on a memory, whether that is behind the daemon or in a file of this process. */
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

import type { CallOptions } from './call-options.ts';
import type { Schedules } from './schedules.ts';
import type { Sessions } from './sessions.ts';

export type { CallOptions, MemoryRecord };

/** The name of a fact that has one value. */
export interface KeyName {
  readonly key: string;
  /** Without it every namespace. */
  readonly namespace?: string | undefined;
}

/** Part of every call that has it, unless the call says something else. */
export interface Defaults {
  /** "." is the project of `cwd`; null is global. */
  readonly project?: string | null | undefined;
  /** An absolute path, for `project: "."`. This process's folder unless given. */
  readonly cwd?: string | undefined;
  /** The agent that saves, for example `my-agent`. */
  readonly agent?: string | null | undefined;
  readonly session?: string | null | undefined;
}

/** The request for a prompt. Messages are taken as any library types them. */
export interface PromptRequest extends Omit<PromptInput, 'messages'> {
  readonly messages?: readonly { readonly role: string; readonly content?: unknown }[];
}

/** Every call throws a `MemoryError` when it fails for a reason that has a name. */
export interface Memory {
  /**
   * Saves a text. The same words again are a `duplicate`, so a save may be repeated. With `key` the value of that key is
   * replaced. `similar`: at most 3 that say something like it.
   * @throws `invalid_input` (a limit, said in the message), `refused` (the guard), `rate_limited`, `storage_full`
   */
  save(input: string | SaveInput, options?: CallOptions): Promise<SaveResult>;
  /** Any words or question. Scores are 0 to 1, best first. */
  search(input: string | SearchInput, options?: CallOptions): Promise<SearchResult>;
  /**
   * By id or key; the id of an older version leads to the present one.
   * @throws `not_found`
   */
  get(what: string | KeyName, options?: CallOptions): Promise<MemoryRecord>;
  /** The newest first, 50 unless `limit` says otherwise. */
  list(input?: ListInput, options?: CallOptions): Promise<ListResult>;
  /**
   * Every version, the oldest first.
   * @throws `not_found`
   */
  history(id: string, options?: CallOptions): Promise<HistoryResult>;
  /**
   * Where a line of a context, a prompt or a summary comes from, or an id: the memories behind it, each with the sentence of the
   * session in which it was learned.
   * @throws `not_found` when nothing here says it
   */
  why(text: string, options?: CallOptions): Promise<WhyResult>;
  /**
   * Replaces what a memory says; the old version stays in its history.
   * @throws `not_found`, and what `save` throws
   */
  supersede(id: string, input: string | SupersedeInput, options?: CallOptions): Promise<SupersedeResult>;
  /** For good, with the history. A memory that is not there is no error: it is named in `notFound`. */
  forget(what: string | readonly string[] | KeyName, options?: CallOptions): Promise<ForgetResult>;
  /**
   * Always part of the context.
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
  /** The text that a session begins with, `maxTokens` at most; with `query` what is relevant to that prompt. */
  context(input?: ContextInput, options?: CallOptions): Promise<ContextResult>;
  /**
   * The prompt of an agent that has no host: `static` for the system prompt, the same bytes while nothing changes;
   * `suffix` behind it; `messages` with old tool results pruned and steering at the end, which is never to be kept.
   */
  prompt(input?: PromptRequest, options?: CallOptions): Promise<PromptResult>;
  /** The agent, the person, rules and tool notes. */
  profile(options?: CallOptions): Promise<Profile>;
  /**
   * Sets fields, for a person who said so: agents do not write a profile. Null takes a value away.
   * @throws `invalid_input` (an unknown field, a limit), `refused` (the guard)
   */
  setProfile(fields: ProfileFields, options?: CallOptions): Promise<Profile>;
  readonly sessions: Sessions;
  /** Ends connections and threads; the daemon goes on. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The memory of this device, behind its daemon. */
export interface DaemonMemory extends Memory {
  readonly daemon: { readonly pid: number; readonly port: number; readonly version: string };
  readonly schedules: Schedules;
  status(options?: CallOptions): Promise<StatusResult>;
  /**
   * Pushes and pulls. With `wait` until everything is on both sides, `timeoutS` seconds at most (60 unless given).
   * @throws `not_in_vault`, `server_unreachable`, `sync_stopped`, `timeout`
   */
  sync(
    input?: { readonly wait?: boolean; readonly timeoutS?: number },
    options?: CallOptions,
  ): Promise<SyncResult>;
  /**
   * Changes, as they happen, until `signal` aborts or the loop is left. Earlier changes are not told. Anything that a slow
   * reader lets pile up beyond 1,000 is dropped, oldest first: an event says that something is new, not all that is.
   * @throws `daemon_unreachable` when the daemon goes
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
