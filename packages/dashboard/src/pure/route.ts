/** The part of the address behind `#`, as data: `#/search?q=port`, `#/memory/m_1`. */

export const PAGES = ['timeline', 'search', 'context', 'review', 'devices', 'usage', 'settings'] as const;
export type PageName = (typeof PAGES)[number];

export interface PageInfo {
  readonly title: string;
  /** After `g` it leads there. [PG-7] */
  readonly key: string;
}

export const PAGE_INFO: Readonly<Record<PageName, PageInfo>> = {
  timeline: { title: 'Timeline', key: 't' },
  search: { title: 'Search', key: 's' },
  context: { title: 'Context', key: 'c' },
  review: { title: 'Review', key: 'r' },
  devices: { title: 'Devices', key: 'd' },
  usage: { title: 'Usage', key: 'u' },
  settings: { title: 'Settings', key: ',' },
};

/** What belongs together stands together. */
export const PAGE_GROUPS: readonly { readonly title: string; readonly pages: readonly PageName[] }[] = [
  { title: 'Memory', pages: ['timeline', 'search', 'context', 'review'] },
  { title: 'Device', pages: ['devices', 'usage', 'settings'] },
];

/** Where a phone has room for few; the rest are behind "More". */
export const FIRST_PAGES: readonly PageName[] = ['timeline', 'search', 'context', 'review'];

export type Route =
  | { readonly page: PageName; readonly query: Readonly<Record<string, string>> }
  | { readonly page: 'memory'; readonly id: string };

export const parseRoute = (hash: string): Route => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [name = '', id] = path.split('/');
  if (name === 'memory' && id !== undefined && id !== '') return { page: 'memory', id: decoded(id) };
  const page = PAGES.find((known) => known === name) ?? 'timeline';
  return { page, query: Object.fromEntries(new URLSearchParams(query)) };
};

export const hashOf = (page: PageName, query: Readonly<Record<string, string | null>> = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, value]],
  );
  const text = new URLSearchParams(given).toString();
  return `#/${page}${text === '' ? '' : `?${text}`}`;
};

export const memoryHash = (id: string): string => `#/memory/${encodeURIComponent(id)}`;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
