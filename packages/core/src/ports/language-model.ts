/**
 * A model that answers with text, behind an OpenAI-compatible endpoint. Every call ends within its time limit, is tried once, and
 * returns its failures. It is called only when a person configured a model. [SU-6]
 */
import type { Result } from '@cairn/schema';

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ToolCall[] }
  /** The result of the call with that id. */
  | { readonly role: 'tool'; readonly content: string; readonly id: string };

/** A call as the model wrote it. The name may be unknown, and `arguments` need not be JSON. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** A JSON Schema for the answer. Endpoints that support it enforce it. */
export interface AnswerSchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ModelCall {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  /** Null: plain text, without the options that some endpoints refuse. */
  readonly format: ModelFormat | null;
  /** Tools that the model may call instead of answering. */
  readonly tools?: readonly ModelTool[];
}

/** `answer`: null for any text. */
export interface ModelFormat {
  readonly answer: AnswerSchema | null;
  readonly answerTokensMax: number;
}

export interface ModelAnswer {
  readonly text: string;
  readonly calls?: readonly ToolCall[];
  /** Token counts of the endpoint; null when it reports none. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

/**
 * `refused`: a 4xx; the same call would be refused again. `rate_limited`: a 429. `unreachable`: no connection, or a 5xx.
 * `bad_answer`: not the protocol, such as a web page, truncated JSON, a wrong type, or an answer that is too large.
 */
export type ModelFailureKind = 'timeout' | 'unreachable' | 'rate_limited' | 'refused' | 'bad_answer';

export interface ModelFailure {
  readonly kind: ModelFailureKind;
  /** A sentence for `status` and the ledger. It holds no secrets and no part of the request. */
  readonly message: string;
  readonly status: number | null;
  /** Retry-After, when the endpoint sent it. */
  readonly retryAfterMs: number | null;
}

export interface LanguageModel {
  ask(call: ModelCall): Promise<Result<ModelAnswer, ModelFailure>>;
}
