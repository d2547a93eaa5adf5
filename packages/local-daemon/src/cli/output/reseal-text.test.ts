import { expect, test } from 'vitest';
import { resealText } from './reseal-text.ts';

test('[TR-4] how far the re-sealing is never reads 100 before a device has signed that it is over', () => {
  const at = (done: number, total: number) => resealText({ kg: 2, done, total, isOver: false });
  expect(at(4, 10)).toBe('re-encrypting everything under key 2, 40 %');
  expect([at(10, 10), at(0, 0)].map((text) => text.slice(-4))).toEqual(['99 %', '99 %']);
});
