import { expect, test } from 'vitest';
import { createStyle } from '../style.ts';
import { workLines } from './work-lines.ts';

const lines = (memories: number, pending: number): string =>
  workLines(
    Object({
      store: { memories },
      models: { embedder: { pending, aside: 0, problem: null } },
      sync: { bootstrap: null, reseal: null },
    }),
    [],
    createStyle(false, null),
  ).join('\n');

test('[TE-6] a bar shows how many texts have a vector, and a count how many wait beyond the memories', () => {
  expect(lines(100, 25)).toMatch(/embedding .*75 of 100$/);
  expect(lines(100, 100)).toMatch(/embedding .*0 of 100$/);
  expect(lines(100, 9_000)).toMatch(/embedding\s+9000 texts wait$/);
  expect(lines(100, 0)).toBe('');
});
