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

  test('[F-20] a question about others favours nobody by a role', () => {
    expect(namingOf(parseQuery('when does the sprint end?')).isNamed({ author: 'user', text: '' })).toBe(
      false,
    );
  });

  test('[F-20] of one message two passages are shown', () => {
    const long = turnPassages(
      SCOPE,
      [{ ordinal: 0, author: 'assistant', text: 'alpha beta. '.repeat(400), at: 0 }],
      [],
    );
    expect(long.length).toBeGreaterThan(3);
    const source = { id: 'ses_a', kind: 'session' as const, name: 'a' };
    const candidates = long.map((passage) => ({
      ...{
        row: { passage: { ...passage, until: null }, source },
        bm25: 1,
        textScore: 0.5,
        vectorScore: null,
      },
    }));
    const found = { by: 'words' as const, candidates, query: null, indexDamaged: false, isComplete: true };
    const best = bestPassages(
      { ...found, ranking: { by: 'words' } },
      { question: parseQuery('alpha'), limit: 10 },
    );
    expect(best).toHaveLength(2);
  });
});
