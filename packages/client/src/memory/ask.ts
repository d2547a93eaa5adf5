/** Sends one request to the daemon and returns its document. */
import {
  type AnswerOf,
  type CallArguments,
  err,
  ok,
  type PlainRequest,
  type RouteName,
  requestOf,
} from '@cairn/schema';
import { clientError } from '../device/client-error.ts';
import type { DaemonClient } from '../device/connect.ts';
import type { CallOptions } from './call-options.ts';
import type { Answer } from './memory-error.ts';

const TIMEOUT_MS = 120_000;

/** Calls a route by its name. The answer is trusted and not parsed again: the token proves that the daemon sent it. */
export type Ask = <R extends RouteName>(
  route: R,
  ...rest: CallArguments<R, CallOptions>
) => Answer<AnswerOf<R>>;

export const createAsk =
  (client: DaemonClient): Ask =>
  <R extends RouteName>(route: R, ...[input, options = {}]: CallArguments<R, CallOptions>) =>
    createPlainAsk(client)<AnswerOf<R>>(requestOf(route, input), options);

/** Calls any path. The caller names the type of the answer, which is not checked. */
export const createPlainAsk =
  (client: DaemonClient) =>
  async <T>({ method, path, body }: PlainRequest, options: CallOptions): Answer<T> => {
    const { signal, timeoutMs = TIMEOUT_MS } = options;
    const answer = await client.request(method, path, body, {
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
    if (!answer.ok) return answer;
    return isAnswer<T>(answer.value) ? ok(answer.value) : err(NO_DOCUMENT);
  };

const isAnswer = <T>(value: unknown): value is T => typeof value === 'object' && value !== null;

const NO_DOCUMENT = clientError({
  kind: 'internal',
  message: 'The daemon answered without a document. `cairn logs` shows why.',
  retryable: false,
});
