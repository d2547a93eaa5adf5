/** The part of the address behind `#`, as data: `#/search?q=port`, `#/memory/m_1`. */

export const PAGES = ['timeline', 'search', 'context', 'review', 'devices', 'usage'] as const;
export type PageName = (typeof PAGES)[number];

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
