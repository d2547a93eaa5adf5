import type { Cadence, CadenceInput } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cadenceText, isReadable, nextRunAfter, readCadence, shownIn } from './cadence.ts';

const ms = (iso: string): number => Date.parse(iso);
const NOW = ms('2026-01-15T10:00:00Z');
const facts = { nowMs: NOW, timezone: 'Europe/Berlin' };

const cron = (expression: string, timezone = 'Europe/Berlin'): Cadence => ({
  type: 'cron',
  expression,
  timezone,
});

/** Returns the next runs in UTC. */
const runs = (cadence: Cadence, from: string, count: number): readonly string[] => {
  const found: string[] = [];
  for (let at = ms(from); found.length < count; ) {
    const next = nextRunAfter(cadence, at);
    if (next === null) break;
    found.push(new Date(next).toISOString().slice(0, 16));
    at = next;
  }
  return found;
};

const made = (input: CadenceInput): Cadence => {
  const read = readCadence(input, facts);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
};
const refusal = (input: CadenceInput): string => {
  const read = readCadence(input, facts);
  return read.ok ? '' : read.error.message;
};

describe('[SC-1] a cadence', () => {
  test('is a cron expression in a zone, the device’s own unless one is named', () => {
    expect(made({ type: 'cron', expression: ' 30 9 * * 1-5 ' })).toEqual(cron('30 9 * * 1-5'));
    const kolkata = made({ type: 'cron', expression: '30 9 * * *', timezone: 'Asia/Kolkata' });
    expect(runs(kolkata, '2026-01-15T10:00:00Z', 2)).toEqual(['2026-01-16T04:00', '2026-01-17T04:00']);
    expect(runs(made({ type: 'cron', expression: '@daily' }), '2026-01-15T10:00:00Z', 1)).toEqual([
      '2026-01-15T23:00',
    ]);
  });

  test('is a time that is still to come, in its zone where it names no offset', () => {
    expect(made({ type: 'once', at: '2026-07-01T09:00' })).toEqual({
      type: 'once',
      at: ms('2026-07-01T07:00:00Z'),
      timezone: 'Europe/Berlin',
    });
    const at = (text: string, timezone?: string): string => {
      const one = made({ type: 'once', at: text, ...(timezone === undefined ? {} : { timezone }) });
      return one.type === 'once' ? new Date(one.at).toISOString() : '';
    };
    expect(at('2026-07-01 09:00:30', 'America/New_York')).toBe('2026-07-01T13:00:30.000Z');
    expect(at('2026-07-01T09:00:00Z')).toBe('2026-07-01T09:00:00.000Z');
    expect(at('2026-07-01T09:00+05:30')).toBe('2026-07-01T03:30:00.000Z');
    expect(at('2026-02-01')).toBe('2026-01-31T23:00:00.000Z');
  });

  test('is an interval from now on, at least a minute', () => {
    expect(made({ type: 'interval', seconds: 60 })).toMatchObject({ seconds: 60, anchor: NOW });
    expect(made({ type: 'interval', seconds: 315_360_000 })).toMatchObject({ seconds: 315_360_000 });
    const hours = made({ type: 'interval', seconds: 7_200 });
    expect(runs(hours, '2026-01-15T10:00:00Z', 2)).toEqual(['2026-01-15T12:00', '2026-01-15T14:00']);
    expect(runs(hours, '2026-01-15T13:59:59Z', 1)).toEqual(['2026-01-15T14:00']);
    expect(runs(hours, '2026-01-15T14:00:00Z', 1)).toEqual(['2026-01-15T16:00']);
  });

  test.each<[string, CadenceInput, RegExp]>([
    ['of too few fields', { type: 'cron', expression: '9 * *' }, /not a cron expression of five fields/],
    ['of nothing', { type: 'cron', expression: '' }, /not a cron expression of five fields/],
    ['with an hour that is none', { type: 'cron', expression: '0 25 * * *' }, /hour: 25/],
    ['of words', { type: 'cron', expression: 'every day at nine sharp' }, /is not a cron expression/],
    ['that never comes', { type: 'cron', expression: '0 0 30 2 *' }, /would never run/],
    ['every second', { type: 'cron', expression: '* * * * * *' }, /the limit is once a minute/],
    ['twice in a minute', { type: 'cron', expression: '0,30 0 9 * * *' }, /every 30 seconds/],
    ['that is too long', { type: 'cron', expression: `${'1,'.repeat(130)} * * * *` }, /at most 256/],
    ['in no zone', { type: 'cron', expression: '0 9 * * *', timezone: 'Mars/Base' }, /not a time zone/],
    ['in an empty zone', { type: 'interval', seconds: 60, timezone: '' }, /not a time zone/],
    [
      'that is in the past',
      { type: 'once', at: '2026-01-15T10:59' },
      /2026-01-15 10:59 Europe\/Berlin is in the past/,
    ],
    ['at this moment', { type: 'once', at: '2026-01-15T10:00:00Z' }, /is in the past/],
    ['at no time', { type: 'once', at: 'tomorrow' }, /is not a time/],
    ['on no day', { type: 'once', at: '2026-02-30T10:00' }, /is not a time/],
    ['at hour 25', { type: 'once', at: '2026-03-01T25:00' }, /is not a time/],
    ['of 59 seconds', { type: 'interval', seconds: 59 }, /a minute \(60 s\)/],
    ['of half a second', { type: 'interval', seconds: 60.5 }, /whole seconds/],
    ['of eleven years', { type: 'interval', seconds: 315_360_001 }, /ten years/],
  ])('is refused %s, with a sentence', (_, input, sentence) => {
    expect(refusal(input)).toMatch(sentence);
  });

  test('once a minute by six fields is the most that is taken', () => {
    expect(refusal({ type: 'cron', expression: '15 * * * * *' })).toBe('');
  });

  test('is shown in its zone', () => {
    expect(shownIn(ms('2026-07-01T07:00:00Z'), 'Europe/Berlin')).toBe('2026-07-01 09:00 Europe/Berlin');
    expect(shownIn(ms('2026-07-01T07:00:00Z'), null)).toBe('2026-07-01 07:00 UTC');
    expect(shownIn(9e15, 'No/Where')).toMatch(/UTC$/);
  });

  test('of another program may be one that this one cannot read: it does not run, and nothing breaks', () => {
    expect(isReadable(cron('on full moons'))).toBe(false);
    expect(nextRunAfter(cron('0 9 * * *', 'Mars/Base'), NOW)).toBeNull();
    const fast: Cadence = { type: 'interval', seconds: 1, anchor: NOW, timezone: null };
    expect(nextRunAfter(fast, NOW)).toBe(NOW + 60_000);
    const late: Cadence = { type: 'interval', seconds: 60, anchor: NOW + 9e12, timezone: null };
    expect(nextRunAfter(late, NOW)).toBe(NOW + 60_000);
    expect(nextRunAfter(late, 8_640_000_000_000_000)).toBeNull();
    expect(nextRunAfter(cron('30 9 * * 1-5'), 8_640_000_000_000_000)).toBeNull();
  });

  test('reads the same whatever the order of its fields', () => {
    const other: Cadence = { timezone: 'UTC', expression: '0 9 * * *', type: 'cron' };
    expect(cadenceText(other)).toBe(cadenceText(cron('0 9 * * *', 'UTC')));
  });
});

describe('[SC-4] daylight saving', () => {
  test('a time in a gap that ends the day runs at the first moment after it', () => {
    expect(runs(cron('30 23 * * *', 'America/Nuuk'), '2027-03-27T12:00:00Z', 2)).toEqual([
      '2027-03-28T01:00',
      '2027-03-29T00:30',
    ]);
    expect(runs(cron('59 23 * * 6', 'America/Nuuk'), '2027-03-27T12:00:00Z', 1)).toEqual([
      '2027-03-28T01:00',
    ]);
  });

  test('an hour of a list that exists twice runs once, where clocks go back by two hours', () => {
    expect(runs(cron('0 1,3 * * *', 'Antarctica/Troll'), '2027-10-30T22:00:00Z', 2)).toEqual([
      '2027-10-30T23:00',
      '2027-10-31T03:00',
    ]);
  });

  test('a time that does not exist runs once, at the first moment after the gap', () => {
    expect(runs(cron('30 2 * * *'), '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
    expect(runs(cron('30 2 * * *', 'America/New_York'), '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-08T07:00',
      '2026-03-09T06:30',
    ]);
    // Daylight saving moves this zone by half an hour only.
    expect(runs(cron('15 2 * * *', 'Australia/Lord_Howe'), '2026-10-03T12:00:00Z', 2)).toEqual([
      '2026-10-03T15:30',
      '2026-10-04T15:15',
    ]);
  });

  test('a time that exists twice runs the first time only', () => {
    expect(runs(cron('30 2 * * *'), '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
    expect(runs(cron('30 1 * * *', 'America/New_York'), '2026-10-31T12:00:00Z', 2)).toEqual([
      '2026-11-01T05:30',
      '2026-11-02T06:30',
    ]);
    expect(runs(cron('45 1 * * *', 'Australia/Lord_Howe'), '2026-04-04T00:00:00Z', 2)).toEqual([
      '2026-04-04T14:45',
      '2026-04-05T15:15',
    ]);
  });

  test('what runs every hour or every few minutes goes on evenly through both', () => {
    expect(runs(cron('*/30 * * * *'), '2026-10-25T00:10:00Z', 4)).toEqual([
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
      '2026-10-25T02:00',
    ]);
    expect(runs(cron('0 * * * *'), '2026-03-29T00:10:00Z', 2)).toEqual([
      '2026-03-29T01:00',
      '2026-03-29T02:00',
    ]);
  });

  test('hours in a list or a range run once, also the hour that exists twice', () => {
    for (const expression of ['0 1,2,3 * * *', '0 1-3 * * *'])
      expect(runs(cron(expression), '2026-10-24T12:00:00Z', 4)).toEqual([
        '2026-10-24T23:00',
        '2026-10-25T00:00',
        '2026-10-25T02:00',
        '2026-10-26T00:00',
      ]);
  });

  test('a day that a zone left out is left out', () => {
    expect(runs(cron('0 9 * * *', 'Pacific/Apia'), '2011-12-29T00:00:00Z', 3)).toEqual([
      '2011-12-29T19:00',
      '2011-12-30T19:00',
      '2011-12-31T19:00',
    ]);
  });

  test('a time once, that does not exist or exists twice', () => {
    const at = (text: string): string => {
      const one = made({ type: 'once', at: text });
      return one.type === 'once' ? new Date(one.at).toISOString().slice(0, 16) : '';
    };
    expect(at('2026-03-29T02:30')).toBe('2026-03-29T01:30');
    expect(at('2026-10-25T02:30')).toBe('2026-10-25T00:30');
  });

  const ZONES = [
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'UTC',
  ];
  const dayIn = (at: number, zone: string): string => shownIn(at, zone).slice(0, 10);

  test('a fixed time runs exactly once on every day, in every zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        // Apia has been without daylight saving, and without jumps, since 2021.
        fc.integer({ min: ms('2022-01-01T00:00:00Z'), max: ms('2035-01-01T00:00:00Z') }),
        (zone, hour, minute, from) => {
          const cadence = cron(`${minute} ${hour} * * *`, zone);
          const days: string[] = [];
          for (let at = from, run = 0; run < 12; run++) {
            const next = nextRunAfter(cadence, at);
            if (next === null) throw new Error('it ended');
            expect(next).toBeGreaterThan(at);
            days.push(dayIn(next, zone));
            at = next;
          }
          for (const [at, day] of days.entries()) {
            const before = days[at - 1];
            if (before !== undefined) expect(Date.parse(day) - Date.parse(before)).toBe(86_400_000);
          }
        },
      ),
      { numRuns: 60, seed: 17 },
    );
  });

  test('the next run after a time is the same from anywhere between', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.constantFrom('30 2 * * *', '*/20 * * * *', '0 0 1 * *', '15 1 * * 0', '59 23 31 12 *'),
        fc.integer({ min: ms('2022-01-01T00:00:00Z'), max: ms('2035-01-01T00:00:00Z') }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (zone, expression, from, part) => {
          const next = nextRunAfter(cron(expression, zone), from) ?? 0;
          const between = Math.floor(from + (next - from) * part);
          expect(nextRunAfter(cron(expression, zone), between)).toBe(next);
        },
      ),
      { numRuns: 60, seed: 17 },
    );
  });
});
