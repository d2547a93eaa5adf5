import { expect, test } from 'vitest';
import { cadenceOf, cadenceValue } from './cadence.ts';

test('[PG-18] an interval is the same after its minutes were shown in a field', () => {
  const seconds = Array.from({ length: 86_341 }, (_, n) => n + 60);
  const changed = seconds.filter((one) => {
    const shown = cadenceValue({ type: 'interval', seconds: one, anchor: '', timezone: null }, 'UTC');
    const read = cadenceOf('interval', shown, '');
    return read.type !== 'interval' || read.seconds !== one;
  });
  expect(changed).toEqual([]);
});
