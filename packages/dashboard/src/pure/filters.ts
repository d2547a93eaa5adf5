/** Filters of memories in an address: several tags separated by commas, days as `2026-11-25`. A comma of a tag is `\,`. [PG-31] */
import { endOfDay, startOfDay } from './zones.ts';

export type FilterValues = Readonly<Record<string, string>>;

export const tagsIn = (filters: FilterValues): readonly string[] =>
  (filters.tag?.match(/(?:\\.|[^\\,])+/gsu) ?? []).map((tag) => tag.replace(/\\(.)/gsu, '$1'));

const tagText = (tags: Iterable<string>): string =>
  [...tags].map((tag) => tag.replace(/[\\,]/g, '\\$&')).join(',');

/** Adds a tag, unless it is already there. */
export const withTag = (filters: FilterValues, tag: string): FilterValues => ({
  ...filters,
  tag: tagText(new Set([...tagsIn(filters), tag])),
});

export const withoutTag = (filters: FilterValues, tag: string): FilterValues => ({
  ...filters,
  tag: tagText(tagsIn(filters).filter((one) => one !== tag)),
});

/** Returns the filters after a click on a word of a memory's line. */
export const narrowedBy = (filters: FilterValues, name: string, value: string): FilterValues =>
  name === 'tag' ? withTag(filters, value) : { ...filters, [name]: value };

export type FilterName = 'project' | 'tag' | 'source' | 'device' | 'agent' | 'pinned' | 'since' | 'before';

const given = (filters: FilterValues, name: FilterName): string | undefined => filters[name] || undefined;

/** Returns whether anything narrows the list. An address may name a filter and give it nothing, such as `tag=,`. */
export const hasFilters = (filters: FilterValues): boolean =>
  Object.values(scopeOf(filters)).some((value) => value !== undefined);

/** Converts the filters to the scope of a list or a search. `before` includes the whole of its day. */
export const scopeOf = (filters: FilterValues) => {
  const [since, before] = [given(filters, 'since'), given(filters, 'before')];
  const tags = tagsIn(filters);
  return {
    project: given(filters, 'project'),
    tags: tags.length === 0 ? undefined : tags,
    source: given(filters, 'source'),
    device: given(filters, 'device'),
    agent: given(filters, 'agent'),
    pinned: given(filters, 'pinned') === undefined ? undefined : true,
    since: since === undefined ? undefined : (startOfDay(since)?.toISOString() ?? since),
    until: before === undefined ? undefined : (endOfDay(before)?.toISOString() ?? before),
  };
};
