import { expect, test } from 'vitest';
import { turnPassages } from '../passages/turn-passages.ts';
import { bestPassages } from './passage-hits.engine.ts';
import { parseQuery } from './query.ts';

const hits = (
  source: string,
  scores: readonly number[],
  said = (ordinal: number) => `word${ordinal} of ${source}`,
) =>
  turnPassages(
    { source, project: null },
    scores.map((_, ordinal) => ({ ordinal, author: 'Ann', text: said(ordinal), at: ordinal })),
    [],
  ).map((passage, at) => ({
    row: {
      passage: { ...passage, until: null, length: passage.stop },
      source: { id: source, kind: 'session' as const, name: source },
    },
    ...{ bm25: 1, textScore: scores[at] ?? 0, vectorScore: null },
  }));

const ranked = (candidates: ReturnType<typeof hits>) =>
  bestPassages(
    {
      ...{ by: 'words', candidates, query: null, indexDamaged: false, isComplete: true },
      ranking: { by: 'words' },
    },
    { question: parseQuery('word'), limit: 10 },
  ).map(({ row, score }) => ({ at: `${row.passage.source}${row.passage.ordinal}`, score }));

test('[F-21] of equally good passages the one comes first whose session has more of what is asked', () => {
  const found = ranked([...hits('a', [0.5]), ...hits('b', [0.5, 0.4, 0.4, 0.4])]);
  expect(found.map(({ at }) => at).slice(0, 2)).toEqual(['b0', 'a0']);
  expect(found[0]?.score).toBeCloseTo((0.5 * 5 + (0.5 + 0.4 + 0.4) / 3) / 6, 10);
  expect(found[1]?.score).toBeCloseTo((0.5 * 5 + 0.5 / 3) / 6, 10);
});

test('[F-23] of equal passages of a session the one of the shorter turn comes first', () => {
  const of = (text: string, kind: 'turn' | 'document') =>
    turnPassages({ source: 'a', project: null }, [{ ordinal: 0, author: 'Ann', text, at: 0 }], []).map(
      (passage) => ({ ...passage, kind }),
    );
  const scoresOf = (kind: 'turn' | 'document') => {
    const [long] = of('word '.repeat(800), kind);
    const [short] = of('word', kind);
    if (long === undefined || short === undefined) throw new Error('no passage');
    const source = { id: 'a', kind: 'session' as const, name: 'a' };
    const rows = [
      { passage: { ...long, ordinal: 0, until: null, length: 4_000 }, source },
      { passage: { ...short, ordinal: 1, until: null, length: short.stop }, source },
    ];
    return ranked(rows.map((row) => ({ row, bm25: 1, textScore: 0.6, vectorScore: null })));
  };
  const turns = scoresOf('turn');
  expect(turns.map(({ at }) => at)).toEqual(['a1', 'a0']);
  expect((turns[1]?.score ?? 0) / (turns[0]?.score ?? 1)).toBeCloseTo(0.1 ** 0.12, 10);
  expect(new Set(scoresOf('document').map(({ score }) => score)).size).toBe(1);
});

test('[F-21] a much better one stays first, and no score is above 1', () => {
  const found = ranked([...hits('a', [1]), ...hits('b', [0.6, 0.6, 0.6]), ...hits('c', [1, 1, 1])]);
  expect(found.map(({ at }) => at)).toEqual(['c0', 'c1', 'c2', 'a0', 'b0', 'b1', 'b2']);
  expect(found[0]?.score).toBeCloseTo(1, 10);
});

test('[F-20] what was asked alike in three sessions comes once, and again only after all else', () => {
  const asked = (ordinal: number) => (ordinal === 0 ? 'Where is the word?' : `answer ${ordinal}`);
  const found = ranked([
    ...hits('a', [1, 0.4], asked),
    ...hits('b', [0.9], asked),
    ...hits('c', [0.8], asked),
    ...hits('d', [0.5]),
  ]);
  expect(found.map(({ at }) => at)).toEqual(['a0', 'd0', 'a1', 'b0', 'c0']);
  expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((x, y) => y - x));
});
