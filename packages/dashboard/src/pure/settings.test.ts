/** The pure parts of settings, usage and the context over the days. */
import type { ContextChange, ModelSettingsResult } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { sumOf, tokensChanged, whyChanged } from './day-changes.ts';
import { commandOf, formOf, patchOf } from './model-form.ts';
import { projectRows } from './project-rows.ts';
import { costOfDays, dayPath, durationOf, latenciesOf, moneyOf } from './spending.ts';

const model: ModelSettingsResult = {
  ...{ baseUrl: 'https://m.example/v1', models: ['a', 'b'], key: 'config', tokensPerDay: 5_000, others: [] },
  ...{ price: { in: 0.15, out: 0.6 }, prices: {}, currency: 'EUR' },
};

describe('[PG-22] the form of the model', () => {
  test('unchanged asks for what is there, and says nothing of the key', () => {
    const { prices: _, key: __, others: ___, ...same } = model;
    expect(patchOf(formOf(model))).toEqual({ ok: true, value: { model: same } });
  });

  test('takes several names, a comma in a price, and an empty price for none', () => {
    const form = { ...formOf(null), models: ' a, b ,', apiKey: ' k ' };
    expect(patchOf({ ...form, priceIn: '0,5', priceOut: '2' })).toMatchObject({
      value: { model: { models: ['a', 'b'], apiKey: 'k', price: { in: 0.5, out: 2 } } },
    });
    expect(patchOf(form)).toMatchObject({ value: { model: { price: null } } });
  });

  test('removes an emptied currency, and asks for none where nothing has a price', () => {
    const form = { ...formOf(model), currency: ' ' };
    expect(patchOf(form)).toMatchObject({ value: { model: { currency: null } } });
    const free = patchOf({ ...form, priceIn: '', priceOut: '' });
    expect(free).not.toHaveProperty('value.model.currency');
  });

  test.each([
    ['not an address', { baseUrl: ' ' }],
    ['no name', { models: ' , ' }],
    ['half a token', { tokensPerDay: '1.5' }],
    ['tokens in groups, as the page shows them', { tokensPerDay: '200,000' }],
    ['tokens in groups with a point', { tokensPerDay: '200.000' }],
    ['half a price', { priceIn: '1', priceOut: '' }],
    ['a price that is none', { priceIn: 'free', priceOut: '0' }],
  ])('says what is wrong with %s', (_, change) => {
    const read = patchOf({ ...formOf(model), ...change });
    expect(read.ok ? '' : read.error).toMatch(/[.]$/);
  });

  test('becomes a command in which nothing is anything but a word', () => {
    const form = { ...formOf(null), models: "x'; rm -rf ~ #, y", baseUrl: 'https://m.example/v1?a=1&b' };
    expect(commandOf(form)).toBe(
      "cairn init --yes --agent none --vault local --model 'x'\\''; rm -rf ~ #' --model-url 'https://m.example/v1?a=1&b'",
    );
    expect(commandOf(formOf(model))).toMatch(/--model a --model-url https:\/\/m\.example\/v1$/);
  });
});

test('[PG-22] projects stand by their size, with their names, which are none of their own', () => {
  const counts = [
    { project: null, count: 9 },
    { project: 'p', count: 2 },
    { project: 'old', count: 1 },
    { project: 'q', count: 5 },
  ];
  expect(projectRows(counts, { old: 'p', fresh: 'r' })).toEqual([
    { project: 'q', count: 5, names: [] },
    { project: 'p', count: 2, names: [{ name: 'old', count: 1 }] },
    { project: 'r', count: 0, names: [{ name: 'fresh', count: 0 }] },
  ]);
});

describe('[PG-16] what it costs and how long it takes', () => {
  test('money is read with the digits that say something', () => {
    expect([0, 42, 4_200, 420_000, 1_234_567].map((n) => moneyOf(n, 'EUR'))).toEqual([
      '0.00 EUR',
      '0.000042 EUR',
      '0.0042 EUR',
      '0.42 EUR',
      '1.23 EUR',
    ]);
    expect(moneyOf(1_500_000, '$')).toBe('$1.50');
  });

  test('a sum of which a price is missing is unknown', () => {
    const day = { day: '2026-11-22', purpose: 'summary', tokens: 10, calls: 1 };
    expect(
      costOfDays([
        { ...day, cost: 3 },
        { ...day, cost: 4 },
      ]),
    ).toBe(7);
    expect(
      costOfDays([
        { ...day, cost: 3 },
        { ...day, cost: null },
      ]),
    ).toBeNull();
    expect(costOfDays([{ ...day, tokens: 0, cost: null }])).toBe(0);
  });

  test('times are short words, and days without any are left out', () => {
    expect([0.123, 4.56, 42.4, 1_250].map(durationOf)).toEqual(['0.12 ms', '4.6 ms', '42 ms', '1.3 s']);
    const sizes = { day: '2026-11-22', bytes: 1, memories: 1, passages: 0 };
    const figures = { count: 1, p50: 1, p95: 1, p99: 1 };
    expect(latenciesOf([{ ...sizes, saves: null, searches: figures }], 'saves')).toEqual([]);
    expect(latenciesOf([{ ...sizes, saves: null, searches: figures }], 'searches')).toEqual([
      { day: '2026-11-22', figures },
    ]);
  });

  test('days stand where they are in time; one alone is a line', () => {
    const box = { width: 100, height: 10, most: 4 };
    const points = [
      { day: '2026-11-01', value: 0 },
      { day: '2026-11-03', value: 4 },
    ];
    expect(dayPath(points, '2026-11-01', '2026-11-05', box)).toBe('M0 10L50 0');
    expect(dayPath(points.slice(1), '2026-11-01', '2026-11-05', box)).toBe('M0 0L100 0');
    expect(dayPath([], '2026-11-01', '2026-11-05', box)).toBe('');
  });
});

test('[PG-24] a change says its tokens and its reason', () => {
  const change = (more: Partial<ContextChange>): ContextChange => ({
    ...{ change: 'came', kind: 'memory', id: 'm', section: 'project', tokens: 12, before: null, why: null },
    ...more,
  });
  const before = { id: 'm', section: 'pinned', tokens: 12 };
  const all = [
    change({}),
    change({ change: 'went', why: 'forgotten', before }),
    change({ change: 'changed', why: 'moved', before, tokens: 13 }),
    change({ change: 'changed', why: 'reworded', before }),
  ];
  expect(all.map(tokensChanged)).toEqual(['+12 tokens', '−12 tokens', '+1 token', '±0 tokens']);
  expect(all.map(whyChanged)).toEqual([
    'in “The project”',
    'it was forgotten',
    'from “Pinned” to “The project”',
    'says something else now',
  ]);
  expect(sumOf(all)).toBe('1 part came, 1 went, 2 changed.');
  expect(sumOf([])).toMatch(/Nothing changed/);
});
