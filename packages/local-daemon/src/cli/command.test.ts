import { describe, expect, test } from 'vitest';
import { type CommandSpec, type OptionSpec, readGiven } from './command.ts';

const NOW = new Date(2026, 10, 27, 13, 30).getTime();
const HOUR = 3_600_000;

/** Returns milliseconds since 1970, or the message of the refusal. */
const read = (text: string, day?: OptionSpec['day']): number | string => {
  const option: OptionSpec = { name: 'since', kind: 'time', value: 'TIME', help: '', ...(day && { day }) };
  const spec: CommandSpec = {
    ...{ path: 'list', summary: '', examples: [], arguments: [], options: [option] },
    load: () => Promise.reject(new Error('it is not run here')),
  };
  const given = readGiven(spec, [], { since: text }, NOW);
  return given.ok ? Date.parse(given.value.text('since') ?? '') : given.error.message;
};

describe('times that a person writes', () => {
  test.each([
    ['today', 'begin', new Date(2026, 10, 27).getTime()],
    ['Yesterday', 'begin', new Date(2026, 10, 26).getTime()],
    ['yesterday', 'end', new Date(2026, 10, 27).getTime()],
    ['2026-11-26', 'end', new Date(2026, 10, 27).getTime()],
    ['45m', undefined, NOW - 0.75 * HOUR],
    ['2 hours ago', 'begin', NOW - 2 * HOUR],
    ['3d', 'end', NOW - 72 * HOUR],
    ['2 Weeks', 'begin', NOW - 336 * HOUR],
    ['2026-01-31T09:30:00Z', 'begin', Date.UTC(2026, 0, 31, 9, 30)],
  ] as const)('%s (%s)', (text, day, expected) => {
    expect(read(text, day)).toBe(expected);
  });

  test.each([
    'soon',
    '3',
    '2026-13-01',
    '2026-02-30',
    '2026-02-29T10:00',
    '1.5',
    '3 fortnights ago',
    'd',
    '-3d',
    '3 months',
  ])('%s is refused', (text) => {
    expect(read(text, 'begin')).toContain(`"${text}" is not a time. Write 2026-01-31`);
  });
});

test.each(['project', 'namespace', 'key', 'agent'])('an empty --%s is refused', (name) => {
  const spec: CommandSpec = {
    ...{ path: 'save', summary: '', examples: [], arguments: [] },
    options: [{ name, kind: 'text', value: 'NAME', help: '' }],
    load: () => Promise.reject(new Error('it is not run here')),
  };
  for (const empty of ['', ' '])
    expect(readGiven(spec, [], { [name]: empty })).toMatchObject({
      error: { kind: 'usage', message: `--${name}: it is empty. Leave it out or give a name.` },
    });
  expect(readGiven(spec, [], { [name]: 'a' })).toMatchObject({ ok: true });
});
