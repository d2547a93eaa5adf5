import { readFileSync } from 'node:fs';
import { createClient } from '@libsql/client/sqlite3';
import { describe, expect, test } from 'vitest';
import { placeOfStem, stemOf } from './stems.ts';

/** Some 1,500 English words, endings of all kinds among them. */
const WORDS = [
  ...new Set(
    readFileSync(new URL('../../SPEC.md', import.meta.url), 'utf8')
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? [],
  ),
  ...[
    'relational',
    'conditional',
    'happiness',
    'hopefulness',
    'sensibilities',
    'activate',
    'hoping',
    'dyed',
    'skies',
  ],
];

/** Returns the terms that the index makes of the words, in their order. */
const indexed = async (words: readonly string[]): Promise<readonly unknown[]> => {
  const client = createClient({ url: ':memory:' });
  try {
    await client.executeMultiple(
      "CREATE VIRTUAL TABLE t USING fts5(word, tokenize = 'porter unicode61'); CREATE VIRTUAL TABLE v USING fts5vocab(t, instance);",
    );
    await client.batch(words.map((word) => ({ sql: 'INSERT INTO t (word) VALUES (?)', args: [word] })));
    const { rows } = await client.execute('SELECT term FROM v ORDER BY doc');
    return rows.map(({ term }) => term);
  } finally {
    client.close();
  }
};

describe('stems', () => {
  test('[F-17] are those of the index', async () => {
    expect(WORDS.length).toBeGreaterThan(1_000);
    const terms = await indexed(WORDS);
    const others = WORDS.flatMap((word, at) =>
      stemOf(word) === terms[at] ? [] : [`${word}: ${stemOf(word)}, not ${terms[at]}`],
    );
    expect(others).toEqual([]);
  });

  test('[F-17] of words with other letters are the words', () => {
    expect(['größen', '数据库', 'p95', ''].map(stemOf)).toEqual(['größen', '数据库', 'p95', '']);
  });

  test.each([
    ['a happy end', 'happiness', 2],
    ['we kept hoping', 'hope', 8],
    ['activation of cards', 'activate', 0],
    ['unhappy, happiness', 'happy', 9],
    ['nothing of it', 'happy', -1],
  ])('[F-17] in "%s" the stem of "%s" is at %d', (text, word, at) => {
    expect(placeOfStem(text, stemOf(word))).toBe(at);
  });

  test('[F-22] the search goes on after a place', () => {
    expect(placeOfStem('run, running', 'run', 1)).toBe(5);
  });
});
