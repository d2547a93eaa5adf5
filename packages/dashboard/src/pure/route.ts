/** Parses the part of the address behind `#`: `#/search?q=port`, `#/memory/m_1`. */

/** Groups of related pages. */
export const PAGE_GROUPS = [
  { title: 'Memory', pages: ['timeline', 'search', 'context', 'review', 'trash'] },
  { title: 'Agents', pages: ['sessions', 'summaries', 'profile', 'schedules'] },
  { title: 'Device', pages: ['devices', 'usage', 'settings'] },
] as const;
export type PageName = (typeof PAGE_GROUPS)[number]['pages'][number];
export const PAGES: readonly PageName[] = PAGE_GROUPS.flatMap(({ pages }) => pages);

/** `key`: opens the page after `g`. [PG-7] */
export const PAGE_INFO: Readonly<Record<PageName, { readonly title: string; readonly key: string }>> = {
  timeline: { title: 'Timeline', key: 't' },
  search: { title: 'Search', key: 's' },
  context: { title: 'Context', key: 'c' },
  review: { title: 'Review', key: 'r' },
  trash: { title: 'Trash', key: 'x' },
  sessions: { title: 'Sessions', key: 'e' },
  summaries: { title: 'Summaries', key: 'm' },
  profile: { title: 'Profile', key: 'p' },
  schedules: { title: 'Schedules', key: 'h' },
  devices: { title: 'Devices', key: 'd' },
  usage: { title: 'Usage', key: 'u' },
  settings: { title: 'Settings', key: ',' },
};

/** Pages in a phone's navigation. The rest are behind "More". */
export const FIRST_PAGES: readonly PageName[] = ['timeline', 'search', 'context', 'review'];

export type Route =
  | { readonly page: PageName; readonly query: Readonly<Record<string, string>> }
  | { readonly page: OneOf; readonly id: string }
  /** An unknown address. */
  | { readonly page: 'unknown'; readonly address: string };

/** Pages about one thing, by its id. `list`: the page that leads to it. */
const ONES = {
  memory: { path: 'memory', list: 'timeline', title: 'Memory' },
  session: { path: 'sessions', list: 'sessions', title: 'Session' },
  schedule: { path: 'schedules', list: 'schedules', title: 'Schedule' },
} as const;
export type OneOf = keyof typeof ONES;
const ONE_NAMES = ['memory', 'session', 'schedule'] as const;

export const titleOf = ({ page }: Route): string =>
  page === 'unknown' ? 'No such page' : isOne(page) ? ONES[page].title : PAGE_INFO[page].title;

/** Returns the same text for addresses of one view, whatever its filters. */
export const viewOf = (route: Route): string => {
  if (route.page === 'unknown') return route.address;
  return 'id' in route ? oneHash(route.page, route.id) : route.page;
};

/** Returns the page that the navigation marks. None for a memory, because many pages lead to it. */
export const placeOf = ({ page }: Route): PageName | null =>
  page === 'memory' || page === 'unknown' ? null : isOne(page) ? ONES[page].list : page;

const isOne = (page: PageName | OneOf): page is OneOf => page in ONES;

export const parseRoute = (hash: string): Route => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [name = '', id] = path.split('/');
  const one = ONE_NAMES.find((known) => ONES[known].path === name);
  if (one !== undefined && id !== undefined && id !== '') return { page: one, id: decoded(id) };
  const page = name === '' ? 'timeline' : PAGES.find((known) => known === name && id === undefined);
  if (page === undefined) return { page: 'unknown', address: path };
  return { page, query: Object.fromEntries(new URLSearchParams(query)) };
};

export const hashOf = (page: PageName, query: Readonly<Record<string, string | null>> = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, value]],
  );
  const text = new URLSearchParams(given).toString();
  return `#/${page}${text === '' ? '' : `?${text}`}`;
};

export const memoryHash = (id: string): string => oneHash('memory', id);
export const oneHash = (one: OneOf, id: string): string => `#/${ONES[one].path}/${encodeURIComponent(id)}`;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
