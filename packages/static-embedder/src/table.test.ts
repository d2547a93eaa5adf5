import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { embedText } from './embed.ts';
import { readTable } from './table.ts';
import { rowsOf } from './tokens.ts';

interface Check {
  readonly sha256: string;
  readonly rows: number;
  readonly dimensions: number;
  readonly samples: readonly { readonly text: string; readonly rows: readonly number[] }[];
}

const bytes = readFileSync(new URL('../data/tokens.bin', import.meta.url));
const check: Check = JSON.parse(readFileSync(new URL('../data/tokens.json', import.meta.url), 'utf8'));
const table = readTable(bytes);
const vectorOf = (text: string): Float32Array => embedText(table, text) ?? new Float32Array();
const cosine = (a: string, b: string): number => {
  const other = vectorOf(b);
  return vectorOf(a).reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
};

describe('[TV-1] the table', () => {
  test('is the one that the training made, byte by byte, and small', () => {
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(check.sha256);
    expect([table.rows.size, table.dimensions]).toEqual([check.rows, check.dimensions]);
    expect(bytes.length).toBeLessThan(21_500_000);
  });

  test('that is cut short, or none at all, is refused', () => {
    expect(() => readTable(bytes.subarray(0, bytes.length - 1))).toThrow('not whole');
    expect(() => readTable(Buffer.from('no table'))).toThrow('no table');
  });
});

describe('[TV-2] tokens', () => {
  test.each(check.samples)('of "$text" are those of the training', ({ text, rows }) => {
    expect(rowsOf(text, table.rows)).toEqual(rows);
  });
});

describe('[TV-3] vectors', () => {
  test('have length 1; a text without a known token has none', () => {
    expect(cosine('the cat sleeps', 'the cat sleeps')).toBeCloseTo(1, 5);
    expect(['', '!?', 'zzzqqqxx', '🙂'].map((text) => embedText(table, text))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test.each([
    ['English', 'My dog hates the vet', 'The pet is afraid of the doctor', 'The invoice is due in March'],
    ['German', 'Der Hund schläft im Garten', 'The dog sleeps in the garden', 'The server restarts on Friday'],
    [
      'French',
      'Le mot de passe de la base de données',
      'The password of the database',
      'A walk in the forest',
    ],
    ['Spanish', 'La reunión empieza a las nueve', 'The meeting starts at nine', 'My sister likes horses'],
    ['Italian', 'Il gatto mangia il pesce', 'The cat eats fish', 'The printer has no paper'],
    ['Portuguese', 'Meu irmão mora em Lisboa', 'My brother lives in Lisbon', 'Save the file as a table'],
    ['Chinese', '我妹妹喜欢音乐', 'My sister likes music', 'The door of the car is red'],
    ['Japanese', '猫は魚を食べる', 'The cat eats fish', 'The password was changed'],
  ])('of %s are nearer to what means the same than to what does not', (_, text, near, far) => {
    expect(cosine(text, near)).toBeGreaterThan(cosine(text, far) + 0.1);
  });

  test('of unrelated Japanese texts are far from each other', () => {
    const texts = [
      '今日は天気がいいので散歩に行きます。',
      'データベースのパスワードを変更した。',
      '猫が魚を食べた。',
    ];
    const pairs = texts.flatMap((a, at) => texts.slice(at + 1).map((b) => cosine(a, b)));
    expect(Math.max(...pairs)).toBeLessThan(0.5);
  });

  test('take microseconds: a thousand texts less than a second of this process', () => {
    const text =
      'We moved the nightly backup of the customer database to the new server in Frankfurt. '.repeat(2);
    const before = process.cpuUsage();
    for (let nth = 0; nth < 1_000; nth++) embedText(table, `${nth} ${text}`);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});
