/**
 * A model that answers text, behind an OpenAI-compatible endpoint. Every call ends within its time limit, is tried once, and
 * fails as a value. Nothing here is called unless the person configured a model. [SU-6]
 */
import type { Result } from '@cairn/schema';

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ToolCall[] }
  /** The answer to the call of that id. */
  | { readonly role: 'tool'; readonly content: string; readonly id: string };

/** As the model wrote it: the name may be no tool's, and `arguments` need not be JSON. */
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

/** A JSON Schema that the endpoint is asked to hold the answer to, where it can. */
export interface AnswerSchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ModelCall {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  /** Null: the endpoint is asked for plain text and for no option that some endpoints refuse. */
  readonly format: ModelFormat | null;
  /** The tools that it may call instead of answering. */
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
  /** As the endpoint counted them; null when it does not say. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

/**
 * `refused`: a 4xx, the same call would be refused again. `rate_limited`: a 429. `unreachable`: no connection, or a 5xx.
 * `bad_answer`: something that is not the protocol (a web page, half of a JSON text, a wrong type, too much of it).
 */
export type ModelFailureKind = 'timeout' | 'unreachable' | 'rate_limited' | 'refused' | 'bad_answer';

export interface ModelFailure {
  readonly kind: ModelFailureKind;
  /** A sentence for `status` and the ledger. No secrets, nothing of what was asked. */
  readonly message: string;
  readonly status: number | null;
  /** Retry-After, when the endpoint said it. */
  readonly retryAfterMs: number | null;
}

export interface LanguageModel {
  ask(call: ModelCall): Promise<Result<ModelAnswer, ModelFailure>>;
}
