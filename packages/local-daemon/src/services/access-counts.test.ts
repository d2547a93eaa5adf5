import { expect, test } from 'vitest';
import { createAccessCounts } from './access-counts.ts';

const counting = (write: (ids: readonly string[]) => Promise<void>) => {
  let due: (() => void) | null = null;
  const errors: unknown[] = [];
  const counts = createAccessCounts({
    write,
    timers: {
      after: (_ms, call) => {
        due = call;
        return () => {
          due = null;
        };
      },
    },
    onError: (error) => errors.push(error),
  });
  return { counts, errors, fire: () => due?.(), isWaiting: () => due !== null };
};

test('[M-6] what was shown is counted later, in one write', async () => {
  const written: (readonly string[])[] = [];
  const { counts, fire, isWaiting } = counting(async (ids) => void written.push(ids));
  counts.note(['a', 'b']);
  counts.note(['a']);
  expect(written).toEqual([]);
  fire();
  await counts.flush();
  expect([written, isWaiting()]).toEqual([[['a', 'b', 'a']], false]);
});

test('[M-6] nothing shown, nothing written; a failing write stops nobody', async () => {
  const { counts, errors, isWaiting } = counting(() => Promise.reject(new Error('disk full')));
  counts.note([]);
  await counts.flush();
  expect([errors, isWaiting()]).toEqual([[], false]);
  counts.note(['a']);
  await counts.flush();
  expect(errors).toHaveLength(1);
});
