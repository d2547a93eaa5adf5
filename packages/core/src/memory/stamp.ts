/** Facets that are to be written → registers with stamps of this device, each above what it follows. [SY-C1] */
import { type EntityId, type FacetValue, HLC_ZERO, type Hlc, hlcNext, maxHlc } from '@cairn/schema';
import type { StoredRegister } from '../ports/store.ts';

export interface FacetDraft {
  readonly entity: EntityId;
  readonly facet: FacetValue;
}

export interface Stamping {
  /** The last published or applied stamp. */
  readonly last: Hlc;
  /** The server's time as this device knows it, milliseconds. */
  readonly nowMs: number;
  readonly node: string;
  /** The generation that new registers are sealed under; 0 in no vault. */
  readonly kg: number;
}

/** `present`: all that is here of the drafts' entities. A tombstone is passed too, so that a key can be learnt again. */
export const stampDrafts = (
  drafts: readonly FacetDraft[],
  present: readonly { readonly entity: EntityId; readonly hlc: Hlc }[],
  { last, nowMs, node, kg }: Stamping,
): readonly StoredRegister[] => {
  const floors = new Map<EntityId, Hlc>();
  for (const { entity, hlc } of present) floors.set(entity, maxHlc(hlc, floors.get(entity) ?? HLC_ZERO));
  let clock = last;
  return drafts.map(({ entity, facet }) => {
    clock = hlcNext(clock, nowMs, node, floors.get(entity));
    return { entity, hlc: clock, kg, seq: null, ...facet };
  });
};
