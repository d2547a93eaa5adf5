import { expect, test } from 'vitest';
import { daysBefore, everyDay, growth } from './series.ts';
import { replacedBy, rivalsOf, wordDiff } from './word-diff.ts';

test('[PG-12] a difference is told by words, and what is the same stays', () => {
  const told = (before: string, after: string) =>
    wordDiff(before, after)
      .map(({ text, kind }) => (kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`))
      .join('');
  expect(told('The port is 1111', 'The port is 2222')).toBe('The port is -1111-+2222+');
  expect(told('same', 'same')).toBe('same');
  expect(told('', 'new')).toBe('+new+');
  expect(told('5433, since two of them run', '5433; 5432 is the archive')).toBe(
    '5433-, since two of them run-+; 5432 is the archive+',
  );
  expect(told('one two three', 'one three')).toBe('one -two -three');
  expect(told('a b', 'a  b')).toBe('a- -+  +b');
  expect(told('<b>old</b>', '<b>new</b>')).toBe('<b>-old-+new+</b>');
});

test('[PG-16] days without anything are days too, and what came before is counted from the start', () => {
  const counts = [
    { day: '2026-11-01', count: 5 },
    { day: '2026-11-20', count: 2 },
    { day: '2026-11-22', count: 1 },
  ];
  expect(everyDay(counts, '2026-11-20', '2026-11-22').map(({ count }) => count)).toEqual([2, 0, 1]);
  expect(growth(counts, '2026-11-20', '2026-11-22').map(({ count }) => count)).toEqual([7, 7, 8]);
  expect(everyDay([], '2026-02-27', '2026-03-01').map(({ day }) => day)).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
  expect(daysBefore(Date.parse('2026-11-22T23:59:00Z'), 1)).toBe('2026-11-21');
});

test('[PG-12] a wording is compared with the one that it replaced, also where two devices replaced the same', () => {
  const link = (id: string, supersededBy: string | null) => ({
    id,
    supersededBy,
    current: supersededBy === null,
  });
  const chain = [link('a', 'b'), link('b', 'c'), link('c', null), link('d', null)];
  const replaced = chain.map((_, at) => replacedBy(chain, at)?.id ?? null);
  expect(replaced).toEqual([null, 'a', 'b', 'b']);
  expect(rivalsOf(chain, 'c').map(({ id }) => id)).toEqual(['d']);
  expect(rivalsOf(chain.slice(0, 3), 'c')).toEqual([]);
  // A key keeps its id, and what it said is not superseded by another memory.
  const keyed = [{ ...link('k', null), current: false }, link('k', null)];
  expect(replacedBy(keyed, 1)).toBe(keyed[0]);
});
