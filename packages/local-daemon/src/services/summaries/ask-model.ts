/**
 * One question, put to the models in their order until one answers: below the day's cap, in the wished format where the
 * endpoint knows it, each call in the ledger. While all fail, nobody is asked until the back-off is over. [SU-6]
 */
import {
  type Clock,
  costOfAll,
  countTokens,
  dayStartMs,
  type Engine,
  type LanguageModel,
  type ModelAnswer,
  type ModelCall,
  type ModelFailure,
  type ModelMessage,
  type ModelPrices,
  modelRetryMs,
  type SpentTokens,
} from '@cairn/core';
import { err, ok, type Result } from '@cairn/schema';
import { createTokenBudget } from './token-budget.ts';

export interface ModelSettings {
  /** Cheapest first. */
  readonly models: readonly string[];
  readonly tokensPerDay: number;
  /** SU-7. Absent or null: nobody said what tokens cost. */
  readonly prices?: ModelPrices | null;
}

/** A model that is configured, with what asks it. */
export interface ModelInUse {
  readonly settings: ModelSettings;
  readonly model: LanguageModel;
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
  /** In millionths of the currency; null: no price is known for a model that was asked. */
  readonly cost: Cost | null;
}

export interface Cost {
  readonly amount: number;
  readonly currency: string;
}

/** `off`: no model is configured. `resting`: they failed lately. `capped`: today's tokens are spent. `failed`: none answered well. */
export type NoAnswer = 'off' | 'resting' | 'capped' | 'failed';

export interface ModelState {
  readonly models: readonly string[];
  readonly state: 'ready' | 'resting' | 'capped';
  readonly lastError: { readonly message: string; readonly atMs: number } | null;
}

export interface ModelAsker {
  /** `model`: the one that answered. `tokens` and `cost`: of all calls that it took, those of models that failed included. */
  ask<T>(question: Question<T>): Promise<Result<Answered<T>, NoAnswer>>;
  /** Null without a configured model. */
  state(): ModelState | null;
  /** The cap; 0 without a model. */
  tokensPerDay(): number;
  prices(): ModelPrices | null;
  /** When models that failed may be asked again; null when none did. */
  restsUntilMs(): number | null;
  /** A person asks: whatever failed lately is tried again. */
  wake(): void;
}

export interface ModelAskerDeps {
  /** Null: nothing is asked. Another object than before is another model, of which no failure is known. */
  readonly inUse: () => ModelInUse | null;
  readonly engine: () => Pick<Engine, 'modelUsage' | 'noteModelCall'>;
  readonly clock: Clock;
}

export const createModelAsker = (deps: ModelAskerDeps): ModelAsker => {
  const { clock } = deps;
  /** Models that refuse to be told a format. */
  const plain = new Set<string>();
  let known = deps.inUse();
  let failures = 0;
  let restUntilMs = 0;
  let lastError: ModelState['lastError'] = null;
  let isCapped = false;

  const current = (): ModelInUse | null => {
    const now = deps.inUse();
    if (now === known) return now;
    known = now;
    plain.clear();
    failures = 0;
    restUntilMs = 0;
    lastError = null;
    isCapped = false;
    return now;
  };

  const budget = createTokenBudget(async () =>
    (await deps.engine().modelUsage(dayStartMs(clock.nowMs()))).reduce(
      (sum, one) => sum + one.promptTokens + one.completionTokens,
      0,
    ),
  );

  /** Null: today's tokens are spent. */
  const withinBudget = async <T>(
    { settings }: ModelInUse,
    { messages, format }: Question<unknown>,
    work: () => Promise<T>,
  ): Promise<T | null> => {
    const release = await budget.take(settings.tokensPerDay, tokensOf(messages) + format.answerTokensMax);
    if (settings === known?.settings) isCapped = release === null;
    if (release === null) return null;
    try {
      return await work();
    } finally {
      release();
    }
  };

  /** One call and its line in the ledger. */
  const call = async <T>(
    name: string,
    { model }: ModelInUse,
    question: Question<T>,
    format: ModelCall['format'],
    noteSpent: (spent: SpentTokens) => void,
  ): Promise<Result<T, ModelFailure>> => {
    const startMs = clock.nowMs();
    const answer = await model.ask({ model: name, messages: question.messages, format });
    const read = answer.ok ? question.read(answer.value.text) : null;
    const outcome = answer.ok ? (read?.ok === false ? read.error : 'ok') : answer.error.kind;
    const spent = tokensSpent(question, answer);
    noteSpent({ model: name, ...spent });
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

  /** In the wished format, and once more without, where the endpoint refuses that. Null: today's tokens are spent. */
  const askOne = async <T>(
    name: string,
    used: ModelInUse,
    question: Question<T>,
    noteSpent: (spent: SpentTokens) => void,
  ): Promise<Result<T, ModelFailure> | null> => {
    const asked = (format: ModelCall['format']) =>
      withinBudget(used, question, () => call(name, used, question, format, noteSpent));
    const first = await asked(plain.has(name) ? null : question.format);
    if (first === null || first.ok || plain.has(name)) return first;
    const { kind, status } = first.error;
    if (kind !== 'refused' || !FORMAT_STATUSES.includes(status ?? 0)) return first;
    const second = await asked(null);
    if (second?.ok === true && used === known) plain.add(name);
    return second ?? first;
  };

  const fail = (failure: ModelFailure): void => {
    failures += 1;
    const nowMs = clock.nowMs();
    restUntilMs = nowMs + modelRetryMs(failures, failure.retryAfterMs);
    lastError = { message: failure.message, atMs: nowMs };
  };

  const recovered = (): void => {
    failures = 0;
    lastError = null;
  };

  return {
    async ask(question) {
      const used = current();
      if (used === null) return err('off');
      if (clock.nowMs() < restUntilMs) return err('resting');
      const { settings } = used;
      const spent: SpentTokens[] = [];
      let last: ModelFailure | null = null;
      for (const name of settings.models) {
        const answer = await askOne(name, used, question, (one) => spent.push(one));
        if (answer === null) return err('capped');
        if (answer.ok) {
          if (used === known) recovered();
          return ok({ value: answer.value, model: name, ...sumOf(spent, settings.prices ?? null) });
        }
        last = answer.error;
      }
      if (last !== null && used === known) fail(last);
      return err('failed');
    },
    tokensPerDay: () => current()?.settings.tokensPerDay ?? 0,
    prices: () => current()?.settings.prices ?? null,
    state: () => {
      const used = current();
      return used === null
        ? null
        : {
            models: used.settings.models,
            state: isCapped ? 'capped' : clock.nowMs() < restUntilMs ? 'resting' : 'ready',
            lastError,
          };
    },
    restsUntilMs() {
      current();
      return failures > 0 ? restUntilMs : null;
    },
    wake() {
      restUntilMs = 0;
    },
  };
};

const sumOf = (spent: readonly SpentTokens[], prices: ModelPrices | null) => {
  const amount = costOfAll(prices, spent);
  return {
    tokens: spent.reduce((sum, one) => sum + one.promptTokens + one.completionTokens, 0),
    cost: amount === null || prices === null ? null : { amount, currency: prices.currency },
  };
};

/** Statuses that endpoints answer to an option that they do not know. */
const FORMAT_STATUSES: readonly number[] = [400, 404, 415, 422, 501];

const tokensOf = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, { content }) => sum + countTokens(content), 0);

/** As the endpoint counted, or estimated. A call that never reached a model, or was turned away, cost nothing. */
const tokensSpent = ({ messages }: Question<unknown>, answer: Result<ModelAnswer, ModelFailure>) => {
  if (answer.ok)
    return {
      promptTokens: answer.value.promptTokens ?? tokensOf(messages),
      completionTokens: answer.value.completionTokens ?? countTokens(answer.value.text),
    };
  const isSpent = answer.error.kind === 'timeout' || answer.error.kind === 'bad_answer';
  return { promptTokens: isSpent ? tokensOf(messages) : 0, completionTokens: 0 };
};
