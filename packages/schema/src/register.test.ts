import { expect, test } from 'vitest';
import { FACET_VERSION, isWhole, parseFacet } from './register.ts';

const good: readonly [string, unknown][] = [
  ['link', { supersededBy: null }],
  ['flags', { pinned: true, trust: 'high' }],
  ['tags', { tags: ['a', 'b'] }],
  ['gone', { hash: null }],
  ['count.d_00000000000000000000000000', { n: 3, first: 1, last: 2 }],
];

test.each(good)('[SY-D3] the facet %s is understood in the present version', (facet, value) => {
  expect(parseFacet('memory', facet, FACET_VERSION, value)).toEqual({ facet, value });
});

test.each(good)('[SY-M6] the facet %s of another version or shape is not understood', (facet, value) => {
  expect(parseFacet('memory', facet, FACET_VERSION + 1, value)).toBeNull();
  expect(parseFacet('memory', facet, FACET_VERSION, { odd: 1 })).toBeNull();
  expect(parseFacet('memory', facet, FACET_VERSION, null)).toBeNull();
});

test('[SY-D3] a body carries what is never rewritten, and may carry the first tags and flags', () => {
  const value = {
    content: 'words',
    namespace: null,
    key: null,
    project: 'p',
    source: 'user',
    createdAt: 1,
    by: { device: 'd_00000000000000000000000000', name: 'laptop', session: null, agent: null },
  };
  expect(parseFacet('memory', 'body', FACET_VERSION, value)).toEqual({ facet: 'body', value });
  const first = { ...value, tags: ['a'], pinned: true, trust: 'normal' };
  expect(parseFacet('memory', 'body', FACET_VERSION, first)).toEqual({ facet: 'body', value: first });
  expect(parseFacet('memory', 'body', FACET_VERSION, { ...value, source: 'rumour' })).toBeNull();
});

test('[SY-M6] a field of a later program, at any depth, is noticed', () => {
  for (const [facet, value] of good) {
    const parsed = parseFacet('memory', facet, FACET_VERSION, value)?.value;
    expect(isWhole(value, parsed)).toBe(true);
    const later = { ...Object(value), later: 1 };
    expect(isWhole(later, parseFacet('memory', facet, FACET_VERSION, later)?.value)).toBe(false);
  }
  expect(isWhole({ by: { name: 'a', later: [] } }, { by: { name: 'a' } })).toBe(false);
  expect(isWhole({ tags: ['a', 'b'] }, { tags: ['a'] })).toBe(false);
});

const DEVICE = 'd_00000000000000000000000000';
const cadence = { type: 'cron', expression: '0 9 * * 1', timezone: 'Europe/Berlin' };
const others: readonly (readonly ['profile' | 'schedule', string, Readonly<Record<string, unknown>>])[] = [
  ['profile', 'field.name', { of: 'user', value: 'Ada' }],
  ['profile', 'field.interests', { of: 'user', value: ['chess'] }],
  [
    'profile',
    'item.00000000000000000000000000',
    { of: 'rules', section: 'Style', text: 'Tabs', enabled: true, order: 1 },
  ],
  ['profile', 'gone', { hash: null }],
  [
    'schedule',
    'def',
    {
      ...{ name: null, goal: 'Say hello', cadence, notify: 'always', project: null, channel: null },
      ...{ channelContext: null, createdAt: 1, by: { device: DEVICE, name: 'laptop', agent: null } },
    },
  ],
  ['schedule', 'runner', { device: DEVICE, name: 'laptop' }],
  ['schedule', 'state', { status: 'paused', reason: 'It failed five times.' }],
  ['schedule', 'gone', { hash: null }],
];

test.each(others)(
  '[SY-D3] of a %s the facet %s is understood, whole, and by no other kind',
  (kind, facet, value) => {
    expect(parseFacet(kind, facet, FACET_VERSION, value)).toEqual({ facet, value });
    const later = { ...value, later: 1 };
    expect(isWhole(later, parseFacet(kind, facet, FACET_VERSION, later)?.value)).toBe(false);
    expect(parseFacet(kind, facet, FACET_VERSION, { odd: 1 })).toBeNull();
    if (facet !== 'gone') expect(parseFacet('memory', facet, FACET_VERSION, value)).toBeNull();
    expect(parseFacet(kind, 'body', FACET_VERSION, value)).toBeNull();
  },
);

test('[SY-M6] a facet of a later program is not understood', () => {
  expect(parseFacet('memory', 'mood', FACET_VERSION, {})).toBeNull();
  expect(parseFacet('memory', '', FACET_VERSION, {})).toBeNull();
});
