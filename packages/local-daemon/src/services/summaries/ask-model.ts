/**
 * Puts a question to the endpoints in order, and at each endpoint to its models, until one answers. Calls stay below
 * the day's cap and use the wished format where the endpoint supports it. Each call is noted in the ledger. An endpoint
 * that failed is not asked until its back-off is over. [SU-6, SU-8]
 */
import {
  type Clock,
  costOfAll,
  countTokens,
  type Engine,
  type ModelAnswer,
  type ModelCall,
  type ModelFailure,
  type ModelMessage,
  type ModelPrices,
  type ModelTool,
  type SpentTokens,
  type ToolCall,
} from '@cairn/core';
import { err, ok, type Result } from '@cairn/schema';
import { createModelPlaces, ledgerName, type ModelPlace, type PlaceState } from './model-places.ts';

/** Endpoint that is asked first, with its settings and client. */
export interface ModelInUse extends ModelPlace {
  readonly settings: ModelPlace['settings'] & {
    /** SU-7. Absent or null when prices are unknown. */
    readonly prices?: ModelPrices | null;
  };
  /** SU-8: further endpoints, asked in this order. */
  readonly others?: readonly ModelPlace[];
}

export interface Question<T> {
  /** Purpose of the call, for the ledger. */
  readonly purpose: string;
  readonly messages: readonly ModelMessage[];
  readonly format: NonNullable<ModelCall['format']>;
  /** Tools that the model may call instead of answering. */
  readonly tools?: readonly ModelTool[];
  /** Parses the answer. The error is a word for the ledger that says why the answer is useless. */
  readonly read: (text: string, calls?: readonly ToolCall[]) => Result<T, string>;
}

export interface Answered<T> {
  readonly value: T;
  readonly model: string;
  readonly tokens: number;
  /** Millionths of the currency; null if the price of a model that was asked is unknown. */
  readonly cost: { readonly amount: number; readonly currency: string } | null;
}

/**
 * Reason for no answer. `off`: no model is configured. `resting`: a model with tokens left failed lately. `capped`:
 * today's tokens are spent. `failed`: no model gave a usable answer.
 */
export type NoAnswer = 'off' | 'resting' | 'capped' | 'failed';

export interface ModelState {
  readonly models: readonly string[];
  readonly state: 'ready' | 'resting' | 'capped';
  readonly lastError: { readonly message: string; readonly atMs: number } | null;
}

export type ModelAsker = ReturnType<typeof createModelAsker>;

export interface ModelAskerDeps {
  /** Returns the model in use, or null for none. A new object stands for a new model, whose failures are unknown. */
  readonly inUse: () => ModelInUse | null;
  readonly engine: () => Pick<Engine, 'modelUsage' | 'noteModelCall'>;
  readonly clock: Clock;
}

export const createModelAsker = (deps: ModelAskerDeps) => {
  const { clock } = deps;
  /** Models that refuse a format. */
  const plain = new Set<string>();
  let known = deps.inUse();
  let answered = 0;
  const places = createModelPlaces({ places: () => placesOf(known), engine: deps.engine, clock });

  const current = (): ModelInUse | null => {
    const now = deps.inUse();
    if (now === known) return now;
    known = now;
    plain.clear();
    places.forget();
    return now;
  };

  const isResting = ({ restUntilMs }: PlaceState): boolean => clock.nowMs() < restUntilMs;

  /** Runs the work within the day's tokens. Returns null when they are spent. */
  const withinBudget = async <T>(
    { place, state, isCurrent }: Asking,
    question: Question<unknown>,
    work: () => Promise<T>,
  ): Promise<T | null> => {
    const tokens = tokensAsked(question) + question.format.answerTokensMax;
    const release = await state.budget.take(place.settings.tokensPerDay, tokens);
    if (isCurrent()) state.isCapped = release === null;
    if (release === null) return null;
    try {
      return await work();
    } finally {
      release();
    }
  };

  /** Makes one call and notes it in the ledger. */
  const call = async <T>(
    name: string,
    { place, spent }: Asking,
    question: Question<T>,
    format: ModelCall['format'],
  ): Promise<Result<T, ModelFailure>> => {
    const startMs = clock.nowMs();
    const answer = await place.model.ask({
      ...{ model: name, messages: question.messages, format },
      ...(question.tools === undefined ? {} : { tools: question.tools }),
    });
    const read = answer.ok ? question.read(answer.value.text, answer.value.calls ?? []) : null;
    const outcome = answer.ok ? (read?.ok === false ? read.error : 'ok') : answer.error.kind;
    const took = { model: ledgerName(place, name), ...tokensSpent(question, answer) };
    spent.push(took);
    await deps.engine().noteModelCall({
      at: startMs,
      purpose: question.purpose,
      ...took,
      ms: Math.max(0, clock.nowMs() - startMs),
      outcome,
    });
    if (!answer.ok) return answer;
    if (read?.ok === true) return ok(read.value);
    const message = `${name} gave an answer that is not usable (${outcome}).`;
    return err({ kind: 'bad_answer', message, status: null, retryAfterMs: null });
  };

  /**
   * Asks in the wished format. If the endpoint refuses the format, asks once more without it. Returns null when today's
   * tokens are spent.
   */
  const askOne = async <T>(
    name: string,
    asking: Asking,
    question: Question<T>,
  ): Promise<Result<T, ModelFailure> | null> => {
    const label = ledgerName(asking.place, name);
    const asked = (format: ModelCall['format']) =>
      withinBudget(asking, question, () => call(name, asking, question, format));
    // SC-6: an answer without a format has no token limit, and a question with tools needs one.
    const isPlain = plain.has(label) && question.tools === undefined;
    const first = await asked(isPlain ? null : question.format);
    if (first === null || first.ok || isPlain || question.tools !== undefined) return first;
    if (!refusesOption(first.error)) return first;
    const second = await asked(null);
    if (second?.ok === true && asking.isCurrent()) plain.add(label);
    return second ?? first;
  };

  /** Asks the models of one endpoint in order. */
  const askPlace = async <T>(
    asking: Asking,
    question: Question<T>,
  ): Promise<Result<{ readonly value: T; readonly model: string }, NoAnswer>> => {
    const { place, state, isCurrent } = asking;
    if (isResting(state)) return err('resting');
    let last: ModelFailure | null = null;
    let isToolless = false;
    for (const name of place.settings.models) {
      const answer = await askOne(name, asking, question);
      if (answer === null) return err('capped');
      if (answer.ok) {
        if (isCurrent()) places.recovered(state);
        return ok({ value: answer.value, model: ledgerName(place, name) });
      }
      // The model answers questions without tools, so it needs no back-off.
      if (question.tools !== undefined && refusesOption(answer.error)) isToolless = true;
      else last = answer.error;
    }
    if (last === null && isToolless)
      state.lastError = {
        message: `${ledgerName(place, place.settings.models[0] ?? '')} refused a call with tools and a limit on the answer. A schedule that acts needs a model that supports both.`,
        atMs: clock.nowMs(),
      };
    if (last !== null && isCurrent()) places.fail(state, last);
    return err('failed');
  };

  const states = (): readonly PlaceState[] => placesOf(current()).map((_, index) => places.at(index));

  return {
    /**
     * Asks the question. `model` is the one that answered. `tokens` and `cost` cover all calls, also those to models that
     * failed.
     */
    async ask<T>(question: Question<T>): Promise<Result<Answered<T>, NoAnswer>> {
      const used = current();
      if (used === null) return err('off');
      const spent: SpentTokens[] = [];
      const reasons: NoAnswer[] = [];
      for (const [index, place] of placesOf(used).entries()) {
        const asking = { place, state: places.at(index), spent, isCurrent: () => used === known };
        const answer = await askPlace(asking, question);
        if (answer.ok) {
          answered += 1;
          return ok({ ...answer.value, ...sumOf(spent, used.settings.prices ?? null) });
        }
        reasons.push(answer.error);
      }
      return err(REASONS.find((reason) => reasons.includes(reason)) ?? 'failed');
    },
    /** Returns how many questions were answered since the daemon's start. */
    answered: () => answered,
    /** Returns the day's cap; 0 without a model. */
    tokensPerDay: () => placesOf(current()).reduce((sum, { settings }) => sum + settings.tokensPerDay, 0),
    prices: () => current()?.settings.prices ?? null,
    /** Returns null without a configured model. */
    state: (): ModelState | null => {
      const all = states();
      const errors = all.flatMap(({ lastError }) => (lastError === null ? [] : [lastError]));
      if (all.length === 0) return null;
      return {
        models: placesOf(known).flatMap((place) =>
          place.settings.models.map((name) => ledgerName(place, name)),
        ),
        state: all.some((one) => !one.isCapped && !isResting(one))
          ? 'ready'
          : all.every(({ isCapped }) => isCapped)
            ? 'capped'
            : 'resting',
        lastError: errors.toSorted((a, b) => b.atMs - a.atMs)[0] ?? null,
      };
    },
    /** Returns when the first endpoint may be asked again, or null unless all endpoints failed. */
    restsUntilMs(): number | null {
      const all = states();
      const times = all.flatMap(({ failures, restUntilMs }) => (failures > 0 ? [restUntilMs] : []));
      return all.length > 0 && times.length === all.length ? Math.min(...times) : null;
    },
    /** Ends the back-off of models that failed, because a person asks. */
    wake(): void {
      for (const state of states()) state.restUntilMs = 0;
    },
  };
};

/** Question in progress. */
interface Asking {
  readonly place: ModelPlace;
  readonly state: PlaceState;
  /** Tokens of all calls for the question. */
  readonly spent: SpentTokens[];
  /** Whether the endpoints are still the same as when the question began. */
  isCurrent(): boolean;
}

const placesOf = (used: ModelInUse | null): readonly ModelPlace[] =>
  used === null ? [] : [used, ...(used.others ?? [])];

/** Reasons by precedence. When endpoints gave different reasons, the first in this list tells when to ask again. */
const REASONS: readonly NoAnswer[] = ['failed', 'resting', 'capped'];

const sumOf = (spent: readonly SpentTokens[], prices: ModelPrices | null) => {
  const amount = costOfAll(prices, spent);
  return {
    tokens: spent.reduce((sum, one) => sum + one.promptTokens + one.completionTokens, 0),
    cost: amount === null || prices === null ? null : { amount, currency: prices.currency },
  };
};

/** Statuses that endpoints answer to an option that they do not support. */
const FORMAT_STATUSES: readonly number[] = [400, 404, 415, 422, 501];

const refusesOption = ({ kind, status }: ModelFailure): boolean =>
  kind === 'refused' && FORMAT_STATUSES.includes(status ?? 0);

/** Counts the tokens of a question, with the model's earlier calls and the descriptions of tools. */
export const tokensAsked = ({
  messages,
  tools = [],
}: Pick<Question<unknown>, 'messages' | 'tools'>): number =>
  messages.reduce((sum, message) => sum + countTokens(message.content) + callTokens(message), 0) +
  (tools.length === 0 ? 0 : countTokens(JSON.stringify(tools)));

const callTokens = (message: ModelMessage): number =>
  message.role === 'assistant' ? countTokens(JSON.stringify(message.calls)) : 0;

/**
 * Returns the tokens that the endpoint counted, or an estimate. A call that was refused or did not reach a model costs
 * nothing.
 */
const tokensSpent = (question: Question<unknown>, answer: Result<ModelAnswer, ModelFailure>) => {
  if (answer.ok)
    return {
      promptTokens: answer.value.promptTokens ?? tokensAsked(question),
      completionTokens: answer.value.completionTokens ?? countTokens(answer.value.text),
    };
  const isSpent = answer.error.kind === 'timeout' || answer.error.kind === 'bad_answer';
  return { promptTokens: isSpent ? tokensAsked(question) : 0, completionTokens: 0 };
};
