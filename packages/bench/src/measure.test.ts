import { expect, test } from 'vitest';
import { atRate, sleep } from './measure.ts';

test('work at a fixed rate goes on beside slow work, and ends with the first failure', async () => {
  const begun: number[] = [];
  const work = async (n: number): Promise<void> => {
    begun.push(n);
    if (n === 1) throw new Error('refused');
    await sleep(n === 0 ? 60 : 0);
  };
  await expect(atRate({ count: 5, perSecond: 100 }, work)).rejects.toThrow('refused');
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});
