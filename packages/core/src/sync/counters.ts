/**
 * Each device has one register of each of these kinds in a memory, so more of a kind than devices can be are nobody's: whichever
 * come then are set aside. Only what they say may differ between two devices for it. [SY-M4, TR-6, RL-1, RL-6]
 */
import { LIMITS, type Register } from '@cairn/schema';

/** `present`: every register of every entity that will be asked about. The answer counts what it let pass. */
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

/** The counter of a memory and a kind; null for a register that is not one a device. */
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
