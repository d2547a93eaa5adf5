import { expect, test } from 'vitest';
import { type Counted, createRates } from './rates.ts';

const status = (memories: number, pending: number, unsent = 0, received: number | null = null): Counted =>
  Object({
    store: { memories },
    models: { embedder: { pending } },
    sync: { pending: unsent, bootstrap: received === null ? null : { done: received, expected: 1_000 } },
  });

test('[TE-6] what moves is told by the second, with the time that is left; what rests is not', () => {
  const rates = createRates();
  expect(rates.seen(status(100, 100), 0)).toEqual([]);
  expect(rates.seen(status(100, 100), 2_000)).toEqual([]);
  expect(rates.seen(status(100, 80), 4_000)).toEqual(['embedded 5.0/s, 16 s left']);
  expect(rates.seen(status(140, 100, 8), 8_000)).toEqual(['saved 5.0/s', 'embedded 5.0/s, 20 s left']);
  // What is older than ten seconds counts no more.
  expect(rates.seen(status(140, 100, 2, 500), 18_000)).toEqual([
    'sent 0.6/s, 4 s left',
    'received 50/s, 10 s left',
  ]);
  expect(rates.seen(status(140, 100, 2, 500), 40_000)).toEqual([]);
});
