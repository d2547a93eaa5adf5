/** Sends requests to the daemon that served this page. Both are of one build, so answers follow the contract. */
import {
  type AnswerOf,
  type CallInput,
  err,
  ok,
  PAGE_KEY_HEADER,
  type PageRouteName,
  type PlainRequest,
  type Result,
  requestOf,
} from '@cairn/schema';
import { signal } from '@preact/signals';

export interface Failure {
  /** `offline`: no answer. `locked`: this browser has no access. `aborted`: the caller cancelled. `missing`: what it names is not there. */
  readonly kind: 'offline' | 'locked' | 'aborted' | 'missing' | 'refused';
  /** Sentence for the person; empty for `aborted`. */
  readonly message: string;
}

export interface AskOptions {
  readonly signal?: AbortSignal;
  /** Whether the request completes even if the page is closed. */
  readonly keepalive?: boolean;
}

export type Api = ReturnType<typeof createApi>;

const OFFLINE: Failure = {
  kind: 'offline',
  message: 'The daemon does not answer. `cairn up` starts it; this page then continues by itself.',
};

const LOCKED: Failure = {
  kind: 'locked',
  message: 'This page was locked. Unlock it with `cairn open`, then try again.',
};

export const createApi = (firstKey: string) => {
  let key = firstKey;
  const isLocked = signal(false);
  const unanswered = signal(0);
  const lost = (signal: AbortSignal | undefined): Result<never, Failure> => {
    if (signal?.aborted === true) return err({ kind: 'aborted', message: '' });
    unanswered.value++;
    return err(OFFLINE);
  };
  const send = async (
    { method, path, body }: PlainRequest,
    options: AskOptions,
  ): Promise<Result<Response, Failure>> => {
    const headers = {
      [PAGE_KEY_HEADER]: key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    try {
      const answer = await fetch(path, {
        ...options,
        method,
        headers,
        cache: 'no-store',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (answer.status === 401) isLocked.value = true;
      return answer.ok ? ok(answer) : err(await failureOf(answer));
    } catch {
      return lost(options.signal);
    }
  };
  return {
    /** True from a refusal of this browser until `unlock`. */
    isLocked,
    /** How many requests got no answer. A change may have been made all the same. */
    unanswered,
    /** Sends this key from now on. */
    unlock: (fresh: string): void => {
      key = fresh;
      isLocked.value = false;
    },
    /** Calls a route by its name. The compiler checks its input and answer, and that a page may call it. */
    ask: async <R extends PageRouteName>(
      route: R,
      input: CallInput<R>,
      options: AskOptions = {},
    ): Promise<Result<AnswerOf<R>, Failure>> => {
      const answer = await send(requestOf(route, input), options);
      if (!answer.ok) return answer;
      try {
        const value: unknown = await answer.value.json();
        return isAnswer<AnswerOf<R>>(value) ? ok(value) : lost(options.signal);
      } catch {
        return lost(options.signal);
      }
    },
    /** Streams text until it ends. */
    listen: async (
      route: PageRouteName,
      signal: AbortSignal,
    ): Promise<Result<ReadableStream<Uint8Array>, Failure>> => {
      const answer = await send(requestOf(route), { signal });
      if (!answer.ok) return answer;
      return answer.value.body === null ? err(OFFLINE) : ok(answer.value.body);
    },
  };
};

const isAnswer = <T>(value: unknown): value is T => typeof value === 'object' && value !== null;

const failureOf = async (answer: Response): Promise<Failure> => {
  if (answer.status === 401) return LOCKED;
  const { detail, kind }: { detail?: unknown; kind?: unknown } = await answer.json().catch(() => ({}));
  const message = typeof detail === 'string' ? detail : `The daemon answered with ${answer.status}.`;
  if (kind === 'stopping') return OFFLINE;
  return { kind: answer.status === 404 ? 'missing' : 'refused', message };
};
