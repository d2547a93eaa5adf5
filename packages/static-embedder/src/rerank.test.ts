import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Candidate, rerank } from './rerank.ts';
import { readTable } from './table.ts';

interface Sample {
  readonly question: string;
  readonly candidates: readonly Candidate[];
  readonly judged: readonly number[];
}

const table = readTable(readFileSync(new URL('../data/tokens.bin', import.meta.url)));
const samples: readonly Sample[] = JSON.parse(
  readFileSync(new URL('../data/rerank-samples.json', import.meta.url), 'utf8'),
);

describe('[TV-4] the judgement', () => {
  test.each(samples)('of "$question" is that of the training', ({ question, candidates, judged }) => {
    const made = rerank(table, question, candidates);
    expect(made).toHaveLength(judged.length);
    for (const [at, one] of made.entries()) expect(one).toBeCloseTo(judged[at] ?? Number.NaN, 1);
  });

  test('knows that a question for a day is answered by one, where the scores are equal', () => {
    const equal = { textScore: 0.3, cosine: 0.4 };
    const [day, place] = rerank(table, 'When is the appointment at the dentist?', [
      { ...equal, text: 'The appointment at the dentist is on Tuesday at nine' },
      { ...equal, text: 'The appointment at the dentist is in a building with stairs' },
    ]);
    expect(day).toBeGreaterThan(place ?? Number.NaN);
  });

  test('of a text does not depend on the order', () => {
    const [sample] = samples;
    const { question = '', candidates = [] } = sample ?? {};
    const turned = rerank(table, question, candidates.toReversed());
    expect(turned.toReversed()).toEqual(rerank(table, question, candidates));
  });

  test.each(['', '🙂', 'zzzqqqxx'])(
    'of texts and questions without a known token is a number: %j',
    (text) => {
      const made = rerank(table, text, [{ text, textScore: 0, cosine: 0 }]);
      expect(made.every(Number.isFinite)).toBe(true);
      expect(rerank(table, text, [])).toEqual([]);
    },
  );
});
