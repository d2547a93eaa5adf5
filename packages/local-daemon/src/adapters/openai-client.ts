/**
 * A client of an OpenAI-compatible endpoint: chat completions and embeddings. The first call loads the library. Its environment
 * variables and retries are off. Redirects are refused, because they would send memories to another machine. An answer that is too
 * long, falls silent or never ends is a failure. Every failure is a value. [SU-6, SU-8]
 */
import { setImmediate } from 'node:timers/promises';
import type {
  LanguageModel,
  ModelFailure,
  ModelFailureKind,
  ModelFormat,
  ModelMessage,
  ModelTool,
  ToolCall,
} from '@cairn/core';
import { err, fromOutside, LIMITS, ok, type Result, systemCodeOf } from '@cairn/schema';
import type OpenAI from 'openai';
import * as z from 'zod';
import { reasonOf } from './network-reasons.ts';
import { asEvents, whole } from './streamed-answer.ts';

export interface ModelEndpoint {
  /** With the API's version: `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** Null for servers that need none. */
  readonly apiKey: string | null;
  /** Milliseconds for a whole call, including the body. */
  readonly timeoutMs: number;
  /** Maximum of milliseconds without a token after the first one. Default: `timeoutMs`. */
  readonly silenceMs?: number;
  /** Aborts the call. */
  readonly stopSignal?: AbortSignal;
}

export interface EmbedCall {
  readonly model: string;
  readonly texts: readonly string[];
  /** Length of the vectors. Default: the model's own. */
  readonly dimensions?: number;
}

export interface OpenAiClient extends LanguageModel {
  /** Returns one vector for each text, in the order of the texts. All vectors have one length, and all numbers are finite. */
  embed(call: EmbedCall): Promise<Result<readonly Float32Array[], ModelFailure>>;
}

/** The library always sends a key, so servers without keys get this one. */
const NO_KEY = 'none';

/** Some servers give arguments as an object, some give no id, and some give a call without content. */
const toolCall = z.looseObject({
  id: z.string().nullish().catch(null),
  function: z.looseObject({ name: z.string(), arguments: z.unknown() }),
});
const message = z
  .looseObject({ content: z.string().nullish(), tool_calls: z.array(toolCall).nullish() })
  .refine(({ content, tool_calls: calls }) => content !== undefined || (calls?.length ?? 0) > 0);
const chatAnswer = z.looseObject({
  choices: z.array(z.looseObject({ message })).min(1),
  usage: z
    .looseObject({ prompt_tokens: z.number().int(), completion_tokens: z.number().int() })
    .nullish()
    .catch(null),
});
/** Checks no items: of millions of wrong ones, each would become an error of its own. */
const embedAnswer = z.looseObject({ data: z.custom<readonly unknown[]>(Array.isArray) });

export const createOpenAiClient = (endpoint: ModelEndpoint): OpenAiClient => {
  let loading: Promise<OpenAI> | null = null;
  const call = async <T>(
    schema: z.ZodType<T>,
    ask: (client: OpenAI) => Promise<unknown>,
  ): Promise<Result<T, ModelFailure>> => {
    try {
      loading ??= loadClient(endpoint);
      const parsed = schema.safeParse(await ask(await loading));
      return parsed.success ? ok(parsed.data) : err(badShape(endpoint));
    } catch (error) {
      return err(failureOf(endpoint, error));
    }
  };
  return {
    async ask({ model, messages, format, tools }) {
      const said = { messages: messages.map(messageOf), ...toolOptions(tools) };
      const answer = await call(chatAnswer, async (client) =>
        format === null
          ? client.chat.completions.create({ model, ...said })
          : whole(
              await client.chat.completions.create({
                ...{ model, ...said, ...formatOptions(format) },
                ...{ stream: true, stream_options: { include_usage: true } },
              }),
            ),
      );
      if (!answer.ok) return answer;
      const { choices, usage } = answer.value;
      return ok({
        text: choices[0]?.message.content ?? '',
        ...callsOf(choices[0]?.message.tool_calls ?? []),
        promptTokens: usage?.prompt_tokens ?? null,
        completionTokens: usage?.completion_tokens ?? null,
      });
    },
    async embed({ model, texts, dimensions }) {
      const answer = await call(embedAnswer, (client) =>
        client.embeddings.create({
          ...{ model, input: [...texts], encoding_format: 'float' },
          ...(dimensions === undefined ? {} : { dimensions }),
        }),
      );
      if (!answer.ok) return answer;
      const vectors = inOrder(answer.value.data, texts.length);
      return vectors === null ? err(badShape(endpoint)) : ok(vectors);
    },
  };
};

const formatOptions = ({ answer, answerTokensMax }: ModelFormat) => ({
  max_tokens: answerTokensMax,
  ...(answer === null
    ? {}
    : {
        response_format: {
          type: 'json_schema' as const,
          json_schema: { name: answer.name, schema: { ...answer.schema }, strict: true },
        },
      }),
});

const messageOf = (said: ModelMessage): OpenAI.Chat.ChatCompletionMessageParam => {
  const { role, content } = said;
  if (role === 'tool') return { role, content, tool_call_id: said.id };
  if (role !== 'assistant') return { role, content };
  return {
    ...{ role, content: content === '' ? null : content },
    tool_calls: said.calls.map(({ id, name, arguments: given }) => ({
      ...{ id, type: 'function' as const, function: { name, arguments: given } },
    })),
  };
};

const callsOf = (calls: readonly z.infer<typeof toolCall>[]): { readonly calls?: readonly ToolCall[] } =>
  calls.length === 0
    ? {}
    : {
        calls: calls.map(({ id, function: { name, arguments: given } }) => ({
          ...{ id: id ?? '', name },
          arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}),
        })),
      };

const toolOptions = (tools: readonly ModelTool[] = []) =>
  tools.length === 0
    ? {}
    : {
        tools: tools.map(({ name, description, inputSchema }) => ({
          ...{ type: 'function' as const, function: { name, description, parameters: { ...inputSchema } } },
        })),
      };

/** Returns null unless there is one vector for each text, all of one length. */
const inOrder = (data: readonly unknown[], count: number): readonly Float32Array[] | null => {
  if (data.length !== count) return null;
  const vectors = new Map<unknown, Float32Array>();
  for (const item of data) {
    const { index, embedding } = Object(item);
    const vector = vectorIn(embedding);
    if (vector === null) return null;
    vectors.set(index, vector);
  }
  const found = Array.from({ length: count }, (_, at) => vectors.get(at)).filter((one) => one !== undefined);
  return found.length === count && found.every(({ length }) => length === found[0]?.length) ? found : null;
};

const vectorIn = (numbers: unknown): Float32Array | null => {
  if (!Array.isArray(numbers) || numbers.length === 0 || numbers.length > LIMITS.embedDimensionsMax)
    return null;
  if (!numbers.every((one) => typeof one === 'number')) return null;
  const vector = Float32Array.from(numbers);
  return vector.every(Number.isFinite) ? vector : null;
};

const loadClient = async (endpoint: ModelEndpoint): Promise<OpenAI> => {
  const { baseUrl, apiKey, timeoutMs, silenceMs = timeoutMs, stopSignal } = endpoint;
  const library = await import('openai');
  return new library.OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? NO_KEY,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: (url, init = {}) => wholeAnswer(url, init, silenceMs, stopSignal),
  });
};

/** Most bytes of one JSON value of a chat: an answer, or a piece of one. A longer one would block the daemon while it is parsed. */
const CHAT_VALUE_BYTES_MAX = 2 * 1_048_576;
/** Of the vectors of one call, as text. */
const VECTORS_BYTES_MAX = 8 * 1_048_576;

/** Fetches an answer and reads its body, so that the library's time limit covers both. Throws if the body is too long or falls silent. */
const wholeAnswer = async (
  url: string | URL | Request,
  init: RequestInit,
  silenceMs: number,
  stopSignal?: AbortSignal,
): Promise<Response> => {
  const silence = new AbortController();
  const signals = [silence.signal, init.signal, stopSignal].filter((one) => one != null);
  const signal = AbortSignal.any(signals);
  const { body, status, headers } = await fetch(url, { ...init, signal, redirect: 'error' });
  const parts: Uint8Array[] = [];
  const isChat = String(url).endsWith('/chat/completions');
  const isStreamed = headers.get('content-type')?.includes('text/event-stream') === true;
  const bytesMax = !isChat
    ? VECTORS_BYTES_MAX
    : isStreamed
      ? LIMITS.modelAnswerBytesMax
      : CHAT_VALUE_BYTES_MAX;
  const isLong = isChat ? lineLimit(CHAT_VALUE_BYTES_MAX) : () => false;
  let bytes = 0;
  let watchdog: NodeJS.Timeout | undefined;
  try {
    for await (const part of body ?? []) {
      bytes += part.byteLength;
      if (bytes > bytesMax || isLong(part)) throw new Error('the answer is too long');
      parts.push(part);
      if (isComment(part)) continue;
      clearTimeout(watchdog);
      watchdog = setTimeout(() => silence.abort(new SilentError(silenceMs)), silenceMs);
    }
  } finally {
    clearTimeout(watchdog);
  }
  const plain = new Headers(headers);
  // The bytes are already decompressed.
  for (const name of ['content-encoding', 'content-length']) plain.delete(name);
  const wantsStream = typeof init.body === 'string' && init.body.includes('"stream":true');
  // Some servers answer a request for a stream with the whole text.
  const answer =
    status === 200 && wantsStream && !isStreamed ? asEvents(Buffer.concat(parts).toString()) : inTurns(parts);
  return new Response(parts.length === 0 ? null : answer, { status, headers: plain });
};

/** Passes parts on one by one. Between them, the daemon answers others: the library parses millions of events without a pause. */
const inTurns = (parts: readonly Uint8Array[]): ReadableStream =>
  ReadableStream.from(
    (async function* () {
      for (const part of parts) {
        await setImmediate();
        yield part;
      }
    })(),
  );

/** Returns a function that takes the parts of a text. It returns true once a line is longer than `bytesMax`. */
const lineLimit = (bytesMax: number) => {
  let begun = 0;
  return (part: Uint8Array): boolean => {
    const first = part.indexOf(LINE_END);
    const isOver = begun + (first < 0 ? part.length : first) > bytesMax;
    begun = first < 0 ? begun + part.length : part.length - part.lastIndexOf(LINE_END);
    return isOver;
  };
};
const LINE_END = 10;

/** True for keep-alive comments of server-sent events. */
const isComment = (part: Uint8Array): boolean =>
  Buffer.from(part)
    .toString('latin1')
    .split(/\r?\n/)
    .every((line) => line === '' || line.startsWith(':'));

class SilentError extends Error {
  readonly silenceMs: number;
  constructor(silenceMs: number) {
    super('the model stopped answering');
    this.silenceMs = silenceMs;
  }
}

const badShape = ({ baseUrl }: ModelEndpoint): ModelFailure =>
  failure('bad_answer', `${baseUrl} sent an answer that is not in the OpenAI protocol.`);

const failure = (
  kind: ModelFailureKind,
  message: string,
  status: number | null = null,
  retryAfterMs: number | null = null,
): ModelFailure => ({ kind, message: fromOutside(message), status, retryAfterMs });

const failureOf = (endpoint: ModelEndpoint, error: unknown): ModelFailure => {
  const { baseUrl, timeoutMs } = endpoint;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (typeof status === 'number') {
    const kind = status === 429 ? 'rate_limited' : status >= 500 ? 'unreachable' : 'refused';
    return failure(kind, `${baseUrl} answered HTTP ${status}.`, status, retryAfterMs(error));
  }
  const name = error instanceof Error ? error.constructor.name : '';
  if (name === 'APIConnectionTimeoutError')
    return failure('timeout', `${baseUrl} did not answer within ${timeoutMs / 1_000} s.`);
  const chain = chainOf(error);
  const silent = chain.find((one) => one instanceof SilentError);
  if (silent !== undefined)
    return failure(
      'timeout',
      `${baseUrl} sent nothing for ${silent.silenceMs / 1_000} s in the middle of an answer.`,
    );
  if (error instanceof SyntaxError) return badShape(endpoint);
  const text = chain.map((one) => one.message).join(': ');
  if (text.includes('too long'))
    return failure('bad_answer', `${baseUrl} sent an answer that is far too long.`);
  // An inner cause names the network's error; the library's own message says little.
  const code = chain.map((one) => systemCodeOf(one) ?? '').find((one) => reasonOf(one) !== undefined) ?? '';
  const why = `${reasonOf(code) ?? `${text}.`}${code === 'ECONNREFUSED' ? ' Is it running?' : ''}`;
  return failure('unreachable', `The model at ${baseUrl} cannot be reached: ${why}`);
};

/** Returns an error and its causes, outermost first. */
const chainOf = (error: unknown): readonly Error[] =>
  error instanceof Error ? [error, ...chainOf(error.cause)] : [];

const retryAfterMs = (error: unknown): number | null => {
  const headers = error instanceof Error && 'headers' in error ? error.headers : undefined;
  const value = headers instanceof Headers ? headers.get('retry-after') : null;
  const seconds = value !== null && /^\d+$/.test(value.trim()) ? Number(value) : null;
  return seconds === null ? null : Math.min(seconds * 1_000, LIMITS.modelRetryAfterMsMax);
};
