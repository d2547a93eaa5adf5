/**
 * Decides the changes of a push. A pure function of the items and the present registers of their entities. Returns a
 * verdict per item and a complete write set. Only winners get a sequence number, in the order of the items.
 * [SY-U4, SY-U7]
 */
import type { EntityId, Verdict, VerdictItem, WireItem } from '@cairn/schema';
import {
  compareStamps,
  GONE,
  isBeaten,
  isTombstone,
  type LogRegister,
  type PresentRegister,
  registerKey,
} from './register.ts';
import { type GenerationSpan, type ReadItem, refusalOf } from './validate-item.ts';

export interface PushInput {
  readonly head: number;
  readonly generations: readonly GenerationSpan[];
  /** All stored registers of all entities that the items name, including tombstones. */
  readonly present: readonly PresentRegister[];
  readonly items: readonly ReadItem[];
  readonly nowMs: number;
}

export type PushDecision = ReturnType<typeof decidePush>;

/** An item, and the reason if it is refused. */
interface Judged {
  readonly read: ReadItem;
  readonly refusal: Verdict | null;
}

/** Returns the incoming value with the largest stamp for every register. Of equal stamps, the first item wins. */
const bestOf = (judged: readonly Judged[]): ReadonlyMap<string, WireItem> => {
  const best = new Map<string, WireItem>();
  for (const { read, refusal } of judged) {
    if (refusal !== null || read.kind === 'refused') continue;
    const other = best.get(read.key);
    if (other === undefined || compareStamps(read.item, other) > 0) best.set(read.key, read.item);
  }
  return best;
};

type Stamp = { readonly hlc: PresentRegister['hlc']; readonly kg: number };
type Tombstones = ReadonlyMap<EntityId, Stamp>;

/** Returns the tombstone of each entity after this push. */
const tombstonesAfter = (
  present: readonly PresentRegister[],
  best: ReadonlyMap<string, WireItem>,
): Tombstones => {
  const after = new Map<EntityId, Stamp>();
  const raise = (one: Stamp & { readonly entity: EntityId; readonly facet: string }): void => {
    if (!isTombstone(one)) return;
    const other = after.get(one.entity);
    if (other === undefined || compareStamps(one, other) > 0) after.set(one.entity, one);
  };
  for (const one of present) raise(one);
  for (const one of best.values()) raise(one);
  return after;
};

/** Returns whether the entity's tombstone beats a value. A tombstone itself is never beaten. */
const fallsTo = (
  tombstones: Tombstones,
  one: { readonly entity: EntityId; readonly facet: string; readonly hlc: PresentRegister['hlc'] },
): boolean => {
  if (tombstones.size === 0 || isTombstone(one)) return false;
  const tombstone = tombstones.get(one.entity);
  return tombstone !== undefined && isBeaten(one, tombstone);
};

/** The state of every register of these entities after the push, by key. */
type Places = ReadonlyMap<string, PresentRegister>;

const verdictOf = ({ read, refusal }: Judged, tombstones: Tombstones, after: Places): VerdictItem => {
  const { entity, facet } = read.item;
  if (refusal !== null || read.kind === 'refused')
    return { entity, facet, verdict: refusal ?? 'malformed', seq: null, hlc: null };
  const { item, key } = read;
  const isGone = fallsTo(tombstones, item);
  const place = after.get(isGone ? registerKey({ entity: item.entity, facet: GONE }) : key) ?? null;
  const same = place !== null && compareStamps(item, place) === 0;
  const verdict = isGone ? 'gone' : same ? 'ok' : 'stale';
  return { entity, facet, verdict, seq: place?.seq ?? null, hlc: place?.hlc ?? null };
};

export const decidePush = ({ head, generations, present, items, nowMs }: PushInput) => {
  const spans = new Map(generations.map((span) => [span.kg, span]));
  const judged = items.map((read) => ({ read, refusal: refusalOf(read, spans, nowMs) }));
  const best = bestOf(judged);
  const tombstones = tombstonesAfter(present, best);
  const after = new Map<string, PresentRegister>(
    present.map((register) => [registerKey(register), register]),
  );
  const inserts: LogRegister[] = [];
  const updates: LogRegister[] = [];
  let next = head;
  for (const [key, item] of best) {
    const stored = after.get(key);
    if (fallsTo(tombstones, item) || (stored !== undefined && compareStamps(item, stored) <= 0)) continue;
    next += 1;
    const register = { ...item, seq: next };
    (stored === undefined ? inserts : updates).push(register);
    after.set(key, register);
  }
  // A keyed register that is set again in the same batch is overwritten, not erased.
  const erased = present.filter(
    (register) => fallsTo(tombstones, register) && after.get(registerKey(register)) === register,
  );
  for (const register of erased) after.delete(registerKey(register));
  return {
    /** In the order of the items. */
    verdicts: judged.map((one) => verdictOf(one, tombstones, after)),
    /** New registers. Sequence numbers are unique over `inserts` and `updates`. */
    inserts,
    /** New values of stored registers. */
    updates,
    /** The registers that tombstones erase. [SY-U8] */
    erased,
    head: next,
    registersDelta: inserts.length - erased.length,
    tombstonesDelta: inserts.filter(isTombstone).length,
  };
};

/**
 * The last push of a device. Push numbers distinguish a repeated, forked or lost batch from the next one. They restart
 * at 1 in every epoch. [SY-U3, SY-E3]
 */
export interface LastPush {
  readonly epoch: string;
  readonly pushNo: number;
  /** SHA-256 of the exact body bytes, in hex. */
  readonly sha256: string;
}

type PushStep = 'next' | 'replay' | 'forked' | 'gap';

/**
 * Compares a push with the last one. `replay`: the same number with the same bytes. `forked`: an older number, or the
 * same one with other bytes. Then two devices share an id, or a device was restored from a backup. `gap`: a number was
 * left out.
 */
export const pushStep = (
  last: LastPush | null,
  push: { readonly epoch: string; readonly pushNo: number; readonly sha256: string },
): PushStep => {
  const lastNo = last !== null && last.epoch === push.epoch ? last.pushNo : 0;
  if (push.pushNo === lastNo + 1) return 'next';
  if (push.pushNo > lastNo) return 'gap';
  return push.pushNo === lastNo && last?.sha256 === push.sha256 ? 'replay' : 'forked';
};
