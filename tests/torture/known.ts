// Known faults that are not fixed. A finding that fits one is counted by its name and does not fail the round. Remove an entry when its
// fault is fixed.

import type { Finding } from './findings.ts';

export interface Known {
  readonly name: string;
  readonly fits: (finding: Finding, struck: readonly string[]) => boolean;
}

const KNOWN: readonly Known[] = [
  {
    // A file that was restored by hand cannot be told from a live copy. [RL-30]
    name: 'a file put back by hand leaves a ghost',
    fits: ({ check, sentence }, struck) =>
      check === 'devices' && sentence.includes('ghost') && struck.includes('restore-device'),
  },
];

export const knownName = (finding: Finding, struck: readonly string[]): string | null =>
  KNOWN.find(({ fits }) => fits(finding, struck))?.name ?? null;
