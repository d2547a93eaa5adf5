/** Counters that add up over devices: each device writes its own `count.<device>`, the reader sums. [SY-M4] */
import type { CountValue, Register } from '@cairn/schema';

const DAY_MS = 86_400_000;
/** A count of n expires after n × 14 days. */
const DAYS_PER_COUNT = 14;

/** The sum over devices and the span of their dates, or null when nobody counted. */
export const totalCount = (registers: readonly Register[]): CountValue | null => {
  let total: CountValue | null = null;
  for (const register of registers) {
    if (!isCount(register)) continue;
    const { n, first, last } = register.value;
    total =
      total === null
        ? { n, first, last }
        : { n: total.n + n, first: Math.min(total.first, first), last: Math.max(total.last, last) };
  }
  return total;
};

/** A read filter, never a tombstone: counting again makes it live again. `nowMs` in milliseconds since 1970. */
export const isCountExpired = (total: CountValue, nowMs: number): boolean =>
  nowMs - total.last > total.n * DAYS_PER_COUNT * DAY_MS;

type CountRegister = Extract<Register, { facet: `count.${string}` }>;
const isCount = (register: Register): register is CountRegister => register.facet.startsWith('count.');
