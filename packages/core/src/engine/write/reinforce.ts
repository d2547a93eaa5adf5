/** A style that is observed again: its words stay, this device's counter goes up. [M-5, SY-M4] */
import type { CountValue, EntityId } from '@cairn/schema';
import type { FacetDraft } from '../../memory/stamp.ts';
import { countOnce } from '../../memory/style.ts';
import type { StoredRegister } from '../../ports/store.ts';
import type { WriterFacts } from './writer-facts.ts';

/** `registers`: what is here of the entity. Each device counts in a register of its own, so that none is lost in a merge. */
export const observation = (
  entity: EntityId,
  registers: readonly StoredRegister[],
  { device, stampMs }: WriterFacts,
): FacetDraft => {
  const facet = `count.${device.id}` as const;
  let own: CountValue | null = null;
  for (const register of registers) {
    if (register.facet === facet && isCount(register)) own = register.value;
  }
  return { entity, facet: { facet, value: countOnce(own, stampMs) } };
};

const isCount = (
  register: StoredRegister,
): register is Extract<StoredRegister, { facet: `count.${string}` }> => register.facet.startsWith('count.');
