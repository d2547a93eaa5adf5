/**
 * Each device has one counter of a memory, so more of them than devices can be are nobody's: whichever come then are set
 * aside. Only how often a memory was seen may differ between two devices for it. [SY-M4, TR-6]
 */
import { type EntityId, LIMITS, type Register } from '@cairn/schema';

/** `present`: every register of every entity that will be asked about. The answer counts what it let pass. */
export const limitCounters = (present: readonly Register[]): ((register: Register) => boolean) => {
  let counters: Map<EntityId, Set<string>> | null = null;
  return (register) => {
    if (!isCounter(register)) return true;
    counters ??= countersOf(present);
    const own = counters.get(register.entity) ?? new Set();
    if (!own.has(register.facet) && own.size >= LIMITS.countersPerMemoryMax) return false;
    counters.set(register.entity, own.add(register.facet));
    return true;
  };
};

const isCounter = ({ facet }: Register): boolean => facet.startsWith('count.');

const countersOf = (present: readonly Register[]): Map<EntityId, Set<string>> => {
  const counters = new Map<EntityId, Set<string>>();
  for (const register of present.filter(isCounter)) {
    const own = counters.get(register.entity) ?? new Set();
    counters.set(register.entity, own.add(register.facet));
  }
  return counters;
};
