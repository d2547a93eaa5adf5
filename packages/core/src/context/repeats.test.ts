import { describe, expect, test } from 'vitest';
import type { MemoryRow, ShownSummary } from '../ports/store.ts';
import { sampleId, sampleKeyedId, sampleRow } from '../testing/sample-memories.ts';
import { createRepeats } from './repeats.ts';

const row = (n: number, content: string): MemoryRow => sampleRow(sampleId(n), content);
const summary = (
  ...told: readonly (readonly [text: string, ...cited: readonly number[]])[]
): ShownSummary => ({
  ...{ id: 's', type: 'compacted', project: null, struck: 0, model: null },
  ...{ periodStart: 0, periodEnd: 1, createdAt: 1 },
  sentences: told.map(([text]) => text),
  cites: told.map(([, ...cited]) => cited.map(sampleId)),
});
/** Returns the rest of the second after the first was shown. */
const after = (first: ShownSummary | MemoryRow, second: ShownSummary) => {
  const repeats = createRepeats();
  if ('sentences' in first) repeats.sayRest(first);
  else repeats.say(first);
  return repeats.sayRest(second)?.sentences ?? [];
};

describe('[CX-1] a sentence is not said again', () => {
  test.each([
    [
      'word for word, whatever its date',
      'The office is in Lisbon. (2026-11-01)',
      'The office is in Lisbon. (2026-11-20)',
    ],
    ['in other cases and spaces', 'The office is  in LISBON', 'The office is in Lisbon.'],
    ['as a part of another', 'Since May the office is in Lisbon, near the river.', 'The office is in Lisbon'],
    [
      'in a language without spaces',
      '用户住在里斯本，喜欢喝绿茶和安静的早晨时光。',
      '喜欢喝绿茶和安静的早晨时光。',
    ],
  ])('%s', (_, first, second) => {
    expect(after(summary([first]), summary([second]))).toEqual([]);
  });

  test.each([
    ['with another number', 'The service listens on port 8001.', 'The service listens on port 8002.'],
    ['with a denial', 'The launch of the shop is not in May.', 'The launch of the shop is in May.'],
    ['that ends within a word', 'They deploy to production2 daily.', 'They deploy to production'],
    ['too short to tell', 'She likes dark chocolate.', 'dark'],
  ])('but one %s is', (_, first, second) => {
    expect(after(summary([first]), summary([second]))).toEqual([second]);
  });

  test('when it tells in other words what the same memories told, and nothing more', () => {
    const first = summary(['The user lives in Lisbon and works as a designer.', 1, 2]);
    expect(after(first, summary(['The user, a designer, lives in Lisbon.', 1]))).toEqual([]);
    const tea = 'Green tea is what the user drinks in the morning.';
    expect(after(first, summary([tea, 1]))).toEqual([tea]);
    const other = 'The user lives in Lisbon and is a designer.';
    expect(after(first, summary([other, 1, 3]))).toEqual([other]);
    const number = 'The user lives in Lisbon since 2019.';
    expect(after(first, summary([number, 1]))).toEqual([number]);
  });

  test('when it is pinned, and the others of its summary stay', () => {
    const rest = after(
      row(1, 'Deploys are on Fridays'),
      summary(['Deploys are on Fridays. (2026-11-01)', 1], ['The office is in Lisbon.', 2]),
    );
    expect(rest).toEqual(['The office is in Lisbon.']);
  });
});

test('[CX-1] what one summary says is left out of the next', () => {
  const repeats = createRepeats();
  const newer = summary(['A newer fact than that.', 2], ['The newest.', 3]);
  const all = summary(['The oldest fact of all.', 1], ['A newer fact than that.', 2], ['The newest.', 3]);
  expect(repeats.sayRest(newer)?.sentences).toEqual(['A newer fact than that.', 'The newest.']);
  expect(repeats.sayRest(all)?.sentences).toEqual(['The oldest fact of all.']);
  expect(repeats.sayRest(all)).toBeNull();
});

describe('[CX-1] a memory is not shown raw', () => {
  const said = () => {
    const repeats = createRepeats();
    repeats.sayRest(summary(['The office is in Lisbon. (2026-11-01)', 1], ['It has a terrace.', 1]));
    return repeats;
  };

  test('when all of its sentences are said, but whole when one is not', () => {
    expect(said().sayNew(row(1, 'The office is in Lisbon. It has a terrace.'))).toBe(false);
    expect(said().sayNew(row(1, 'The office is in Lisbon. Its rent was raised.'))).toBe(true);
  });

  test('twice', () => {
    const repeats = said();
    expect(repeats.sayNew(row(2, 'We deploy with make'))).toBe(true);
    expect(repeats.sayNew({ ...row(3, 'we deploy with  make'), project: 'p' })).toBe(false);
  });

  test.each([
    ['entity/default', 'service/billing', 'billing/port', 'Billing listens on port 8080.'],
    ['daily/2026-11-28', 'database', 'db', 'Billing uses PostgreSQL 16.'],
    ['tacit/preferences', 'tea', 'drinks', 'Always drinks Earl Grey.'],
  ])('when two devices learned its sentence under two keys: %s', (namespace, key, other, text) => {
    const repeats = said();
    const learned = { namespace, source: 'auto' } as const;
    expect(repeats.sayNew(sampleRow(sampleKeyedId(1), text, { ...learned, key }))).toBe(true);
    expect(repeats.sayNew(sampleRow(sampleKeyedId(2), text, { ...learned, key: other }))).toBe(false);
  });

  test.each([
    ['auto', 'entity/default', 'person/ada', 'person/luis', 'Lives in Porto near the river.'],
    ['user', 'n', 'staging-database', 'production-database', 'PostgreSQL 16 on the database host'],
  ] as const)('but shown when its key tells of what it is: %s', (source, namespace, key, other, text) => {
    const repeats = said();
    for (const [n, one] of [key, other].entries())
      expect(repeats.sayNew(sampleRow(sampleKeyedId(n), text, { namespace, source, key: one }))).toBe(true);
  });

  test('when only its value is said by chance', () => {
    const keyed = sampleRow(sampleKeyedId(1), 'The office is in Lisbon', {
      key: 'next-trip',
      namespace: 'n',
    });
    expect(said().sayNew(keyed)).toBe(true);
  });
});
