// Faults that are known and not mended yet. A finding that fits one is counted and named, and fails no round. Empty the list
// when they are mended.

import type { Finding } from './findings.ts';

export interface Known {
  readonly name: string;
  readonly fits: (finding: Finding, struck: readonly string[]) => boolean;
}

export const KNOWN: readonly Known[] = [
  {
    name: 'history differs by device',
    fits: ({ check }) => check === 'history',
  },
  {
    name: 'three restores give a new identity',
    fits: ({ check, sentence }, struck) =>
      check === 'devices' && sentence.includes('ghost') && struck.includes('restore-server'),
  },
  {
    name: 'daemon.sock removed',
    fits: ({ sentence }, struck) =>
      struck.includes('files-removed') &&
      /ENOENT|daemon\.sock|still stopping|still running|down ended with/.test(sentence),
  },
];

export const knownName = (finding: Finding, struck: readonly string[]): string | null =>
  KNOWN.find(({ fits }) => fits(finding, struck))?.name ?? null;
