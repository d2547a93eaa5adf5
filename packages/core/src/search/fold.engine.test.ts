import { expect, test } from 'vitest';
import { createEngineBench, mustBe } from '../testing/engine-bench.ts';

const TEXTS = [
  'The café on Rue Lepic opens at eight',
  'La reunión semanal es los martes',
  'Die Straße vor dem Haus ist gesperrt',
  'Der Fluss ist breit',
  'Ёлка стоит в углу',
  'Ο Κολοσσός της Ρόδου',
  'نشرب القَهْوة في الصباح',
  'The kitchen opens at noon',
  'Dr. Müller calls back on Monday',
  'Send the keys to Mrs Schroeder in Building 4',
];

test.each([
  ['cafe', 'café'],
  ['reunion', 'Reunión'],
  ['strasse', 'STRASSE'],
  ['fluß', 'Fluss'],
  ['елка', 'ёлка'],
  ['ροδου', 'ΡΌΔΟΥ'],
  ['القهوة', 'القَهْوة'],
])('[F-1, F-17] %s and %s find the same memory, with the same score', async (one, other) => {
  const { write, read } = createEngineBench();
  for (const content of TEXTS) await mustBe(write.remember({ content, source: 'user' }));
  const first = async (query: string) => (await mustBe(read.search({ query }))).results[0];
  const [plain, marked] = [await first(one), await first(other)];
  expect(plain?.content).toBe(marked?.content);
  expect(plain?.score).toBeCloseTo(marked?.score ?? 0, 1);
  expect(plain?.score).toBeGreaterThan(0.6);
});

test.each([
  ["what is Mueller's plan", 'Müller'],
  ['keys of Schröder', 'Schroeder'],
])('[F-18] %s finds the memory with %s', async (query, name) => {
  const { write, read } = createEngineBench();
  for (const content of TEXTS) await mustBe(write.remember({ content, source: 'user' }));
  const { results } = await mustBe(read.search({ query }));
  expect(results.map(({ content }) => content)).toEqual([expect.stringContaining(name)]);
});

test.each(['poets at the fair', 'neue Quelle', 'Michael'])(
  '[F-18] no word of "%s" is taken for another',
  async (query) => {
    const { write, read } = createEngineBench();
    for (const content of ['Seven pots of paint are in the shed', 'Qulle und Nu im Hafen', 'Michal sails'])
      await mustBe(write.remember({ content, source: 'user' }));
    expect((await mustBe(read.search({ query }))).results).toEqual([]);
  },
);
