/**
 * Questions to an OpenAI-compatible endpoint: chat completions and embeddings. The library is loaded by the first call. It
 * reads no environment here, retries nothing, follows no redirect (what is asked would go to another machine), and an answer
 * that is too long or never ends is cut. Whatever goes wrong is a value. [SU-6]
 */
import type { LanguageModel, ModelFailure, ModelFailureKind } from '@cairn/core';
import { err, fromOutside, LIMITS, ok, type Result } from '@cairn/schema';
import type OpenAI from 'openai';
import * as z from 'zod';
import { reasonOf } from './network-reasons.ts';

export interface ModelEndpoint {
  /** With its version: `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** Null for servers that ask for none. */
  readonly apiKey: string | null;
  /** For a whole call, the body included. */
  readonly timeoutMs: number;
  /** Ends what is under way. */
  readonly stopSignal?: AbortSignal;
}

export interface EmbedCall {
  readonly model: string;
  readonly texts: readonly string[];
}

export interface OpenAiClient extends LanguageModel {
  /** One vector per text, in their order, all of one length, every number finite. */
  embed(call: EmbedCall): Promise<Result<readonly Float32Array[], ModelFailure>>;
}

/** Servers that check no key still get a header from the library. */
const NO_KEY = 'none';

const chatAnswer = z.looseObject({
  choices: z.array(z.looseObject({ message: z.looseObject({ content: z.string().nullable() }) })).min(1),
  usage: z
    .looseObject({ prompt_tokens: z.number().int(), completion_tokens: z.number().int() })
    .nullish()
    .catch(null),
});
const embedAnswer = z.looseObject({
  data: z.array(z.looseObject({ index: z.number().int().nonnegative(), embedding: z.array(z.number()) })),
});

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
    async ask({ model, messages, format }) {
      const answer = await call(chatAnswer, (client) =>
        client.chat.completions.create({
          model,
          messages: messages.map(({ role, content }) => ({ role, content })),
          ...(format === null ? {} : formatOptions(format)),
        }),
      );
      if (!answer.ok) return answer;
      const { choices, usage } = answer.value;
      return ok({
        text: choices[0]?.message.content ?? '',
        promptTokens: usage?.prompt_tokens ?? null,
        completionTokens: usage?.completion_tokens ?? null,
      });
    },
    async embed({ model, texts }) {
      const answer = await call(embedAnswer, (client) =>
        client.embeddings.create({ model, input: [...texts], encoding_format: 'float' }),
      );
      if (!answer.ok) return answer;
      const vectors = inOrder(answer.value.data, texts.length);
      return vectors === null ? err(badShape(endpoint)) : ok(vectors);
    },
  };
};

const formatOptions = ({
  answer,
  answerTokensMax,
}: {
  readonly answer: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  readonly answerTokensMax: number;
}) => ({
  max_tokens: answerTokensMax,
  response_format: {
    type: 'json_schema' as const,
    json_schema: { name: answer.name, schema: { ...answer.schema }, strict: true },
  },
});

const inOrder = (
  data: readonly { readonly index: number; readonly embedding: readonly number[] }[],
  count: number,
): readonly Float32Array[] | null => {
  const vectors = new Map(data.map(({ index, embedding }) => [index, Float32Array.from(embedding)]));
  const found = Array.from({ length: count }, (_, at) => vectors.get(at)).filter((one) => one !== undefined);
  const length = found[0]?.length ?? 0;
  const fits = (vector: Float32Array): boolean => vector.length === length && vector.every(Number.isFinite);
  return found.length === count && data.length === count && length > 0 && found.every(fits) ? found : null;
};

const loadClient = async ({ baseUrl, apiKey, timeoutMs, stopSignal }: ModelEndpoint): Promise<OpenAI> => {
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
    fetch: (url, init) => wholeAnswer(url, withStop(init, stopSignal)),
  });
};

const withStop = (init: RequestInit = {}, stopSignal?: AbortSignal): RequestInit => {
  const signals = [init.signal, stopSignal].filter((signal) => signal != null);
  return { ...init, signal: AbortSignal.any(signals) };
};

/** Reads the body too, so that the library's time limit holds for all of it, and no further than the cap. */
const wholeAnswer = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const { body, status, headers } = await fetch(url, { ...init, redirect: 'error' });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > LIMITS.modelAnswerBytesMax) throw new Error('the answer is too long');
    parts.push(part);
  }
  const plain = new Headers(headers);
  // The bytes that were read are unpacked already.
  for (const name of ['content-encoding', 'content-length']) plain.delete(name);
  return new Response(parts.length === 0 ? null : Buffer.concat(parts), { status, headers: plain });
};

const badShape = ({ baseUrl }: ModelEndpoint): ModelFailure =>
  failure('bad_answer', `${baseUrl} answered something that is not the OpenAI protocol.`);

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
  if (error instanceof SyntaxError) return badShape(endpoint);
  const text = causesOf(error).join(': ');
  if (text.includes('too long')) return failure('bad_answer', `${baseUrl} answered far too much.`);
  return failure('unreachable', `The model at ${baseUrl} cannot be reached: ${whyOf(error) ?? `${text}.`}`);
};

/** The library says little; the innermost cause says what the line did. */
const whyOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reason = reasonOf(code);
  if (reason === undefined) return whyOf(error.cause);
  return code === 'ECONNREFUSED' ? `${reason} Is it running?` : reason;
};

/** The messages of an error and of what caused it, outermost first. */
const causesOf = (error: unknown): readonly string[] =>
  error instanceof Error ? [error.message, ...causesOf(error.cause)] : [];

const retryAfterMs = (error: unknown): number | null => {
  const headers = error instanceof Error && 'headers' in error ? error.headers : undefined;
  const value = headers instanceof Headers ? headers.get('retry-after') : null;
  const seconds = value !== null && /^\d+$/.test(value.trim()) ? Number(value) : null;
  return seconds === null ? null : Math.min(seconds * 1_000, LIMITS.modelRetryAfterMsMax);
};
