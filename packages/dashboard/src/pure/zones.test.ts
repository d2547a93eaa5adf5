import { afterEach, describe, expect, test, vi } from 'vitest';
import { cadenceValue, listedCadence } from '../schedules/cadence.ts';
import { endOfDay, wallText } from './zones.ts';

describe('[PG-5] a day is over at midnight', () => {
  afterEach(() => void vi.unstubAllEnvs());

  test.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-26T23:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-09T04:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-02T05:00:00.000Z'],
    ['America/New_York', '2026-12-31', '2027-01-01T05:00:00.000Z'],
  ])('in %s also on %s, when clocks change', (zone, day, end) => {
    vi.stubEnv('TZ', zone);
    expect(endOfDay(day)?.toISOString()).toBe(end);
  });

  test('unless it is none', () => expect(endOfDay('soon')).toBeNull());
});

describe('[PG-18] a time that a schedule runs once', () => {
  const shown = (iso: string, zone: string) => wallText(Date.parse(iso), zone);

  test("stands in the form as its zone's clocks show it", () => {
    expect(shown('2027-01-31T08:00:00Z', 'Europe/Berlin')).toBe('2027-01-31T09:00');
    expect(shown('2027-01-31T08:00:00Z', 'America/New_York')).toBe('2027-01-31T03:00');
    expect(shown('2027-06-30T22:30:00Z', 'Europe/Berlin')).toBe('2027-07-01T00:30');
    expect(shown('2027-01-31T08:00:05Z', 'Asia/Kathmandu')).toBe('2027-01-31T13:45:05');
    expect(shown('2027-01-31T08:00:00Z', 'Nowhere/None')).toBe('2027-01-31T08:00');
    const at = '2027-01-31T08:00:00.000Z';
    expect(cadenceValue({ type: 'once', at, timezone: 'Asia/Tokyo' }, 'UTC')).toBe('2027-01-31T17:00');
    expect(cadenceValue({ type: 'once', at, timezone: null }, 'Europe/Berlin')).toBe('2027-01-31T09:00');
  });

  test('is told from the other one of the hour that clocks show twice', () => {
    expect(shown('2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('2026-10-25T02:30');
    expect(shown('2026-10-25T01:30:00Z', 'Europe/Berlin')).toBe('2026-10-25T02:30+01:00');
    expect(shown('2026-10-25T02:30:00Z', 'Europe/Berlin')).toBe('2026-10-25T03:30');
    expect(shown('2026-11-01T05:30:00Z', 'America/New_York')).toBe('2026-11-01T01:30');
    expect(shown('2026-11-01T06:30:00Z', 'America/New_York')).toBe('2026-11-01T01:30-05:00');
    expect(shown('2026-03-29T01:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T03:00');
  });
});

test('[PG-18] a list says a cron expression in words where it has any, with a zone that is not the own', () => {
  const cron = (expression: string, words: string | null) =>
    listedCadence({ cadence: { type: 'cron', expression, timezone: 'Asia/Tokyo' }, words }, 'Europe/Berlin');
  expect(cron('0 9 * * 1-5', 'at 09:00, Monday to Friday')).toBe('at 09:00, Monday to Friday (Asia/Tokyo)');
  expect(cron('0 9 L * *', null)).toBe('0 9 L * * (Asia/Tokyo)');
  expect(
    listedCadence(
      { cadence: { type: 'cron', expression: '0 9 * * *', timezone: 'UTC' }, words: 'at 9' },
      'UTC',
    ),
  ).toBe('at 9');
});
