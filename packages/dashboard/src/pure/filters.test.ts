import { expect, test } from 'vitest';
import { hasFilters, tagsIn, withoutTag, withTag } from './filters.ts';

test('[PG-31] tags of an address are separated by commas, and a tag may hold one', () => {
  expect(tagsIn({ tag: 'rome,italy' })).toEqual(['rome', 'italy']);
  const both = withTag(withTag({}, 'rome, italy'), 'a\\b');
  expect(tagsIn(both)).toEqual(['rome, italy', 'a\\b']);
  expect(withTag(both, 'rome, italy')).toEqual(both);
  expect(tagsIn(withoutTag(both, 'rome, italy'))).toEqual(['a\\b']);
  expect(tagsIn({ tag: '' })).toEqual([]);
});

test('[PG-31] a filter without a value narrows nothing, so nothing is offered to be forgotten', () => {
  const all = [{}, { tag: '' }, { tag: ',' }, { tag: '\\' }, { project: '' }];
  expect(all.map(hasFilters)).toEqual(all.map(() => false));
  expect([{ tag: 'a' }, { pinned: '1' }, { before: '2026-01-01' }].map(hasFilters)).toEqual([
    true,
    true,
    true,
  ]);
});
