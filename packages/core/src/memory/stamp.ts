/** Stamps the facets to be written. Each stamp is above all local stamps of its entity, and above the device's last stamp. [SY-C1] */
import { type EntityId, type FacetValue, HLC_ZERO, type Hlc, hlcNext, maxHlc } from '@cairn/schema';
import type { StoredRegister } from '../ports/store.ts';

export interface FacetDraft {
  readonly entity: EntityId;
  readonly facet: FacetValue;
}

export interface Stamping {
  /** Greatest stamp that this device has published or applied. */
  readonly last: Hlc;
  /** The server's time as this device estimates it, milliseconds. */
  readonly nowMs: number;
  readonly node: string;
  /** The key generation under which new registers are sealed; 0 without a vault. */
  readonly kg: number;
}

/**
 * Stamps the drafts. `present`: all local registers of the drafts' entities, with tombstones. A write above its tombstone lets a
 * forgotten key be saved again.
 */
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
