import { describe, expect, test } from 'vitest';
import { turnPassages } from '../passages/turn-passages.ts';
import { namingOf } from './named.ts';
import { bestPassages } from './passage-hits.engine.ts';
import { parseQuery } from './query.ts';

const SCOPE = { source: 'ses_a', project: null };
const said = (authors: readonly string[]) =>
  turnPassages(
    SCOPE,
    authors.map((author, ordinal) => ({ ordinal, author, text: `word${ordinal}`, at: ordinal })),
    [],
  );

describe('a person and an assistant', () => {
  test('[F-20] lend no words to each other, people with names do', () => {
    expect(said(['user', 'assistant', 'user']).map(({ previous, next }) => previous + next)).toEqual([
      '',
      '',
      '',
    ]);
    expect(said(['Ann', 'Ben']).map(({ previous, next }) => previous + next)).toEqual([
      'Ben: word1',
      'Ann: word0',
    ]);
    expect(said(['Ann', 'assistant', 'Ben'])[0]?.next).toBe('Ben: word2');
  });

  test.each(['When does my sprint end?', 'what did I say', 'wo ist mein Hund', '我的狗叫什么'])(
    '[F-20] "%s" favours the user',
    (question) => {
      const naming = namingOf(parseQuery(question));
      expect(naming.isNamed({ author: 'user', text: '' })).toBe(true);
      expect(naming.isNamed({ author: 'assistant', text: '' })).toBe(false);
    },
  );

  test('[F-10, F-20] a name counts more than "I"', () => {
    expect(namingOf(parseQuery('what did Ann cook?')).othersDivisor).toBeGreaterThan(
      namingOf(parseQuery('what did I cook?')).othersDivisor,
    );
  });

  test('[F-20] a question about others favours nobody by a role', () => {
    expect(namingOf(parseQuery('when does the sprint end?')).isNamed({ author: 'user', text: '' })).toBe(
      false,
    );
  });

  test('[F-20] of one message two passages are shown, the second one where nothing else is found', () => {
    const long = turnPassages(
      SCOPE,
      [{ ordinal: 0, author: 'assistant', text: 'alpha beta. '.repeat(400), at: 0 }],
      [],
    );
    expect(long.length).toBeGreaterThan(3);
    const source = { id: 'ses_a', kind: 'session' as const, name: 'a' };
    const candidates = long.map((passage) => ({
      ...{
        row: { passage: { ...passage, until: null, length: passage.stop }, source },
        bm25: 1,
        textScore: 0.5,
        vectorScore: null,
      },
    }));
    const found = { by: 'words' as const, candidates, query: null, indexDamaged: false, isComplete: true };
    const shownOf = (all: typeof candidates, limit: number) =>
      bestPassages(
        { ...found, candidates: all, ranking: { by: 'words' } },
        { question: parseQuery('alpha'), limit },
      );
    expect(shownOf(candidates, 10)).toHaveLength(2);
    const other = said(['user', 'user'])[1];
    const least = candidates.slice(0, 1).map(({ row, ...rest }) => ({
      ...rest,
      textScore: 0.1,
      row: { ...row, passage: { ...row.passage, ...other } },
    }));
    const both = shownOf([...candidates, ...least], 10);
    expect(both.map(({ row }) => row.passage.ordinal)).toEqual([0, 1, 0]);
    expect(both.map(({ score }) => score)).toEqual(both.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(shownOf([...candidates, ...least], 2).map(({ row }) => row.passage.ordinal)).toEqual([0, 1]);
  });
});
