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
    // It changes the set of tags before it has pulled, and the newest set takes the place of the whole.
    name: 'tags do not merge as a set',
    fits: ({ check, sentence }, struck) =>
      (check === 'promise' || check === 'read') &&
      / the tags \S*, acknowledged /.test(sentence) &&
      (struck.includes('restore-device') || struck.includes('copy-device')),
  },
  {
    name: 'a restored device leaves a ghost',
    fits: ({ check, sentence }, struck) =>
      check === 'devices' && sentence.includes('ghost') && struck.includes('restore-device'),
  },
  {
    // The server keeps the digest of the garbled bytes, so the same push with the right bytes looks like another device's.
    name: 'a garbled push looks like a copied device',
    fits: ({ check, sentence }, struck) =>
      check === 'devices' && sentence.includes('ghost') && struck.includes('net-garble'),
  },
  {
    name: 'a garbled change stays refused',
    fits: ({ check, sentence }, struck) =>
      ((check === 'rest' && / dead \d/.test(sentence)) ||
        (check === 'message' && /sync --wait ended with 0 and .*"dead":[1-9]/.test(sentence))) &&
      struck.includes('net-garble'),
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
