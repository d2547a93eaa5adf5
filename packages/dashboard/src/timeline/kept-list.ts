/** Keeps the timeline's list while the person looks at another page, so that they return to the same list. [PG-26] */
import type { Api } from '../adapters/api.ts';
import type { Browser } from '../adapters/browser.ts';
import type { Live } from '../adapters/live.ts';
import { createMemoryList, type ListQuery, type MemoryList } from './memory-list.ts';

/** Returns the kept list. For other filters, replaces it with a new one. */
export type KeptList = (query: ListQuery) => MemoryList;

export const createKeptList = (
  api: Pick<Api, 'ask'>,
  browser: Pick<Browser, 'after'>,
  live: Pick<Live, 'on'>,
): KeptList => {
  let kept: { readonly key: string; readonly list: MemoryList } | null = null;
  // The list also receives changes while it is not shown.
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
