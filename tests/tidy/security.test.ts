import { expect, test } from 'vitest';
import { listFiles, readText } from './source-files.ts';

const TEST = /`([\w./-]+\.test\.ts)`/g;

const text = readText('docs/security.md');

test('each attacker of docs/security.md stands beside the tests that play them, or why there are none', () => {
  const [, table = ''] = /## Attackers, and the tests that play them\n\n([\s\S]*?)\n\n/.exec(text) ?? [];
  const rows = table.split('\n').slice(2);
  expect(rows.length).toBeGreaterThan(15);
  const bare = rows.filter((row) => row.match(TEST) === null && !/\| none: [a-z]/.test(row));
  expect(bare.map((row) => row.split('|')[1]?.trim())).toEqual([]);
});

test('docs/security.md names tests that are there', () => {
  const named = [...text.matchAll(TEST)].map(([, path = '']) => path);
  const files = new Set(listFiles());
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !files.has(path))).toEqual([]);
});
