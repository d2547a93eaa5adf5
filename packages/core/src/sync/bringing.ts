/**
 * What a page brought. A server that lies makes up numbers and items, and gives what it gave before. It cannot seal a value, and
 * what it gave once is here. [TR-53]
 */
import type { PulledItem } from '@cairn/schema';
import type { QuarantinedRegister, StoredRegister, WriteSet } from '../ports/store.ts';
import { isDoubted, type ReadPage } from './read-page.ts';
import { stampedKey } from './settle.ts';

export interface Brought {
  /** Something that no server can make up, nor give twice. */
  readonly isNews: boolean;
  /** The last place in the log where the page shows what was known to stand there; 0: at none. */
  readonly knownUpTo: number;
}

/** What was here of the entities that the page names. */
export interface Before {
  readonly present: readonly StoredRegister[];
  readonly quarantined: readonly QuarantinedRegister[];
}

/** `planned`: what the merge decided. */
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
