/** Stories that once failed or are seldom drawn, told step by step. Changes of actions or weights do not change them. */
import { expect, test } from 'vitest';
import { type RunOptions, run } from './run.ts';
import type { Story } from './script.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const told = (seed: string, story: Story, more: Partial<RunOptions> = {}) =>
  run({ seed, steps: 0, devices: 4, kind: 'sealed', isThorough: false, story, ...more });

/** Restores the server while the second device has received nothing after the backup. */
const behindTheBack = (during: Story, after: Story): Story => [
  ['save', 0, MINUTE],
  ['back up the server', 0, 0],
  ['partition', 1, 0],
  ...during,
  ['restore the server', 0, 6 * SECOND],
  ...after,
  ['save', 0, SECOND],
  ['save', 1, MINUTE],
];

/** A few seeds each, because actions draw which devices and how many. */
const SEEDS = [1, 2, 3, 4, 5, 6];

test.each([
  [
    'a device is revoked, and somebody joins by one who has not heard of it',
    behindTheBack(
      [['revoke', 0, 5 * SECOND]],
      [
        ['try with a revoked device', 0, SECOND],
        ['join', 0, 0],
      ],
    ),
  ],
  [
    'two devices make a new key with the same number',
    behindTheBack(
      [
        ['make a new key generation', 0, 5 * SECOND],
        ['save', 2, 5 * SECOND],
      ],
      [['make a new key generation', 1, 0]],
    ),
  ],
  [
    'a device joins and one is revoked, and another is revoked by one who has not heard of it',
    behindTheBack(
      [
        ['join', 0, 5 * SECOND],
        ['revoke', 0, 5 * SECOND],
      ],
      [['revoke', 1, 0]],
    ),
  ],
] as const)('[SY-S6] a restored member list has two pasts: %s', { timeout: 300_000 }, async (_, story) => {
  const met = new Set<string>();
  for (const seed of SEEDS) {
    const { server, ledger } = await told(`two pasts ${seed}`, story);
    expect(ledger.saves.size).toBeGreaterThan(1);
    for (const what of server.given.keys()) met.add(what);
  }
  expect([...met]).toContain('two pasts of the member list');
});

test('[SY-S6, SY-E2] a save under a key that the restored server has lost is not refused for good', async () => {
  const { server } = await told('lost key', [
    ['partition', 1, 0],
    ['back up the server', 0, 0],
    ['make a new key generation', 1, SECOND],
    ['restore the server', 0, SECOND],
    ['save', 1, 2 * MINUTE],
  ]);
  expect([...server.given.keys()]).not.toContain('malformed');
});

/** The other devices are cut off while a new one notices that it is unknown. */
const CUT = [0, 1, 2, 3].map((device) => ['partition', device, 0] as const);

test('[SY-E2, SY-A1] a device that joined after the backup is let in again by one that knows it', async () => {
  const { log, devices, server } = await told('late comer', [
    ['save', 0, MINUTE],
    ['back up the server', 0, 0],
    ['join', 0, 30 * SECOND],
    ['save', 4, 30 * SECOND],
    ...CUT,
    ['restore the server', 0, 2 * MINUTE],
    ['save', 4, MINUTE],
  ]);
  expect(log.filter((line) => line.includes('server is put back'))).toHaveLength(1);
  expect(devices).toHaveLength(5);
  expect(server.given.get('unauthorized') ?? 0).toBeGreaterThan(0);
});

test.each([
  ['a device came', [['join', 0, 2 * MINUTE], ...CUT], 'unauthorized'],
  ['a device was revoked', [['revoke', 0, 2 * MINUTE]], 'device_revoked'],
] as const)(
  '[SY-E1, SY-S6] a restore is noticed by itself when nothing but that is lost: %s',
  async (_, change, told401) => {
    const { log, server } = await told(
      `nothing but members ${told401}`,
      [['save', 0, 2 * MINUTE], ['back up the server', 0, 0], ...change, ['restore the server', 0, MINUTE]],
      { kind: 'readable' },
    );
    expect(log.filter((line) => line.includes('server is put back'))).toHaveLength(1);
    expect(server.given.get('epoch_changed') ?? 0).toBeGreaterThan(0);
    expect(server.given.get(told401) ?? 0).toBeGreaterThan(0);
  },
);

test('[SY-U3, SY-E2] a hole in push numbers is healed by everybody', async () => {
  const { server, devices } = await told('hole', [
    ['push what nobody can read', 0, MINUTE],
    ['save', 1, MINUTE],
    ['leave a hole', 0, 3 * MINUTE],
    ['save', 2, MINUTE],
  ]);
  expect(server.given.get('epoch_changed') ?? 0).toBeGreaterThanOrEqual(devices.length);
});

test.each([
  ['before a device joins', []],
  ['after one has joined', [['join', 0, MINUTE]]],
] as const)(
  '[SY-P6] a memory that a forgotten one replaced comes %s, and shows on none',
  async (_, before) => {
    const { devices } = await told('replaced by what is gone', [
      ['save', 0, MINUTE],
      ['forget', 0, MINUTE],
      ...before,
      ['import what a forgotten memory replaced', 0, MINUTE],
      ['join', 0, MINUTE],
    ]);
    expect(devices).toHaveLength(5 + before.length);
    for (const { stores } of devices) {
      const rows = await stores.reader.rowsAfter(null, 1_000);
      const states = rows.filter(({ supersededBy }) => supersededBy !== null).map(({ state }) => state);
      expect(states).toEqual([1]);
    }
  },
);

test('[SY-P4] a device that sent something before its first page is not spared what was forgotten', async () => {
  const world = await told('early sender', [
    ['save 20', 0, MINUTE],
    ['forget', 0, MINUTE],
    ['join', 0, 0],
    ['save', 4, 0],
    ['kill', 4, 10 * SECOND],
    ['forget', 0, MINUTE],
    ['push what nobody can read', 0, MINUTE],
  ]);
  expect(world.devices).toHaveLength(5);
});
