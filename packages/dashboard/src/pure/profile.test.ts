import { USER_FIELDS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { earlierTexts, itemAfter, itemPlace, removedItems, typedOf, valueOfTyped } from './profile-words.ts';

const version = (field: string, value: string | null, second: number, current = false) => ({
  ...{ profile: 'rules', field, value, at: `2026-11-22T10:00:0${second}.000Z`, current },
  ...(value === null ? {} : { section: 'Code', enabled: true }),
});

test('[PG-20] a list is typed one a line; nothing takes a value away', () => {
  expect(typedOf(['chess', 'go, indoors'])).toBe('chess\ngo, indoors');
  expect(valueOfTyped(' chess\n\ngo, indoors ', USER_FIELDS.interests)).toEqual(['chess', 'go, indoors']);
  expect(valueOfTyped(' \n', USER_FIELDS.interests)).toBeNull();
  expect(valueOfTyped('Ship\nit', USER_FIELDS.goals)).toBe('Ship\nit');
});

test('[PG-20] what was taken away is told once, and not when the same stands there again', () => {
  const versions = [
    version('item.a', 'Use tabs', 1),
    version('item.b', 'Be brief', 2),
    version('item.a', null, 3, true),
    version('item.b', null, 4, true),
    version('item.c', 'Use tabs', 5, true),
  ];
  const empty = { raw: null, sections: [] };
  expect(removedItems(versions, empty).map(({ text }) => text)).toEqual(['Be brief', 'Use tabs']);
  const items = [{ id: 'c', text: 'Use tabs', enabled: true }];
  const again = { raw: null, sections: [{ name: 'Code', items }] };
  expect(removedItems(versions, again).map(({ text }) => text)).toEqual(['Be brief']);
});

test('[PG-20] what two devices took away is told, and is brought back as off as it was', () => {
  const versions = [
    { ...version('item.a', 'Use tabs', 1), enabled: false },
    version('item.a', null, 2),
    version('item.a', null, 3, true),
  ];
  const [removed] = removedItems(versions, { raw: null, sections: [] });
  expect(removed).toMatchObject({ section: 'Code', text: 'Use tabs', enabled: false });
});

test('[PG-20] what was said before comes newest first, each wording once, without the present one', () => {
  const versions = [
    version('goals', 'a', 1),
    version('goals', 'b', 2),
    version('goals', 'a', 3),
    version('goals', null, 4),
    version('goals', 'c', 5, true),
    version('other', 'd', 6, true),
  ];
  expect(earlierTexts(versions, 'goals', 'c').map(({ text }) => text)).toEqual(['a', 'b']);
});

test('[PG-20] an undone removal puts the item, and the section that it was the first of, where they were', () => {
  const section = (name: string, ...ids: readonly string[]) => ({
    name,
    items: ids.map((id) => ({ id, text: id, enabled: true })),
  });
  const all = [section('Style', 'a', 'b'), section('Code', 'c'), section('Tone', 'd')];
  const first = itemPlace(all, 'Style', 'a');
  // The rest of the section stayed in front, or went behind another one.
  expect(itemAfter([section('Style', 'b'), section('Code', 'c')], first)).toBe('b');
  expect(itemAfter([section('Code', 'c'), section('Style', 'b'), section('Tone', 'd')], first)).toBe('c');
  expect(itemAfter([section('Style', 'a'), section('Code', 'c')], itemPlace(all, 'Style', 'b'))).toBeNull();
  // A section of one item was gone.
  const alone = itemPlace(all, 'Code', 'c');
  expect(itemAfter([section('Style', 'a', 'b'), section('Tone', 'd')], alone)).toBe('d');
  expect(itemAfter([section('Style', 'a', 'b')], alone)).toBeNull();
});
