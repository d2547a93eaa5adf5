// Findings of the checker: a sentence, and the check that found it.

export const CHECKS = [
  'promise',
  'read',
  'equal',
  'history',
  'devices',
  'verify',
  'rest',
  'message',
  'secret',
  'process',
  'harness',
] as const;
export type Check = (typeof CHECKS)[number];

export interface Finding {
  readonly check: Check;
  readonly sentence: string;
}

export interface Findings {
  add(check: Check, sentence: string): void;
  all(): readonly Finding[];
}

const SAME_MAX = 6;

/** Collects the first few findings of each check. More of the same add nothing. */
export const createFindings = (): Findings => {
  const found: Finding[] = [];
  const counts = new Map<Check, number>();
  return {
    add: (check, sentence) => {
      const count = (counts.get(check) ?? 0) + 1;
      counts.set(check, count);
      if (count <= SAME_MAX && !found.some((one) => one.check === check && one.sentence === sentence))
        found.push({ check, sentence });
    },
    all: () => found,
  };
};
