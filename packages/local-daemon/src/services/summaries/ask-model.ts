/**
 * One question, put to the models in their order until one answers: below the day's cap, in the wished format where the
 * endpoint knows it, each call in the ledger. While all fail, nobody is asked until the back-off is over. [SU-6]
 */
import {
  type Clock,
  countTokens,
  dayStartMs,
  type Engine,
  fitsBudget,
  type LanguageModel,
  type ModelAnswer,
  type ModelCall,
  type ModelFailure,
  type ModelMessage,
  modelRetryMs,
} from '@cairn/core';
import { err, ok, type Result } from '@cairn/schema';

export interface ModelSettings {
  /** Cheapest first. */
  readonly models: readonly string[];
  readonly tokensPerDay: number;
}

export interface Question<T> {
  /** For the ledger. */
  readonly purpose: string;
  readonly messages: readonly ModelMessage[];
  readonly format: NonNullable<ModelCall['format']>;
  /** The answer as it is wanted, or a word for the ledger that says why it is of no use. */
  readonly read: (text: string) => Result<T, string>;
}

export interface Answered<T> {
  readonly value: T;
  readonly model: string;
  readonly tokens: number;
}

/** `off`: no model is configured. `resting`: they failed lately. `capped`: today's tokens are spent. `failed`: none answered well. */
export type NoAnswer = 'off' | 'resting' | 'capped' | 'failed';

export interface ModelState {
  readonly models: readonly string[];
  readonly state: 'ready' | 'resting' | 'capped';
  readonly lastError: { readonly message: string; readonly atMs: number } | null;
}

export interface ModelAsker {
  /** `model`: the one that answered. `tokens`: of all calls that it took, those of models that failed included. */
  ask<T>(question: Question<T>): Promise<Result<Answered<T>, NoAnswer>>;
  /** Null without a configured model. */
  state(): ModelState | null;
  /** The cap; 0 without a model. */
  readonly tokensPerDay: number;
  /** When models that failed may be asked again; null when none did. */
  restsUntilMs(): number | null;
  /** A person asks: whatever failed lately is tried again. */
  wake(): void;
}

export interface ModelAskerDeps {
  /** Null: nothing is ever asked. */
  readonly settings: ModelSettings | null;
  readonly model: LanguageModel | null;
  readonly engine: () => Pick<Engine, 'modelUsage' | 'noteModelCall'>;
  readonly clock: Clock;
}

export const createModelAsker = (deps: ModelAskerDeps): ModelAsker => {
  const { settings, model, clock } = deps;
  /** Models that refuse to be told a format. */
  const plain = new Set<string>();
  let failures = 0;
  let restUntilMs = 0;
  let lastError: ModelState['lastError'] = null;
  let isCapped = false;

  const spend = async (question: Question<unknown>): Promise<boolean> => {
    const usage = await deps.engine().modelUsage(dayStartMs(clock.nowMs()));
    const spentTokens = usage.reduce((sum, one) => sum + one.promptTokens + one.completionTokens, 0);
    const tokensPerDay = settings?.tokensPerDay ?? 0;
    const { answerTokensMax } = question.format;
    isCapped = !fitsBudget({ tokensPerDay, spentTokens }, tokensOf(question.messages) + answerTokensMax);
    return !isCapped;
  };

  /** One call and its line in the ledger. */
  const call = async <T>(
    name: string,
    language: LanguageModel,
    question: Question<T>,
    format: ModelCall['format'],
    noteTokens: (tokens: number) => void,
  ): Promise<Result<T, ModelFailure>> => {
    const startMs = clock.nowMs();
    const answer = await language.ask({ model: name, messages: question.messages, format });
    const read = answer.ok ? question.read(answer.value.text) : null;
    const outcome = answer.ok ? (read?.ok === false ? read.error : 'ok') : answer.error.kind;
    const spent = tokensSpent(question, answer);
    noteTokens(spent.promptTokens + spent.completionTokens);
    await deps.engine().noteModelCall({
      at: startMs,
      purpose: question.purpose,
      model: name,
      ...spent,
      ms: Math.max(0, clock.nowMs() - startMs),
      outcome,
    });
    if (!answer.ok) return answer;
    if (read?.ok === true) return ok(read.value);
    const message = `${name} answered something that is of no use (${outcome}).`;
    return err({ kind: 'bad_answer', message, status: null, retryAfterMs: null });
  };

  /** In the wished format, and once more without, where the endpoint refuses that. */
  const askOne = async <T>(
    name: string,
    language: LanguageModel,
    question: Question<T>,
    noteTokens: (tokens: number) => void,
  ): Promise<Result<T, ModelFailure>> => {
    const format = plain.has(name) ? null : question.format;
    const first = await call(name, language, question, format, noteTokens);
    const isFormat =
      !first.ok && first.error.kind === 'refused' && FORMAT_STATUSES.includes(first.error.status ?? 0);
    if (!isFormat || plain.has(name) || !(await spend(question))) return first;
    const second = await call(name, language, question, null, noteTokens);
    if (second.ok) plain.add(name);
    return second;
  };

  const fail = (failure: ModelFailure): void => {
    failures += 1;
    const nowMs = clock.nowMs();
    restUntilMs = nowMs + modelRetryMs(failures, failure.retryAfterMs);
    lastError = { message: failure.message, atMs: nowMs };
  };

  return {
    async ask(question) {
      if (settings === null || model === null) return err('off');
      if (clock.nowMs() < restUntilMs) return err('resting');
      let last: ModelFailure | null = null;
      let tokens = 0;
      for (const name of settings.models) {
        if (!(await spend(question))) return err('capped');
        const answer = await askOne(name, model, question, (spent) => {
          tokens += spent;
        });
        if (answer.ok) {
          failures = 0;
          lastError = null;
          return ok({ value: answer.value, model: name, tokens });
        }
        last = answer.error;
      }
      if (last !== null) fail(last);
      return err('failed');
    },
    tokensPerDay: settings?.tokensPerDay ?? 0,
    state: () =>
      settings === null
        ? null
        : {
            models: settings.models,
            state: isCapped ? 'capped' : clock.nowMs() < restUntilMs ? 'resting' : 'ready',
            lastError,
          },
    restsUntilMs: () => (failures > 0 ? restUntilMs : null),
    wake() {
      restUntilMs = 0;
    },
  };
};

/** What endpoints answer to an option that they do not know. */
const FORMAT_STATUSES: readonly number[] = [400, 404, 415, 422, 501];

const tokensOf = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, { content }) => sum + countTokens(content), 0);

/** As the endpoint counted, or estimated. What never reached a model, or was turned away, cost nothing. */
const tokensSpent = ({ messages }: Question<unknown>, answer: Result<ModelAnswer, ModelFailure>) => {
  if (answer.ok)
    return {
      promptTokens: answer.value.promptTokens ?? tokensOf(messages),
      completionTokens: answer.value.completionTokens ?? countTokens(answer.value.text),
    };
  const isSpent = answer.error.kind === 'timeout' || answer.error.kind === 'bad_answer';
  return { promptTokens: isSpent ? tokensOf(messages) : 0, completionTokens: 0 };
};
