/** Describes the entries that a device signed again because the member list had continued elsewhere. [SY-S6] */
import { type SyncStatus, WEEK_MS } from '@cairn/schema';

type MembersMended = NonNullable<SyncStatus['membersMended']>;

/** Milliseconds for which the mending is reported. */
const TOLD_MS = WEEK_MS;

export const isWorthTelling = ({ at }: Pick<MembersMended, 'at'>, nowMs: number): boolean =>
  nowMs - Date.parse(at) <= TOLD_MS;

/** Returns a text like `phone revoked, desktop let in, 1 new key`. */
export const mendedText = ({ added, revoked, generations }: Omit<MembersMended, 'at'>): string =>
  [
    ...revoked.map((name) => `${name} revoked`),
    ...added.map((name) => `${name} let in`),
    ...(generations === 0 ? [] : [generations === 1 ? '1 new key' : `${generations} new keys`]),
  ].join(', ');
