/** One request to a libSQL server. Every error becomes a `StoreFailure` whose message contains no secret. */
import { parseJson } from '@cairn/schema';
import { type StoreFailure, storeFailure } from '../../ports/store-failure.ts';
import { pipelineAnswer, type StreamRequest } from './hrana.ts';

export interface RemoteAddress {
  /** `http:` or `https:`, without a secret and without a trailing slash. */
  readonly url: string;
  readonly token: string | null;
}

/** Routes the requests of one transaction to one connection of the server, which the baton names. */
export interface Stream {
  readonly baton: string | null;
  /** Where the server wants the next requests. Null: the original address. */
  readonly url: string | null;
}
export const NEW_STREAM: Stream = { baton: null, url: null };

/** A server that has not answered by then counts as unreachable. */
const ANSWER_MS = 10_000;

export type Pipeline = ReturnType<typeof createPipeline>;

export const createPipeline = (address: RemoteAddress, answerMs = ANSWER_MS) => ({
  async send(requests: readonly StreamRequest[], stream: Stream) {
    const response = await ask(address, stream, requests, answerMs);
    if (response.status !== 200) throw refusal(address, response.status);
    const parsed = pipelineAnswer.safeParse(parseJson(response.text));
    if (!parsed.success)
      throw gone(`${address.url} does not answer like a libSQL server. Check CAIRN_STORE_URL.`);
    const answer = parsed.data;
    return {
      answer,
      stream: { baton: answer.baton, url: nextUrl(address.url, answer.base_url) ?? stream.url },
    };
  },
});

const ask = async (
  { url, token }: RemoteAddress,
  stream: Stream,
  requests: readonly StreamRequest[],
  answerMs: number,
): Promise<{ readonly status: number; readonly text: string }> => {
  try {
    const response = await fetch(`${stream.url ?? url}/v3/pipeline`, {
      method: 'POST',
      // A redirect would send the statements and their content to another place.
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ baton: stream.baton, requests }),
      signal: AbortSignal.timeout(answerMs),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw gone(`The database server ${url} ${reasonOf(error, answerMs)}.`, error);
  }
};

/** Errors that occur before a connection exists, so the server received nothing. */
const BEFORE_SENDING: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a failure of `send` proves that nothing arrived. */
export const wasNeverSent = ({ cause }: StoreFailure): boolean =>
  cause instanceof Error && BEFORE_SENDING.has(codeOf(cause));

const codeOf = ({ cause }: Error): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : '';

const gone = (sentence: string, cause?: unknown): StoreFailure =>
  storeFailure('unreachable', sentence, cause);

const reasonOf = (error: unknown, answerMs: number): string => {
  if (!(error instanceof Error)) return 'cannot be reached';
  if (error.name === 'TimeoutError') return `did not answer within ${answerMs / 1_000} s`;
  const code = codeOf(error);
  return code === '' ? 'cannot be reached' : `cannot be reached (${code})`;
};

/** Leaves out the body of a refusal, because a proxy's body may repeat the request. */
const refusal = ({ url }: RemoteAddress, status: number): StoreFailure => {
  if (status === 401 || status === 403)
    return storeFailure(
      'not_allowed',
      `The database server ${url} refused the token (${status}). Check CAIRN_STORE_TOKEN.`,
    );
  if (status === 404) return gone(`There is no libSQL database at ${url} (404). Check CAIRN_STORE_URL.`);
  if (status === 400) return gone(`The database server ${url} had ended the transaction already (400).`);
  return gone(`The database server ${url} answered ${status}.`);
};

/**
 * Returns the address for the next requests. Null for one to which the token may not be sent. From an encrypted address
 * only an encrypted one is followed, on any host. From an unencrypted one only the same host is followed. [ST-3]
 */
export const nextUrl = (here: string, wished: string | null | undefined): string | null => {
  if (wished == null || !URL.canParse(wished)) return null;
  const [from, to] = [new URL(here), new URL(wished)];
  const isEncrypted = to.protocol === 'https:';
  const isAllowed =
    from.protocol === 'https:'
      ? isEncrypted
      : to.host === from.host && (isEncrypted || to.protocol === 'http:');
  return isAllowed ? wished.replace(/(?<!\/)\/+$/, '') : null;
};
