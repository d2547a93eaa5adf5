/** Sends one request to the daemon and returns its document. */
import {
  type AnswerOf,
  type CallArguments,
  cairnError,
  type DaemonErrorKind,
  err,
  LIMITS,
  ok,
  orElse,
  type PlainRequest,
  type RouteName,
  requestOf,
} from '@cairn/schema';
import { clientError } from '../device/client-error.ts';
import type { DaemonClient } from '../device/connect.ts';
import type { CallOptions } from './checked.ts';
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
    // The daemon closes the connection of a longer one, as if it had ended.
    if (path.length > LIMITS.addressCharsMax) return err(TOO_LONG);
    const { signal, timeoutMs = TIMEOUT_MS } = options;
    const limits = { timeoutMs, ...(signal == null ? {} : { signal }) };
    const answer = await client.request(method, path, body, limits).catch((error: unknown) => {
      if (isJson(body)) throw error;
      return err(NO_JSON);
    });
    if (!answer.ok) return answer;
    if (isAnswer<T>(answer.value)) return ok(answer.value);
    return err(path.startsWith('/v1/') ? NO_DOCUMENT : NO_ROUTE);
  };

const isAnswer = <T>(value: unknown): value is T => typeof value === 'object' && value !== null;

const isJson = (body: unknown): boolean =>
  body === undefined || orElse(() => typeof JSON.stringify(body) === 'string', false);

const failed = (kind: DaemonErrorKind, message: string) => clientError(cairnError(kind, message));

const NO_JSON = failed(
  'invalid_input',
  'The input is no JSON: it holds itself, a BigInt, or a function. Leave that out.',
);

const TOO_LONG = failed(
  'invalid_input',
  `An id, a name or a filter is too long: the address of a request has ${LIMITS.addressCharsMax} characters at most.`,
);
const NO_DOCUMENT = failed('internal', 'The daemon answered without a document. `cairn logs` shows why.');

/** The page's paths answer HTML. */
const NO_ROUTE = failed(
  'not_found',
  'No route that answers JSON is at this path. docs/http-api.md lists the routes; they begin with /v1/.',
);
