/**
 * Parses pulled items to registers, and keeps items that this program cannot read. Items from the far future are not
 * opened. All others are, even when their stamp is present here, because only opening shows who sealed them. Nothing
 * here stops a page: an item that cannot be read is set aside byte for byte. [SY-P2, SY-M6, TR-7]
 */
import {
  type EntityId,
  entityKind,
  LIMITS,
  ok,
  type PulledItem,
  type Register,
  type Result,
  type WireRegister,
} from '@cairn/schema';
import { erases, isNewer } from '../merge/beats.ts';
import { byRegister, keyOf, registerKey } from '../merge/register-key.ts';
import type { OpenError } from '../ports/sealer.ts';
import type { OutboxKey, QuarantinedRegister, StoredRegister } from '../ports/store.ts';
import { isBeyond } from './stamp-bounds.ts';
import { type RefusedValue, takeValue } from './take-value.ts';

/** Why an item does not open. `old_key`: sealed under a generation that had ended for it. [TR-4] */
export type RefusedError = OpenError | 'old_key';
/**
 * Why an item is in quarantine. `no_key` heals with the keyring, `unknown` and `out_of_range` with an upgrade [TR-6],
 * and `future` when its time has come [TR-5]. `forged`, `broken` and `old_key` never heal.
 */
export type UnreadableReason = RefusedError | RefusedValue | 'future';

/**
 * Reasons of items that no member vouches for. Such an item never replaces a credible one, is not sent again, and does
 * not count as a value that this device holds.
 */
const SUSPECT: ReadonlySet<string> = new Set([
  'forged',
  'future',
  'old_key',
] satisfies readonly UnreadableReason[]);
export const isSuspect = ({ reason }: { readonly reason: string }): boolean => SUSPECT.has(reason);

/** Whether the item was opened here once. Any other may come from anybody, and a server would keep it. [TR-7] */
export const isVouchedFor = (one: { readonly reason: string }): boolean =>
  !isSuspect(one) && one.reason !== 'no_key';

/** Reasons for which the server may hold something better under the same name, so it is requested by name. [TR-7] */
const DOUBTED: ReadonlySet<string> = new Set([
  'forged',
  'broken',
  'future',
  'no_key',
  'old_key',
] satisfies readonly UnreadableReason[]);
export const isDoubted = ({ reason }: { readonly reason: string }): boolean => DOUBTED.has(reason);

/** Reasons that end by themselves: an honest member wrote the value, and others may show it. [RL-41] */
const AWAITED: ReadonlySet<string> = new Set(['no_key', 'future'] satisfies readonly UnreadableReason[]);

/** Returns the counts of quarantined items, by reason, that other devices may show already. [RL-41] */
export const awaited = (unread: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(unread).filter(([reason, count]) => count > 0 && AWAITED.has(reason)));

export interface ReadPage {
  readonly registers: readonly StoredRegister[];
  readonly quarantineAdd: readonly QuarantinedRegister[];
  readonly quarantineRemove: readonly OutboxKey[];
  readonly missingKeys: readonly number[];
}

/** Opens an incoming item, unless its generation is closed. */
export type Open = (register: WireRegister) => Result<string, RefusedError>;

/** Reads a page. `present` and `quarantined` hold everything of every entity that the items name. */
export const readPage = (
  items: readonly PulledItem[],
  facts: {
    readonly present: readonly StoredRegister[];
    readonly quarantined: readonly QuarantinedRegister[];
    /** Unix time, milliseconds. An item with a later stamp waits unopened. [TR-5] */
    readonly limitMs: number;
  },
  open: Open,
): ReadPage => {
  const present = byRegister(facts.present);
  const kept = byRegister(facts.quarantined);
  const registers: StoredRegister[] = [];
  const missing = new Set<number>();
  const isWithin = limitCounters(facts.present);
  for (const item of items) {
    if (isBeyond(item.hlc, facts.limitMs)) {
      keepLarger(kept, item, 'future');
      continue;
    }
    const standing = present.get(registerKey(item));
    const read = readItem(item, open);
    if (!read.ok && read.error === 'old_key' && standing !== undefined && !isNewer(item, standing)) continue;
    if (read.ok && isWithin(read.value)) registers.push(read.value);
    else if (read.ok) keepLarger(kept, item, 'out_of_range');
    else {
      if (read.error === 'no_key') missing.add(item.kg);
      keepLarger(kept, item, read.error);
    }
  }
  return {
    registers,
    ...quarantineChanges(facts.quarantined, kept, registers),
    missingKeys: [...missing],
  };
};

/** Parses a pushed register to one that can be merged, or to the reason why not. */
export const readItem = (
  item: WireRegister & { readonly seq: number | null },
  open: Open,
): Result<StoredRegister, UnreadableReason> => {
  const json = open(item);
  if (!json.ok) return json;
  const value = takeValue(entityKind(item.entity), item.facet, item.v, json.value);
  if (!value.ok) return value;
  return ok({ ...value.value, entity: item.entity, hlc: item.hlc, kg: item.kg, seq: item.seq });
};

/** Keeps the larger of two unreadable items, so a late page never replaces a newer item by an older one. [SY-M1] */
const keepLarger = (
  kept: Map<string, QuarantinedRegister>,
  item: PulledItem,
  reason: UnreadableReason,
): void => {
  const { entity, facet, hlc, seq, v, kg, payload } = item;
  const key = registerKey(item);
  const one = { entity, facet, hlc, seq, v, kg, payload, reason };
  const other = kept.get(key);
  const wins =
    other === undefined || (isSuspect(one) === isSuspect(other) ? !isNewer(other, one) : isSuspect(other));
  if (wins) kept.set(key, one);
};

/** Returns the changes of the quarantine. A readable register replaces an unreadable one, and a tombstone erases what it beats. */
const quarantineChanges = (
  before: readonly QuarantinedRegister[],
  kept: Map<string, QuarantinedRegister>,
  registers: readonly StoredRegister[],
): Pick<ReadPage, 'quarantineAdd' | 'quarantineRemove'> => {
  const tombstones = new Map<EntityId, StoredRegister>();
  for (const register of registers) {
    const key = registerKey(register);
    const other = kept.get(key);
    if (other !== undefined && !isNewer(other, register)) kept.delete(key);
    if (register.facet === 'gone') tombstones.set(register.entity, register);
  }
  if (tombstones.size > 0)
    for (const [key, one] of kept) {
      const gone = tombstones.get(one.entity);
      if (gone !== undefined && erases(gone, one)) kept.delete(key);
    }
  const were = byRegister(before);
  return {
    quarantineAdd: [...kept].filter(([key, one]) => were.get(key) !== one).map(([, one]) => one),
    quarantineRemove: before.filter((one) => !kept.has(registerKey(one))).map(keyOf),
  };
};

/**
 * Limits registers of which each device has one per memory and kind. A memory with more of a kind than a vault can have
 * devices is not the work of honest members, so the rest is set aside. [SY-M4, TR-6, RL-1, RL-6] `present`: every
 * register of every entity that will be checked. The returned function returns whether a register is within the limit,
 * and counts those that are.
 */
export const limitCounters = (present: readonly Register[]): ((register: Register) => boolean) => {
  let counters: Map<string, Set<string>> | null = null;
  return (register) => {
    const kind = kindOf(register);
    if (kind === null) return true;
    counters ??= countersOf(present);
    const own = counters.get(kind) ?? new Set();
    if (!own.has(register.facet) && own.size >= LIMITS.countersPerMemoryMax) return false;
    counters.set(kind, own.add(register.facet));
    return true;
  };
};

const KINDS = ['count.', 'from.', 'tagged.'] as const;

/** Returns the memory and kind of a register that each device has once; null for other registers. */
const kindOf = ({ entity, facet }: Register): string | null => {
  const kind = KINDS.find((prefix) => facet.startsWith(prefix));
  return kind === undefined ? null : `${entity} ${kind}`;
};

const countersOf = (present: readonly Register[]): Map<string, Set<string>> => {
  const counters = new Map<string, Set<string>>();
  for (const register of present) {
    const kind = kindOf(register);
    if (kind !== null) counters.set(kind, (counters.get(kind) ?? new Set()).add(register.facet));
  }
  return counters;
};
