/** Costs of a model's tokens, where a person set a price [SU-7], and the daily token budget. [SU-6] */
import { DAY_MS, LIMITS } from '@cairn/schema';
import type { ModelCallRow } from '../ports/summary-store.ts';

/** The price per million tokens, in the currency of `ModelPrices`. */
export interface ModelPrice {
  readonly in: number;
  readonly out: number;
}

export interface ModelPrices {
  /** As a person writes it: `EUR`, `$`. */
  readonly currency: string;
  /** The price of models that `byModel` does not name; null when unknown. */
  readonly usual: ModelPrice | null;
  readonly byModel: Readonly<Record<string, ModelPrice>>;
  /** Models whose price is unknown although others have one. */
  readonly unknown?: readonly string[];
}

export type SpentTokens = Pick<ModelCallRow, 'model' | 'promptTokens' | 'completionTokens'>;

/** Returns the cost in millionths of the currency; null when the model's price is unknown. */
export const costOf = (
  prices: ModelPrices | null,
  { model, promptTokens, completionTokens }: SpentTokens,
): number | null => {
  if (prices === null || prices.unknown?.includes(model)) return null;
  const price = Object.hasOwn(prices.byModel, model) ? prices.byModel[model] : prices.usual;
  return price == null ? null : Math.round(promptTokens * price.in + completionTokens * price.out);
};

/** Returns the total cost; null when the price of a model that used tokens is unknown. */
export const costOfAll = (prices: ModelPrices | null, spent: readonly SpentTokens[]): number | null => {
  let sum = 0;
  for (const one of spent) {
    const cost = costOf(prices, one);
    if (cost === null && one.promptTokens + one.completionTokens > 0) return null;
    sum += cost ?? 0;
  }
  return prices === null ? null : sum;
};

/** Returns the start of the UTC day of `nowMs`, from which tokens are counted. */
export const dayStartMs = (nowMs: number): number => nowMs - (nowMs % DAY_MS);

interface Budget {
  readonly tokensPerDay: number;
  /** The prompt and answer tokens of today's calls. */
  readonly spentTokens: number;
}

/** Whether a call with this many tokens, the longest answer included, stays within the budget. */
export const fitsBudget = ({ tokensPerDay, spentTokens }: Budget, tokens: number): boolean =>
  spentTokens + tokens <= tokensPerDay;

/** Returns the backoff: 1, 5, 25 minutes, at most 2 hours, and never less than the endpoint's Retry-After. */
export const modelRetryMs = (failures: number, retryAfterMs: number | null): number =>
  Math.max(
    Math.min(LIMITS.modelRetryMsMin * 5 ** Math.max(0, failures - 1), LIMITS.modelRetryMsMax),
    retryAfterMs ?? 0,
  );
