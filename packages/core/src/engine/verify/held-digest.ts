/** Digests what this device holds, in pages, so a vault may have any size. [SY-E5] */
import { COMPARING_LIMITS } from '@cairn/schema';
import type { HeldQuery, HeldRegister, ReadStore } from '../../ports/store.ts';
import { createDigester, type RangeBounds, type RangeDigest } from '../../sync/digest.ts';
import type { StoreDeps } from '../deps.ts';

const PAGE = COMPARING_LIMITS.digestRowsMax;

export const digestRanges = async (
  { store }: StoreDeps,
  ranges: readonly RangeBounds[],
  above: number,
): Promise<readonly RangeDigest[]> => {
  const digests: RangeDigest[] = [];
  for (const range of ranges) digests.push(await digestRange(store, range, above));
  return digests;
};

const digestRange = async (store: ReadStore, range: RangeBounds, above: number): Promise<RangeDigest> => {
  const digester = createDigester(range);
  let after: HeldQuery['after'] = { entity: range.from, facet: '' };
  for (;;) {
    const rows = await store.held({ after, to: range.to, above }, PAGE);
    digester.add(rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return digester.end();
    after = last;
  }
};

export const heldPage = async (
  { store }: StoreDeps,
  query: HeldQuery,
): Promise<{ readonly rows: readonly HeldRegister[]; readonly more: boolean }> => {
  const rows = await store.held(query, PAGE);
  return { rows, more: rows.length === PAGE };
};
