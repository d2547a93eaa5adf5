/** The list of the timeline, kept while somebody looks at something else, so that they come back to the same one. [PG-26] */
import type { Api } from '../adapters/api.ts';
import type { Browser } from '../adapters/browser.ts';
import type { Live } from '../adapters/live.ts';
import { createMemoryList, type ListQuery, type MemoryList } from './memory-list.ts';

/** The kept list, or a new one for other filters, which takes its place. */
export type KeptList = (query: ListQuery) => MemoryList;

export const createKeptList = (
  api: Pick<Api, 'ask'>,
  browser: Pick<Browser, 'after'>,
  live: Pick<Live, 'on'>,
): KeptList => {
  let kept: { readonly key: string; readonly list: MemoryList } | null = null;
  // While nobody looks, it hears of changes too.
  live.on((event) => kept?.list.heard(event));
  return (query) => {
    const key = JSON.stringify(query);
    if (kept?.key === key && kept.list.failure.peek() === null) return kept.list;
    kept?.list.end();
    const list = createMemoryList(api, browser, query);
    kept = { key, list };
    return list;
  };
};
