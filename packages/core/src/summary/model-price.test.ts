import { describe, expect, test } from 'vitest';
import { costOf, costOfAll, type ModelPrices } from './model-price.ts';

const prices: ModelPrices = {
  currency: 'EUR',
  usual: { in: 0.15, out: 0.6 },
  byModel: { large: { in: 3, out: 15 }, own: { in: 0, out: 0 } },
};
const spent = (model: string, promptTokens: number, completionTokens: number) => ({
  ...{ model, promptTokens, completionTokens },
});

describe('[SU-7] what tokens cost', () => {
  test('a million of them cost their price, in millionths', () => {
    expect(costOf(prices, spent('small', 1_000_000, 0))).toBe(150_000);
    expect(costOf(prices, spent('small', 0, 1_000_000))).toBe(600_000);
    expect(costOf(prices, spent('large', 1_000, 100))).toBe(4_500);
  });

  test('a price of nothing is a price, and no price is none', () => {
    expect(costOf(prices, spent('own', 5_000, 5_000))).toBe(0);
    expect(costOf(null, spent('own', 1, 1))).toBeNull();
    expect(costOf({ ...prices, usual: null }, spent('small', 1, 1))).toBeNull();
    expect(costOf({ ...prices, usual: null }, spent('constructor', 1, 1))).toBeNull();
  });

  test('of several, one without a price makes the sum unknown, unless it took nothing', () => {
    const some = { ...prices, usual: null };
    expect(costOfAll(prices, [spent('small', 100, 10), spent('large', 10, 1)])).toBe(21 + 45);
    expect(costOfAll(some, [spent('large', 10, 1), spent('small', 1, 0)])).toBeNull();
    expect(costOfAll(some, [spent('large', 10, 1), spent('small', 0, 0)])).toBe(45);
    expect(costOfAll(prices, [])).toBe(0);
    expect(costOfAll(null, [])).toBeNull();
  });
});
