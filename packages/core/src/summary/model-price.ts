/** The price of a model's tokens, where a person named one [SU-7], and the day's budget of them. [SU-6] */
import { LIMITS } from '@cairn/schema';

/** For a million tokens, in the currency of `ModelPrices`. */
export interface ModelPrice {
  readonly in: number;
  readonly out: number;
}

export interface ModelPrices {
  /** As a person writes it: `EUR`, `$`. */
  readonly currency: string;
  /** The price of models that `byModel` does not name; null: nobody said. */
  readonly usual: ModelPrice | null;
  readonly byModel: Readonly<Record<string, ModelPrice>>;
}

export interface SpentTokens {
  readonly model: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** In millionths of the currency; null: no price is known for that model. */
export const costOf = (
  prices: ModelPrices | null,
  { model, promptTokens, completionTokens }: SpentTokens,
): number | null => {
  if (prices === null) return null;
  const price = Object.hasOwn(prices.byModel, model) ? prices.byModel[model] : prices.usual;
  return price == null ? null : Math.round(promptTokens * price.in + completionTokens * price.out);
};

/** The cost of several; null as soon as the price of one that took tokens is not known. */
export const costOfAll = (prices: ModelPrices | null, spent: readonly SpentTokens[]): number | null => {
  let sum = 0;
  for (const one of spent) {
    const cost = costOf(prices, one);
    if (cost === null && one.promptTokens + one.completionTokens > 0) return null;
    sum += cost ?? 0;
  }
  return prices === null ? null : sum;
};

/** The beginning of the day, in UTC, to which `nowMs` belongs: tokens are counted from there. */
export const dayStartMs = (nowMs: number): number => nowMs - (nowMs % 86_400_000);

interface Budget {
  readonly tokensPerDay: number;
  /** The tokens of today's calls, prompt and answer. */
  readonly spentTokens: number;
}

/** Whether a call that takes so many tokens, answered at its longest, stays below the cap. */
export const fitsBudget = ({ tokensPerDay, spentTokens }: Budget, tokens: number): boolean =>
  spentTokens + tokens <= tokensPerDay;

/** 1 min after the first failure, then 5, 25, at most 2 h; never before the time that the endpoint named. */
export const modelRetryMs = (failures: number, retryAfterMs: number | null): number =>
  Math.max(
    Math.min(LIMITS.modelRetryMsMin * 5 ** Math.max(0, failures - 1), LIMITS.modelRetryMsMax),
    retryAfterMs ?? 0,
  );
