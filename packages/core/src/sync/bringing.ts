/**
 * Judges whether a page brings progress. A lying server can invent numbers and items, and repeat old ones. It cannot
 * seal a value, and repeated values are already here. [TR-53]
 */
import type { PulledItem } from '@cairn/schema';
import { stampedKey } from '../merge/register-key.ts';
import type { QuarantinedRegister, StoredRegister, WriteSet } from '../ports/store.ts';
import { isDoubted, type ReadPage } from './read-page.ts';

export interface Brought {
  /** Whether the page has a value that a server can neither invent nor repeat. */
  readonly isNews: boolean;
  /** The highest sequence of the page's values that were known under the same sequence; 0: none. */
  readonly knownUpTo: number;
}

/** What was here before the page, of the entities that the page names. */
export interface Before {
  readonly present: readonly StoredRegister[];
  readonly quarantined: readonly QuarantinedRegister[];
}

export const bringing = (
  { items }: { readonly items: readonly PulledItem[] },
  { present, quarantined, quarantineAdd }: Before & Pick<ReadPage, 'quarantineAdd'>,
  { registers = [], confirmed = [] }: WriteSet,
): Brought => {
  if (registers.length > 0) return NEWS;
  const standing = new Map(present.map((one) => [stampedKey(one), one.seq]));
  if (confirmed.some((one) => standing.get(stampedKey(one)) === null)) return NEWS;
  const unread = new Set(quarantined.map(stampedKey));
  if (quarantineAdd.some((one) => !isDoubted(one) && !unread.has(stampedKey(one)))) return NEWS;
  const known = items.filter((one) => standing.get(stampedKey(one)) === one.seq);
  return { isNews: false, knownUpTo: known.reduce((max, { seq }) => Math.max(max, seq), 0) };
};

const NEWS = { isNews: true, knownUpTo: 0 } as const;
