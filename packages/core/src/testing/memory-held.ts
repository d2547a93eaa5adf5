/** What the in-memory store holds: registers in the order of its digests [SY-E5], those of handovers [SE-6], and removed memories. */
import { type DeviceId, isNameBefore, isWithinLimits } from '@cairn/schema';
import type { RemovedBy } from '../ports/removed-store.ts';
import type {
  HeldQuery,
  HeldRegister,
  QuarantinedRegister,
  RemovedMemory,
  StoredRegister,
} from '../ports/store.ts';
import { HERE } from '../removed/trash.ts';
import { isVouchedFor } from '../sync/read-page.ts';
import { allRegisters, facetKey, outboxKey, type Tables } from './memory-tables.ts';

export const heldIn = (tables: Tables, { after, to, above }: HeldQuery): readonly HeldRegister[] => {
  const held = new Map<string, HeldRegister>();
  const hold = (one: StoredRegister | QuarantinedRegister, unread: string | null): void => {
    const { entity, facet, hlc, seq } = one;
    const letter = tables.dead.get(facetKey(one));
    held.set(facetKey(one), {
      entity,
      facet,
      hlc,
      seq,
      waiting: tables.outbox.has(outboxKey(one)),
      refused: letter?.hlc === hlc ? letter.verdict : null,
      unread,
    });
  };
  for (const register of allRegisters(tables)) hold(register, null);
  for (const one of tables.quarantine.values()) {
    if (one.seq === null && !isVouchedFor(one)) continue;
    const other = held.get(facetKey(one));
    if (other === undefined || other.hlc < one.hlc) hold(one, one.reason);
  }
  return [...held.values()]
    .filter((one) => isNameBefore(after, one) && (to === null || one.entity < to))
    .filter((one) => one.facet !== 'gone' || one.seq === null || one.seq > above)
    .sort((a, b) => (isNameBefore(a, b) ? -1 : 1));
};

export const handoversIn = (tables: Tables, device: DeviceId): readonly StoredRegister[] => {
  const last = (one: StoredRegister): number => (JSON.stringify(one.value).includes(device) ? 0 : 1);
  return allRegisters(tables)
    .filter((one) => one.facet === 'handover' && isWithinLimits(one))
    .sort((a, b) => last(a) - last(b) || (a.hlc < b.hlc ? -1 : 1));
};

export const removedIn = (tables: Pick<Tables, 'removed'>, by: RemovedBy): readonly RemovedMemory[] =>
  [...tables.removed.values()]
    .filter(({ node }) => (node === HERE) === (by === 'here'))
    .sort((a, b) => b.at - a.at || (a.entity < b.entity ? -1 : 1));
