/** Asks the daemon that served this page. Its answers are the contract's: the page and the daemon are of one build. */
import { err, ok, PAGE_KEY_HEADER, type Result } from '@cairn/schema';

export interface Failure {
  /** `offline`: no answer. `locked`: this browser is not let in. `aborted`: nobody waits any more. */
  readonly kind: 'offline' | 'locked' | 'aborted' | 'refused';
  /** A sentence that says what to do. */
  readonly message: string;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export interface AskOptions {
  readonly body?: object;
  readonly signal?: AbortSignal;
  /** Is sent also when the page goes away meanwhile. */
  readonly keepalive?: boolean;
}

export interface Api {
  ask<T extends object>(method: Method, path: string, options?: AskOptions): Promise<Result<T, Failure>>;
  /** Text as it comes, until it ends. */
  listen(path: string, signal: AbortSignal): Promise<Result<ReadableStream<Uint8Array>, Failure>>;
}

const OFFLINE: Failure = {
  kind: 'offline',
  message:
    'The daemon does not answer. This page goes on by itself once it runs again: `cairn up` starts it.',
};

export const createApi = (key: string): Api => {
  const send = async (
    method: Method,
    path: string,
    options: AskOptions,
  ): Promise<Result<Response, Failure>> => {
    const { body, ...rest } = options;
    const headers = {
      [PAGE_KEY_HEADER]: key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    try {
      const answer = await fetch(path, {
        ...rest,
        method,
        headers,
        cache: 'no-store',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return answer.ok ? ok(answer) : err(await failureOf(answer));
    } catch {
      return err(options.signal?.aborted === true ? { kind: 'aborted', message: '' } : OFFLINE);
    }
  };
  return {
    ask: async <T extends object>(method: Method, path: string, options: AskOptions = {}) => {
      const answer = await send(method, path, options);
      if (!answer.ok) return answer;
      try {
        const value: unknown = await answer.value.json();
        return isAnswer<T>(value) ? ok(value) : err(OFFLINE);
      } catch {
        return err(options.signal?.aborted === true ? { kind: 'aborted', message: '' } : OFFLINE);
      }
    },
    listen: async (path, signal) => {
      const answer = await send('GET', path, { signal });
      if (!answer.ok) return answer;
      return answer.value.body === null ? err(OFFLINE) : ok(answer.value.body);
    },
  };
};

const isAnswer = <T extends object>(value: unknown): value is T =>
  typeof value === 'object' && value !== null;

const failureOf = async (answer: Response): Promise<Failure> => {
  const { detail, kind }: { detail?: unknown; kind?: unknown } = await answer.json().catch(() => ({}));
  const message = typeof detail === 'string' ? detail : `The daemon answered with ${answer.status}.`;
  if (kind === 'stopping') return OFFLINE;
  return { kind: answer.status === 401 ? 'locked' : 'refused', message };
};
