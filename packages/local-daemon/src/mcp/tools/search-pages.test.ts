import { ok, type PassageHit, type SearchResult } from '@cairn/schema';
import { expect, test } from 'vitest';
import { searchForPages } from './search-pages.ts';

const hit = (ordinal: number, start: number): PassageHit => ({
  source: { id: 'src_1', kind: 'session', name: 'talk' },
  ...{
    ordinal,
    start,
    end: start + 9,
    project: null,
    author: 'user',
    at: '2026-11-28T00:00:00Z',
    text: 'tea',
  },
  ...{ score: 1, textScore: 1, vectorScore: null },
});

test('[MC-2] a message whose first passage stands on an early page has its second one on a later page', async () => {
  const all = [0, 500].flatMap((start) => Array.from({ length: 24 }, (_, turn) => hit(turn, start)));
  const found = Object.assign(Object.create(null), { results: [] });
  const search = async ({ limit = 0 }): Promise<ReturnType<typeof ok<SearchResult>>> =>
    ok({ ...found, passages: all.slice(0, limit) });
  const pages = await searchForPages(async (input) => search(input), { query: 'tea' }, 48);
  expect(pages.ok && pages.value.passages).toEqual(all);
});
