// Rounds that once found a fault, with a description. `npm run torture -- --seeds` repeats them all. Each lists its nemeses in the order
// of that time, so that a new nemesis does not change old rounds.

import type { PlanOptions } from '../plan.ts';

export interface Found {
  readonly name: string;
  readonly found: string;
  readonly options: PlanOptions;
}

const TICKS = 24;

const FIRST_EMBEDDED = [
  ...[
    'kill-daemon',
    'kill-server',
    'stop-daemon',
    'stop-server',
    'net-cut',
    'net-partition',
    'net-half-open',
  ],
  ...['net-slow', 'net-black-hole', 'net-reset-mid-answer', 'net-delay', 'net-duplicate', 'net-reorder'],
  ...[
    'net-drop-answers',
    'net-garble',
    'net-503',
    'restore-server',
    'restore-device',
    'copy-device',
    'rekey',
  ],
  ...['revoke', 'files-removed', 'emfile', 'memory', 'clock-device', 'clock-server', 'disk-full'],
  'disk-full-server',
];

const all = (seed: number, ...nemeses: readonly string[]): PlanOptions => ({
  seed,
  store: 'pglite',
  ticks: TICKS,
  nemeses,
  isAll: true,
});

const FIRST_REPLICATED = FIRST_EMBEDDED.flatMap((name) =>
  name === 'disk-full-server' ? [] : name === 'kill-server' ? [name, 'kill-postgres'] : [name],
);

export const SEEDS: readonly Found[] = [
  {
    name: 'history-differs',
    found: 'two devices supersede one memory while apart, and its history is another one on each',
    options: all(2, 'kill-daemon'),
  },
  {
    name: 'socket-removed',
    found: 'daemon.sock is removed: no command works, down fails, and the daemon is left',
    options: all(5, 'kill-daemon', 'files-removed'),
  },
  {
    name: 'ghost-after-restores',
    found: 'a server that is put back three times leaves a member that nobody has',
    options: all(3, 'restore-server', 'restore-device'),
  },
  {
    name: 'tags-lost-after-restore',
    found:
      'a device that was put back gets a tag before it has pulled, and the tags it did not know are lost; its former self stays a member',
    options: { seed: 2_000, store: 'pglite', ticks: TICKS, nemeses: FIRST_EMBEDDED },
  },
  {
    name: 'garbled-push',
    found:
      'bits flip in a push, and its answer is lost: the next try looks like a copied device, which takes a new identity; a change stays refused',
    options: all(3_000, 'net-garble', 'rekey', 'revoke'),
  },
  {
    name: 'ghosts-of-copies',
    found:
      'a device is copied twice, and the vault lists two members more than there are devices: once of two, and the cause is not known yet',
    options: { seed: 2_014, store: 'pglite', ticks: TICKS, nemeses: FIRST_EMBEDDED },
  },
  {
    name: 'server-clock-ahead',
    found:
      'replicas whose clocks are hours off, and a copied device: memories stamped ahead wait in quarantine while verify says equal, or a register stays that the server calls gone',
    options: { seed: 2_019, store: 'postgres', ticks: TICKS, nemeses: FIRST_REPLICATED },
  },
  {
    name: 'lock-removed',
    found: 'daemon.lock is removed, and the doctor that looks before it is back fails',
    options: { seed: 2_020, store: 'pglite', ticks: TICKS, nemeses: FIRST_EMBEDDED },
  },
  {
    name: 'search-after-restores',
    found:
      'a device whose file was put back was asked for what it had saved after the copy, before its first pull; the torture took that for a read that misses',
    options: { seed: 20_007, store: 'postgres', ticks: TICKS, nemeses: FIRST_REPLICATED },
  },
  {
    name: 'copies-that-say-nothing',
    found:
      'a device is copied twice in the last moment, and no copy sends anything, so nobody can tell them apart; the torture missed them among the members',
    options: { seed: 20_023, store: 'postgres', ticks: TICKS, nemeses: FIRST_REPLICATED },
  },
  {
    name: 'copy-revoked-with-its-original',
    found:
      'a device is revoked whose copy has not been told apart from it yet, so both are out; the torture believed the copy to be a member',
    options: { seed: 30_048, store: 'pglite', ticks: TICKS, nemeses: FIRST_EMBEDDED },
  },
  {
    name: 'put-back-before-it-joined',
    found:
      'a device gets back a copy of its folder from before it had joined, so it is in no vault; the torture took it for a member already then',
    options: {
      seed: 30_126,
      store: 'pglite',
      ticks: TICKS,
      nemeses: [...FIRST_EMBEDDED, 'program', 'memory-cgroup'],
    },
  },
  {
    name: 'no-file-left-for-a-part-of-the-program',
    found: 'the first search while too many files are open was answered with an internal error',
    options: {
      seed: 61_012,
      store: 'pglite',
      ticks: TICKS,
      nemeses: ['emfile', 'net-reset-mid-answer', 'net-delay'],
    },
  },
];
