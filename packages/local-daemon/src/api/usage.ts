/**
 * Reports calls to models with their cost, the growth of the store, and the times of saves and searches. [SU-6, SU-7,
 * OP-10]
 */
import {
  costOf,
  costOfAll,
  type DayFigures,
  dayStartMs,
  latencySummary,
  type ModelDay,
  type ModelPrices,
  parseLatencies,
} from '@cairn/core';
import { DAY_MS, type DayFiguresResult, ok, type UsageResult } from '@cairn/schema';
import type { Handler } from './answers.ts';
import type { ApiDeps } from './deps.ts';

/** Calls in the answer, at most: the newest. */
const CALLS_MAX = 50;

export const usageHandler =
  ({ engine, languageModel, figures, nowMs }: ApiDeps): Handler<'GET /v1/usage'> =>
  async ({ query }) => {
    const today = dayStartMs(nowMs());
    const sinceMs = today - (query.days - 1) * DAY_MS;
    const since = new Date(sinceMs).toISOString();
    const prices = languageModel.prices();
    const [spent, calls, days, usage, kept] = await Promise.all([
      engine().modelUsage(today),
      engine().modelCalls(CALLS_MAX),
      engine().modelDays(sinceMs),
      engine().modelUsage(sinceMs),
      figures.since(since.slice(0, 10)),
    ]);
    return ok({
      since,
      models: [...(languageModel.state()?.models ?? [])],
      tokensPerDay: languageModel.tokensPerDay(),
      tokensToday: spent.reduce((sum, one) => sum + one.promptTokens + one.completionTokens, 0),
      currency: prices?.currency ?? null,
      costToday: costOfAll(prices, spent),
      days: daysByPurpose(days, prices),
      usage: usage.map((one) => ({ ...one, cost: costOf(prices, one) })),
      calls: calls
        .filter(({ at }) => at >= sinceMs)
        .map(({ at, ...call }) => ({ ...call, at: new Date(at).toISOString() })),
      figures: kept.map(toFigures),
    });
  };

/** Sums the calls of all models by day and purpose. */
const daysByPurpose = (all: readonly ModelDay[], prices: ModelPrices | null): UsageResult['days'] => {
  const groups = Map.groupBy(all, ({ day, purpose }) => JSON.stringify([day, purpose]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const tokens = group.reduce((sum, one) => sum + one.promptTokens + one.completionTokens, 0);
    const calls = group.reduce((sum, one) => sum + one.calls, 0);
    return [{ day: first.day, purpose: first.purpose, tokens, calls, cost: costOfAll(prices, group) }];
  });
};

const toFigures = ({ saves, searches, ...sizes }: DayFigures): DayFiguresResult => ({
  ...sizes,
  saves: latencySummary(parseLatencies(saves)),
  searches: latencySummary(parseLatencies(searches)),
});
