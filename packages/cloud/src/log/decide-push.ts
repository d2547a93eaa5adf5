/**
 * What a push changes. Pure: the present registers of the pushed entities and the items go in, one verdict per item and a
 * complete set of writes come out. A sequence number is given to winners only, in the order of the items. [SY-U4, SY-U7]
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
import { type GenerationSpan, type JudgedItem, judgeItem } from './validate-item.ts';

export interface PushInput {
  readonly head: number;
  readonly generations: readonly GenerationSpan[];
  /** Every stored register of every entity that the items name, tombstones included. */
  readonly present: readonly PresentRegister[];
  /** As parsed from the body: objects with an `entity` and a `facet`, nothing more is trusted. */
  readonly items: readonly { readonly entity: string; readonly facet: string }[];
  readonly nowMs: number;
}

export interface PushDecision {
  /** In the order of the items. */
  readonly verdicts: readonly VerdictItem[];
  readonly upserts: readonly LogRegister[];
  /** What tombstones erase. [SY-U8] */
  readonly erased: readonly PresentRegister[];
  readonly head: number;
  readonly registersDelta: number;
  readonly tombstonesDelta: number;
}

type Place = { readonly seq: number; readonly hlc: PresentRegister['hlc'] };

/** The best incoming value of every register; of equal ones the first. */
const bestOf = (judged: readonly JudgedItem[]): ReadonlyMap<string, WireItem> => {
  const best = new Map<string, WireItem>();
  for (const entry of judged) {
    if (entry.kind === 'refused') continue;
    const key = registerKey(entry.item);
    const other = best.get(key);
    if (other === undefined || compareStamps(entry.item, other) > 0) best.set(key, entry.item);
  }
  return best;
};

type Stamp = { readonly hlc: PresentRegister['hlc']; readonly kg: number };

/** The tombstone that is in force for each entity once this push is in. */
const tombstonesAfter = (
  present: readonly PresentRegister[],
  best: ReadonlyMap<string, WireItem>,
): ReadonlyMap<EntityId, Stamp> => {
  const after = new Map<EntityId, Stamp>();
  for (const one of [...present, ...best.values()]) {
    if (!isTombstone(one)) continue;
    const other = after.get(one.entity);
    if (other === undefined || compareStamps(one, other) > 0) after.set(one.entity, one);
  }
  return after;
};

/** Whether a value falls to its entity's tombstone; a tombstone itself never does. */
const fallsTo = (
  tombstones: ReadonlyMap<EntityId, Stamp>,
  one: { readonly entity: EntityId; readonly facet: string; readonly hlc: PresentRegister['hlc'] },
): boolean => {
  if (isTombstone(one)) return false;
  const tombstone = tombstones.get(one.entity);
  return tombstone !== undefined && isBeaten(one, tombstone);
};

const verdictOf = (
  item: { readonly entity: string; readonly facet: string },
  verdict: Verdict,
  place: Place | null,
): VerdictItem => ({
  entity: item.entity,
  facet: item.facet,
  verdict,
  seq: place?.seq ?? null,
  hlc: place?.hlc ?? null,
});

export const decidePush = ({ head, generations, present, items, nowMs }: PushInput): PushDecision => {
  const spans = new Map(generations.map((span) => [span.kg, span]));
  const judged = items.map((raw) => judgeItem(raw, spans, nowMs));
  const best = bestOf(judged);
  const tombstones = tombstonesAfter(present, best);
  const before = new Map(present.map((register) => [registerKey(register), register]));

  // Where every register of these entities stands afterwards.
  const after = new Map<string, PresentRegister>(before);
  const upserts: LogRegister[] = [];
  let next = head;
  for (const [key, item] of best) {
    const stored = before.get(key);
    if (fallsTo(tombstones, item) || (stored !== undefined && compareStamps(item, stored) <= 0)) continue;
    next += 1;
    const register = { ...item, seq: next };
    upserts.push(register);
    after.set(key, register);
  }
  // A keyed register that is learnt again in the same batch is overwritten, not erased.
  const erased = present.filter(
    (register) => fallsTo(tombstones, register) && after.get(registerKey(register)) === register,
  );
  for (const register of erased) after.delete(registerKey(register));

  const verdicts = items.map((raw, at) => {
    const entry = judged[at];
    if (entry === undefined || entry.kind === 'refused') {
      return verdictOf(raw, entry?.verdict ?? 'malformed', null);
    }
    const { item } = entry;
    if (fallsTo(tombstones, item)) {
      return verdictOf(item, 'gone', after.get(registerKey({ entity: item.entity, facet: GONE })) ?? null);
    }
    const place = after.get(registerKey(item)) ?? null;
    const same = place !== null && compareStamps(item, place) === 0;
    return verdictOf(item, same ? 'ok' : 'stale', place);
  });

  const added = upserts.filter((register) => !before.has(registerKey(register)));
  return {
    verdicts,
    upserts,
    erased,
    head: next,
    registersDelta: added.length - erased.length,
    tombstonesDelta: added.filter(isTombstone).length,
  };
};
