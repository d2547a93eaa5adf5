/**
 * A model that answers text, behind an OpenAI-compatible endpoint. Every call ends within its time limit, is tried once, and
 * fails as a value. Nothing here is called unless the person configured a model. [SU-6]
 */
import type { Result } from '@cairn/schema';

export interface ModelMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
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
  readonly format: { readonly answer: AnswerSchema; readonly answerTokensMax: number } | null;
}

export interface ModelAnswer {
  readonly text: string;
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
