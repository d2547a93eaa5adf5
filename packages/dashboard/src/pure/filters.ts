/** Filters of memories as they stand in an address: several tags with commas between, days as `2026-11-25`. [PG-31] */

export type FilterValues = Readonly<Record<string, string>>;

export const tagsIn = (filters: FilterValues): readonly string[] =>
  (filters.tag ?? '').split(',').filter((tag) => tag !== '');

/** One that is there already stays once. */
export const withTag = (filters: FilterValues, tag: string): FilterValues => ({
  ...filters,
  tag: [...new Set([...tagsIn(filters), tag])].join(','),
});

export const withoutTag = (filters: FilterValues, tag: string): FilterValues => ({
  ...filters,
  tag: tagsIn(filters)
    .filter((one) => one !== tag)
    .join(','),
});

/** What a word of a memory's line narrows a list to. */
export const narrowedBy = (filters: FilterValues, name: string, value: string): FilterValues =>
  name === 'tag' ? withTag(filters, value) : { ...filters, [name]: value };
