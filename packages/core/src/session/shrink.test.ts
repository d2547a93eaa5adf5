import { expect, test } from 'vitest';
import { shrinkSummary } from './compaction.ts';

test('[SE-2] a summary that is shortened keeps whole lines, each with its date, in their order', () => {
  const lines = Array.from(
    { length: 30 },
    (_, n) =>
      `user: The okapi number ${n} is fed at noon! (2026-01-${String((n % 28) + 1).padStart(2, '0')})`,
  );
  const kept = shrinkSummary(lines.join('\n'), 400).split('\n');
  expect(kept.length).toBeGreaterThan(3);
  expect(kept).toEqual(lines.filter((line) => kept.includes(line)));
});
