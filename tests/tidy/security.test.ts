import { expect, test } from 'vitest';
import { listFiles, readText } from './source-files.ts';

const TEST = /`([\w./-]+\.test\.ts)`/g;

test('docs/security.md names tests that are there, in every row of what an attacker cannot do', () => {
  const text = readText('docs/security.md');
  const named = [...text.matchAll(TEST)].map(([, path = '']) => path);
  const files = new Set(listFiles());
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !files.has(path))).toEqual([]);
});
