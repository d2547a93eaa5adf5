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
  expect(parseFacet(facet, FACET_VERSION, value)).toEqual({ facet, value });
});

test.each(good)('[SY-M6] the facet %s of another version or shape is not understood', (facet, value) => {
  expect(parseFacet(facet, FACET_VERSION + 1, value)).toBeNull();
  expect(parseFacet(facet, FACET_VERSION, { odd: 1 })).toBeNull();
  expect(parseFacet(facet, FACET_VERSION, null)).toBeNull();
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
  expect(parseFacet('body', FACET_VERSION, value)).toEqual({ facet: 'body', value });
  const first = { ...value, tags: ['a'], pinned: true, trust: 'normal' };
  expect(parseFacet('body', FACET_VERSION, first)).toEqual({ facet: 'body', value: first });
  expect(parseFacet('body', FACET_VERSION, { ...value, source: 'rumour' })).toBeNull();
});

test('[SY-M6] a field of a later program, at any depth, is noticed', () => {
  for (const [facet, value] of good) {
    const parsed = parseFacet(facet, FACET_VERSION, value)?.value;
    expect(isWhole(value, parsed)).toBe(true);
    const later = { ...Object(value), later: 1 };
    expect(isWhole(later, parseFacet(facet, FACET_VERSION, later)?.value)).toBe(false);
  }
  expect(isWhole({ by: { name: 'a', later: [] } }, { by: { name: 'a' } })).toBe(false);
  expect(isWhole({ tags: ['a', 'b'] }, { tags: ['a'] })).toBe(false);
});

test('[SY-M6] a facet of a later program is not understood', () => {
  expect(parseFacet('mood', FACET_VERSION, {})).toBeNull();
  expect(parseFacet('', FACET_VERSION, {})).toBeNull();
});
