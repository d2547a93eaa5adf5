/**
 * Sends requests to the sync server and reuses connections. A request may last while it makes progress. It ends after a silence of
 * `progressTimeoutMs`, if it is too slow, or if its answer is too large. An answer outside the protocol (a proxy's HTML, half a page, a
 * wrong type) becomes `bad_answer` with a sentence that describes the answer. [SY-L4, TR-13]
 */
import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import tls from 'node:tls';
import type { TransportError } from '@cairn/core';
import {
  err,
  errorText,
  fromOutside,
  LIMITS,
  MEMBERS_HEADER,
  MEMBERS_VERSION,
  ok,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  parseJson,
  problemDocument,
  type Result,
  serverErrorKindSchema,
  systemCodeOf,
} from '@cairn/schema';
import type * as z from 'zod';
import type { ServerAnswer, ServerCall } from '../services/server-api.ts';
import { isUnknownIssuer, reasonOf } from './network-reasons.ts';

/** Returns the authorities of Node, of `NODE_EXTRA_CA_CERTS` and of the system. Node before 22.15 returns only its own. */
const trustedCertificates = (): readonly string[] =>
  typeof tls.getCACertificates === 'function'
    ? [...tls.getCACertificates('default'), ...tls.getCACertificates('system')]
    : [...tls.rootCertificates];

/** A call without the parsing of its answer. */
type Call = Omit<ServerCall<unknown>, 'schema'> & { readonly isStream?: boolean };

export type ServerHttp = ReturnType<typeof createServerHttp>;

interface ServerHttpOptions {
  /** Canonical, see `parseServerAddress`. */
  readonly server: string;
  /** PEM texts of further authorities, used if Node's own list has none for the server. */
  readonly trusted?: () => readonly string[];
}

const ANSWER_BYTES_MAX = 4 * 1_048_576;
/** The least average rate of a long request. So a server that sends few bytes cannot keep a request open for hours. [TR-56] */
const LASTING_BYTES_PER_S = 1_024;

export const createServerHttp = ({ server, trusted = trustedCertificates }: ServerHttpOptions) => {
  const base = new URL(server);
  const secure = base.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  /** Made on demand: most servers have a certificate that Node knows, and the system's list is long. */
  let trusting: HttpsAgent | null = null;

  const open = async (call: Call): Promise<IncomingMessage> => {
    const known = trusting;
    try {
      return await send(call, known ?? agent);
    } catch (error) {
      if (!secure || known !== null || !isUnknownIssuer(systemCodeOf(error) ?? '')) throw error;
      trusting ??= new HttpsAgent({ keepAlive: true, ca: [...trusted()] });
      // Nothing of the request has been sent, because the certificate comes first.
      return send(call, trusting);
    }
  };

  const send = (call: Call, over: HttpAgent | HttpsAgent): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const url = new URL(`${base.pathname.replace(/(?<!\/)\/+$/, '')}${call.path}`, base);
      const silenceMsMax = call.silenceMsMax ?? LIMITS.progressTimeoutMs;
      const sent = (secure ? requestHttps : requestHttp)(url, {
        agent: over,
        method: call.method,
        timeout: silenceMsMax,
        headers: {
          accept: 'application/json',
          [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
          [MEMBERS_HEADER]: String(MEMBERS_VERSION),
          ...call.headers,
          ...(call.bearer === null ? {} : { authorization: `Bearer ${call.bearer}` }),
          ...(call.body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': call.body.byteLength }),
        },
      });
      let answer: IncomingMessage | null = null;
      sent.once('response', (begun) => {
        answer = begun;
        resolve(begun);
      });
      const end = (reason: string): void => {
        const error = new Error(reason);
        answer?.destroy(error);
        sent.destroy(error);
      };
      sent.once('timeout', () => end(`no answer for ${silenceMsMax / 1_000} s`));
      sent.on('error', reject);
      if (call.isStream !== true) whenTooSlow(sent, silenceMsMax, () => end(TOO_SLOW));
      // Node's own `signal` would give the connection an error. Between two requests nobody listens for it, so it would end the process.
      const giveUp = (): unknown => (answer ?? sent).destroy();
      call.signal?.addEventListener('abort', giveUp, { once: true });
      sent.once('close', () => call.signal?.removeEventListener('abort', giveUp));
      if (call.signal?.aborted === true) giveUp();
      sent.end(call.body);
    });

  return {
    call: async <T>(call: ServerCall<T>): ServerAnswer<T> => {
      try {
        const answer = await open(call);
        const text = await readText(answer, call.answerBytesMax ?? ANSWER_BYTES_MAX);
        return interpret(server, answer, text, call.schema);
      } catch (error) {
        return err(failureOf(server, error));
      }
    },
    /** Opens a stream and passes its text on. Ends when the server or `signal` ends it, or after a silence. */
    stream: async (call: Call, onText: (text: string) => void): Promise<TransportError> => {
      try {
        const silenceMsMax = call.silenceMsMax ?? LIMITS.pingTimeoutMs;
        const answer = await open({ ...call, silenceMsMax, isStream: true });
        const type = answer.headers['content-type'] ?? '';
        if (answer.statusCode !== 200 || !type.startsWith('text/event-stream')) {
          const text = await readText(answer, ANSWER_BYTES_MAX);
          return errorOf(server, answer, text);
        }
        answer.setEncoding('utf8');
        for await (const part of answer) onText(String(part));
        return transportError('unreachable', `${server} ended the stream of hints.`);
      } catch (error) {
        return failureOf(server, error);
      }
    },
    close: (): void => {
      agent.destroy();
      trusting?.destroy();
    },
  };
};

/** Ends a request that is too slow. Every byte restarts the timeout, so each span after the first must carry `bytesPerSMin`. */
const whenTooSlow = (sent: ClientRequest, spanMs: number, end: () => void): void => {
  const carried = (): number => (sent.socket?.bytesRead ?? 0) + (sent.socket?.bytesWritten ?? 0);
  let before: number | null = null;
  let creditMs = 0;
  const look = setInterval(() => {
    const now = carried();
    const moved = before === null ? null : now - before;
    creditMs += moved === null ? spanMs : (moved * 1_000) / LASTING_BYTES_PER_S - spanMs;
    if ((moved !== null && moved < (LIMITS.bytesPerSMin * spanMs) / 1_000) || creditMs < 0) end();
    before = now;
  }, spanMs);
  sent.once('close', () => clearInterval(look));
};

const TOO_SLOW = `it answers fewer than ${LIMITS.bytesPerSMin} bytes a second`;

/** Returns the text of a body, or null if it is too large. A body that is not read to its end is closed. */
export const readText = async (
  body: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  bytesMax: number,
): Promise<string | null> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > bytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts, bytes).toString('utf8');
};

const interpret = <T>(
  server: string,
  answer: IncomingMessage,
  text: string | null,
  schema: z.ZodType<T>,
): Result<T, TransportError> => {
  const status = answer.statusCode ?? 0;
  if (status < 200 || status >= 300 || text === null) return err(errorOf(server, answer, text));
  const json = parseJson(text);
  if (json === undefined) return err(errorOf(server, answer, text));
  const parsed = schema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const where = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
  return err(
    transportError(
      'bad_answer',
      `${server} answered JSON of another shape than the sync protocol's${where === '' ? '' : ` (at ${where})`}. The two versions do not work together.`,
    ),
  );
};

/** Reads the error from a failed answer. The answer may come from the server or from another program. */
const errorOf = (server: string, answer: IncomingMessage, text: string | null): TransportError => {
  const status = answer.statusCode ?? 0;
  if (text === null) return transportError('bad_answer', `${server} sent more than the protocol allows.`);
  const problem = status >= 400 ? problemDocument.safeParse(parseJson(text)) : null;
  const kind = problem?.success === true ? serverErrorKindSchema.safeParse(problem.data.kind) : null;
  if (problem?.success === true && kind?.success === true) {
    const { detail, title, retryAfterS } = problem.data;
    return {
      kind: kind.data,
      message: fromOutside(detail ?? title),
      retryAfterMs: retryAfterMs(answer.headers['retry-after'], retryAfterS),
    };
  }
  return {
    ...transportError('bad_answer', `${server} ${describe(answer, text)}`),
    retryAfterMs: retryAfterMs(answer.headers['retry-after'], null),
  };
};

/** The address of the server in the address of a request. */
const SERVER_BASE = /^(https?:\/\/[^?#]+?)\/v1\//;

const describe = (answer: IncomingMessage, text: string): string => {
  const status = answer.statusCode ?? 0;
  const redirect = answer.headers.location;
  const hint = 'Is the address right, and is there a proxy in between?';
  if (status >= 300 && status < 400 && redirect !== undefined) {
    const base = SERVER_BASE.exec(redirect)?.[1];
    return base === undefined
      ? `redirects to ${fromOutside(redirect)}. ${hint}`
      : `redirects to ${fromOutside(base)}. Use that address for the server.`;
  }
  if (/^\s*</.test(text)) return `answered a web page (HTTP ${status}), not the sync protocol. ${hint}`;
  if (status >= 400) return `answered HTTP ${status} without a reason. ${hint}`;
  return `answered something that is not JSON (HTTP ${status}). ${hint}`;
};

/** Reads seconds from the header or the problem document. A date in the header is ignored. */
const retryAfterMs = (header: string | undefined, inDocument: unknown): number | null => {
  const seconds = header !== undefined && /^\d+$/.test(header) ? Number(header) : inDocument;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0
    ? Math.min(seconds * 1_000, LIMITS.backoffMsMax)
    : null;
};

const failureOf = (server: string, error: unknown): TransportError => {
  const code = systemCodeOf(error) ?? '';
  if (code.startsWith('HPE_'))
    return transportError('bad_answer', `${server} does not speak HTTP. Is the address right?`);
  const reason = reasonOf(code) ?? `${errorText(error)}.`;
  return transportError('unreachable', `${server} cannot be reached: ${reason}`);
};

const transportError = (kind: TransportError['kind'], message: string): TransportError => ({
  kind,
  message: fromOutside(message),
  retryAfterMs: null,
});
