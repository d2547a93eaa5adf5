/** The state of each endpoint: how long it rests after a failure, and how many of its day's tokens are left. [SU-6, SU-8] */
import {
  type Clock,
  dayStartMs,
  type Engine,
  type LanguageModel,
  type ModelFailure,
  modelRetryMs,
} from '@cairn/core';
import { createTokenBudget, type TokenBudget } from './token-budget.ts';

export interface ModelPlace {
  readonly settings: {
    /** Names of models, cheapest first. */
    readonly models: readonly string[];
    readonly tokensPerDay: number;
    /** Text that follows a model's name in the ledger. */
    readonly suffix?: string;
  };
  readonly model: LanguageModel;
}

export interface PlaceState {
  /** Budget from the ledger and from calls in progress. */
  readonly budget: TokenBudget;
  failures: number;
  restUntilMs: number;
  /** Length of that rest in milliseconds. A clock that is set back does not make it longer. */
  restMs: number;
  isCapped: boolean;
  lastError: { readonly message: string; readonly atMs: number } | null;
}

export const ledgerName = ({ settings }: ModelPlace, name: string): string =>
  `${name}${settings.suffix ?? ''}`;

export const createModelPlaces = (deps: {
  readonly places: () => readonly ModelPlace[];
  readonly engine: () => Pick<Engine, 'modelUsage'>;
  readonly clock: Clock;
}) => {
  const states: PlaceState[] = [];

  /**
   * Returns today's tokens of an endpoint. The first endpoint also counts models that no endpoint lists, such as those
   * from before a change of settings.
   */
  const spentAt = async (index: number): Promise<number> => {
    const [, ...others] = deps.places().map((place) => {
      const names = place.settings.models.map((name) => ledgerName(place, name));
      return new Set(names);
    });
    const isOwn = (model: string): boolean =>
      index === 0 ? !others.some((names) => names.has(model)) : (others[index - 1]?.has(model) ?? false);
    return (await deps.engine().modelUsage(dayStartMs(deps.clock.nowMs())))
      .filter(({ model }) => isOwn(model))
      .reduce((sum, one) => sum + one.promptTokens + one.completionTokens, 0);
  };

  const at = (index: number): PlaceState => {
    const state = states[index] ?? {
      ...{ failures: 0, restUntilMs: 0, restMs: 0, isCapped: false, lastError: null },
      budget: createTokenBudget(() => spentAt(index)),
    };
    states[index] = state;
    state.restUntilMs = Math.min(state.restUntilMs, deps.clock.nowMs() + state.restMs);
    return state;
  };

  return {
    at,
    fail(state: PlaceState, failure: ModelFailure): void {
      state.failures += 1;
      const nowMs = deps.clock.nowMs();
      state.restMs = modelRetryMs(state.failures, failure.retryAfterMs);
      state.restUntilMs = nowMs + state.restMs;
      state.lastError = { message: failure.message, atMs: nowMs };
    },
    recovered(state: PlaceState): void {
      state.failures = 0;
      state.lastError = null;
    },
    /** Forgets failures, because the endpoints were replaced. */
    forget(): void {
      for (const state of states)
        Object.assign(state, { failures: 0, restUntilMs: 0, isCapped: false, lastError: null });
    },
  };
};
