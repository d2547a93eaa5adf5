import type { CadenceInput, CadencePreview } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { previewCadence } from './cadence.ts';
import { cronWords } from './cron-words.ts';

const facts = { nowMs: Date.parse('2026-03-27T10:00:00Z'), timezone: 'Europe/Berlin' };

const preview = (input: CadenceInput): CadencePreview => {
  const made = previewCadence(input, facts);
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
};

describe('[SC-1] a cadence before it is saved', () => {
  test('is its next five runs, over a change of clocks, in words where it has any', () => {
    const { words, timezone, next } = preview({ type: 'cron', expression: '30 9 * * *' });
    expect({ words, timezone }).toEqual({ words: 'at 09:30 every day', timezone: 'Europe/Berlin' });
    expect(next.map(({ at }) => at)).toEqual([
      '2026-03-28T08:30:00.000Z',
      '2026-03-29T07:30:00.000Z',
      '2026-03-30T07:30:00.000Z',
      '2026-03-31T07:30:00.000Z',
      '2026-04-01T07:30:00.000Z',
    ]);
    expect(next[1]?.text).toBe('2026-03-29 09:30 Europe/Berlin');
  });

  test('is one run when it is once, and counted from now when it is an interval', () => {
    expect(preview({ type: 'once', at: '2026-07-01T09:00', timezone: 'UTC' }).next).toEqual([
      { at: '2026-07-01T09:00:00.000Z', text: '2026-07-01 09:00 UTC' },
    ]);
    const hours = preview({ type: 'interval', seconds: 7_200 });
    expect(hours.next.map(({ at }) => at.slice(11, 16))).toEqual([
      '12:00',
      '14:00',
      '16:00',
      '18:00',
      '20:00',
    ]);
    expect(hours.words).toBeNull();
  });

  test('ends with its runs: a day that comes once in four years, until dates end', () => {
    expect(
      preview({ type: 'cron', expression: '0 0 29 2 *' }).next.map(({ text }) => text.slice(0, 4)),
    ).toEqual(['2028', '2032', '2036', '2040', '2044']);
  });

  test('that would be refused is refused by the same sentence', () => {
    const made = previewCadence({ type: 'cron', expression: '0 25 * * *' }, facts);
    expect(made.ok ? '' : made.error.message).toMatch(/hour: 25/);
  });
});

describe('[SC-1] a cron expression in words', () => {
  test.each([
    ['* * * * *', 'every minute'],
    ['*/15 * * * *', 'every 15 minutes'],
    ['0 * * * *', 'every hour'],
    ['5,35 * * * *', 'every hour, at minute 5 and 35'],
    ['0 */2 * * *', 'every 2 hours'],
    ['30 */6 * * *', 'every 6 hours, at minute 30'],
    ['30 9 * * 1-5', 'at 09:30, Monday to Friday'],
    ['30 9 * * mon-FRI', 'at 09:30, Monday to Friday'],
    ['0 9,17 * * *', 'at 09:00 and 17:00 every day'],
    ['0 9-17 * * 1-5', 'every hour from 09:00 to 17:00, Monday to Friday'],
    ['*/10 9-17 * * *', 'every 10 minutes from 09:00 to 17:59'],
    ['*/10 9 * * *', 'every 10 minutes from 09:00 to 09:59'],
    ['0 9 * * 0', 'at 09:00, every Sunday'],
    ['0 9 * * 7', 'at 09:00, every Sunday'],
    ['0 9 * * 1,4', 'at 09:00, every Monday and Thursday'],
    ['0 9 * * 0,6', 'at 09:00, every Saturday and Sunday'],
    ['0 9 1,15 * *', 'at 09:00, on the 1st and 15th of every month'],
    ['0 9 2,3,11,22 1 *', 'at 09:00, on the 2nd, 3rd, 11th and 22nd of January'],
    ['0 9 * 6-8 *', 'at 09:00, in June to August'],
    ['0 9 * JAN,JUL 1', 'at 09:00, every Monday in January and July'],
    ['0 9 1 * 1', 'at 09:00, on the 1st of every month, and every Monday'],
    ['0 30 9 * * *', 'at 09:30 every day'],
    ['@daily', 'at 00:00 every day'],
    ['@weekly', 'at 00:00, every Sunday'],
    ['0 8-18/5 * * *', 'at 08:00, 13:00 and 18:00 every day'],
  ])('%s: %s', (expression, words) => {
    expect(cronWords(expression)).toBe(words);
  });

  test.each([
    '*/7 * * * *',
    '0 */5 * * *',
    '15 0 9 * * *',
    '0 9 L * *',
    '0 9 * * 1#2',
    '0 9 */2 * *',
    '0 9 1 6 1',
    '0,30 9-17 * * *',
    '0 1,3,5,7,9 * * *',
    '0 17-9 * * *',
    '0 9 * *',
    'every day',
    'constructor',
    '0 12 */1 * 1',
    '0 12 1 * */1',
    '__proto__',
    '',
  ])('none for %s', (expression) => {
    expect(cronWords(expression)).toBeNull();
  });
});
