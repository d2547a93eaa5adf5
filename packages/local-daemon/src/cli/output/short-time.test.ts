import { expect, onTestFinished, test } from 'vitest';
import { shortTime, withShortTimes } from './short-time.ts';

const inZone = (zone: string): void => {
  const before = process.env.TZ;
  process.env.TZ = zone;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
};

test.each([
  ['the day before', '2027-06-02T10:00:00Z', '2027-06-01T21:59:00Z', 'yesterday 23:59'],
  ['the day before one of 23 hours', '2027-03-28T22:30:00Z', '2027-03-28T10:00:00Z', 'yesterday 12:00'],
  ['two days before, after one of 23 hours', '2027-03-28T22:30:00Z', '2027-03-27T22:45:00Z', '27 Mar'],
  ['the day before, which had 25 hours', '2027-11-01T22:30:00Z', '2027-10-30T22:30:00Z', 'yesterday 00:30'],
  ['the last day of a year', '2028-01-01T10:00:00Z', '2027-12-31T10:00:00Z', 'yesterday 11:00'],
  ['29 February', '2028-03-01T10:00:00Z', '2028-02-29T10:00:00Z', 'yesterday 11:00'],
  ['another year', '2028-03-01T10:00:00Z', '2027-03-01T10:00:00Z', '1 Mar 2027'],
])('a time says its day by the calendar: %s', (_, now, at, said) => {
  inZone('Europe/Berlin');
  expect(shortTime(at, Date.parse(now))).toBe(said);
});

test('the times in a sentence are as short as everywhere else, and nothing else is touched', () => {
  const nowMs = new Date(2026, 0, 31, 15, 0).getTime();
  const at = new Date(2026, 0, 31, 14, 5, 9).toISOString();
  expect(shortTime(at, nowMs)).toBe('today 14:05');
  expect(withShortTimes(`Compared: ${at}. Written ${at.replace('.000', '')}, key 2026-01-31.`, nowMs)).toBe(
    'Compared: today 14:05. Written today 14:05, key 2026-01-31.',
  );
});
