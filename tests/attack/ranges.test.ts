// Values beyond every limit, sealed by a member of the vault and passed on by an honest server. No command of any device fails.

import { randomBytes } from 'node:crypto';
import { connect, type DaemonClient, resolvePaths } from '@cairn/client/device';
import { hostileValue } from '@cairn/core/testing/arbitrary';
import {
  doctorResult,
  type EntityId,
  forgetResult,
  memoryId,
  profileId,
  saveResult,
  scheduleId,
  statusResult,
  type WireRegister,
} from '@cairn/schema';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, device, server } from '../e2e/cairn.ts';
import { createVault, join } from '../e2e/daemon/world.ts';
import { watchInTest } from './support/children.ts';
import { changesOf, editFault, faultsOf, READS, returnedFaults, wholeOf } from './support/every-command.ts';
import { type Forge, type HostileMember, hostileMember, lootOf } from './support/member.ts';

const WAIT = ['sync', '--wait', '--timeout', '60'];
const SEED = 20_261_123;
/** Number of values, from `CAIRN_FUZZ`. They fill a vault until its schedules and profiles are far from those of a person. */
const VALUES = process.env.CAIRN_FUZZ === 'long' ? 100_000 : 1_500;
const PER_VAULT = 5_000;
/** Limits of one push: items, and sealed bytes. */
const BATCH_ITEMS_MAX = 500;
const BATCH_BYTES_MAX = 800_000;

const by = { device: `d_${'0'.repeat(26)}`, name: 'mallory', session: null, agent: null };
const body = (content: string, more: object = {}): object => ({
  ...{ content, namespace: null, key: null, project: null, source: 'user', createdAt: 1, by },
  ...more,
});
const memory = (): EntityId => memoryId(Date.now(), randomBytes(10));
const schedule = (): EntityId => scheduleId(Date.now(), randomBytes(10));

const clientOf = async (one: Device): Promise<DaemonClient> => {
  await one.run(['up']);
  const env = { CAIRN_HOME: one.home };
  const paths = resolvePaths({ env, homeDir: one.home, platform: process.platform, cwd: '/' });
  const client = await connect(paths, { start: false, env, program: '' });
  if (!client.ok) throw new Error(client.error.message);
  return client.value;
};

/** Values of the attack in the review and similar ones, each in its own entity. */
const poison = (forge: Forge) => {
  const made: EntityId[] = [];
  const of = (entity: EntityId, ...facets: readonly (readonly [string, unknown])[]) => {
    made.push(entity);
    return facets.map(([facet, value]) => forge({ entity, facet, value }));
  };
  const counts = Array.from(
    { length: 60 },
    (_, n) => [`count.${n}`, { n: 2 ** 53 - 1, first: 0, last: 1 }] as const,
  );
  const { session: _, ...author } = by;
  const every = (cadence: object) =>
    [
      'def',
      {
        ...{
          name: 'job',
          goal: 'x',
          cadence,
          notify: 'always',
          project: null,
          channel: null,
          channelContext: null,
        },
        ...{ createdAt: 1, by: author },
      },
    ] as const;
  const items = [
    ...of(memory(), ['body', body('counted beyond counting')], ...counts),
    ...of(memory(), ['body', body('x'.repeat(45_000))]),
    ...of(memory(), ['body', body('tagged', { tags: Array.from({ length: 4_000 }, (_, n) => `t${n}`) })]),
    ...of(memory(), ['body', body('of no time', { createdAt: Number.MAX_SAFE_INTEGER })]),
    ...of(memory(), ['body', body('half \ud83d of a character')]),
    ...of(memory(), ['body', body('nul\0')]),
    ...of(memory(), ['body', body('rewritten', { rewrite: Number.MAX_SAFE_INTEGER })]),
    ...of(profileId(randomBytes(16)), [
      'item.x',
      { of: 'rules', section: 's', text: 't', enabled: true, order: 1e308 },
    ]),
    ...of(schedule(), every({ type: 'interval', seconds: 1, anchor: 0, timezone: null })),
    ...of(schedule(), every({ type: 'once', at: 8_640_000_000_000_001, timezone: 'No/Where' })),
    ...of(schedule(), every({ type: 'cron', expression: '* '.repeat(1_000), timezone: 'UTC' })),
  ];
  return { items, made };
};

/** Random JSON values of every facet, also for profiles and keys of this vault. */
const random = (forge: Forge, salt: string, seed: number, count: number): readonly WireRegister[] =>
  fc.sample(hostileValue(salt), { seed, numRuns: count }).flatMap(({ entity, facet, json }) => {
    try {
      return [forge({ entity, facet, value: JSON.parse(json) })];
    } catch {
      return [];
    }
  });

/** Pushes 1 to 500 values at a time, as many as a server accepts. */
const batchesOf = (items: readonly WireRegister[], seed: number): readonly (readonly WireRegister[])[] => {
  const sizes = fc.sample(fc.integer({ min: 1, max: BATCH_ITEMS_MAX }), { seed, numRuns: items.length });
  const batches: WireRegister[][] = [[]];
  let bytes = 0;
  for (const item of items) {
    const batch = batches.at(-1) ?? [];
    const isFull =
      batch.length >= (sizes[batches.length] ?? 1) || bytes + item.payload.length > BATCH_BYTES_MAX;
    bytes = (isFull ? 0 : bytes) + item.payload.length;
    if (isFull) batches.push([item]);
    else batch.push(item);
  }
  return batches;
};

interface Vault {
  readonly devices: readonly Device[];
  readonly mallory: HostileMember;
  readonly salt: string;
  /** Id of a memory that the first device saved. */
  readonly own: string;
  /** Watches until the test ends. */
  watch(): void;
  end(): Promise<void>;
}

const openVault = async (): Promise<Vault> => {
  const [laptop, phone, looted] = [await device('laptop'), await device('phone'), await device('looted')];
  const sync = await server();
  const [first, second, third] = [await clientOf(laptop), await clientOf(phone), await clientOf(looted)];
  await createVault(first, sync, 'laptop');
  await join(first, second, sync, 'phone');
  await join(first, third, sync, 'looted');
  for (const client of [first, second, third]) client.close();
  const own = (await laptop.json(saveResult, ['save', 'The staging database is called maple'])).id;
  await laptop.run(WAIT);
  const loot = lootOf(looted.home);
  const mallory = await hostileMember(loot, sync.url);
  await looted.end();
  const end = async (): Promise<void> => {
    for (const one of [laptop, phone]) await one.end();
    await sync.end();
  };
  const watch = (): void =>
    watchInTest([
      { name: 'the server', pid: sync.pid },
      { name: 'laptop', pid: laptop.pid },
      { name: 'phone', pid: phone.pid },
    ]);
  return { devices: [laptop, phone], mallory, salt: loot.salt, own, watch, end };
};

describe('values of a hostile member', () => {
  let vault: Vault;
  beforeAll(async () => {
    vault = await openVault();
  }, 120_000);
  afterAll(() => vault.end());

  test('[TR-6] every command answers, each value is named, and forgetting its id ends it on every device', async () => {
    const { devices, mallory, own } = vault;
    vault.watch();
    const { items, made } = poison(mallory.forge);
    const verdicts = await mallory.push(items);
    expect(verdicts.filter((verdict) => verdict === 'ok')).toHaveLength(items.length);
    for (const one of devices) expect((await one.run(WAIT)).code).toBe(0);
    for (const one of devices) {
      expect(await faultsOf(one, READS)).toEqual([]);
      expect(
        await faultsOf(one, [['get', own], ['history', own], ['save', 'Tea is green'], ['doctor']]),
      ).toEqual([]);
      const { sync: syncing } = await one.json(statusResult, ['status']);
      expect(syncing.unread.out_of_range).toBeGreaterThan(made.length);
      const named = (syncing.unreadNamed ?? []).filter(({ reason }) => reason === 'out_of_range');
      expect(named.every(({ id, end }) => end === `cairn forget ${id}`)).toBe(true);
      const { checks } = await one.json(doctorResult, ['doctor']);
      expect(checks.find(({ id }) => id === 'quarantine')?.message).toContain('cairn forget');
    }
    const [laptop, phone] = devices;
    const ended = made.filter((id) => !id.startsWith('p_'));
    expect((await laptop?.json(forgetResult, ['forget', ...ended]))?.forgotten).toEqual(ended);
    for (const one of devices) expect((await one.run(WAIT)).code).toBe(0);
    // No part of these values is left, so there is nothing to forget.
    for (const id of ended.slice(0, 3))
      expect((await phone?.fails(1, ['forget', id]))?.kind).toBe('not_found');
    expect((await phone?.run(['list']))?.out).toContain('maple');
  }, 300_000);
});

describe('random values of a hostile member', () => {
  const vaults = Math.ceil(VALUES / PER_VAULT);
  test.each(Array.from({ length: vaults }, (_, at) => at))(
    `[TR-6] ${Math.min(VALUES, PER_VAULT)} of every facet in pushes of up to 500: every command answers in time (%i)`,
    async (at) => {
      const { devices, mallory, salt, own, watch, end } = await openVault();
      watch();
      try {
        const items = random(mallory.forge, salt, SEED + at, Math.min(VALUES, PER_VAULT));
        let taken = 0;
        for (const batch of batchesOf(items, SEED + at))
          taken += (await mallory.push(batch)).filter((verdict) => verdict === 'ok').length;
        expect(taken).toBeGreaterThan(items.length / 3);
        const ids = [...new Set(items.map(({ entity }) => entity))].filter((_, n) => n % 100 === 0);
        for (const one of devices) expect((await one.run(WAIT)).code).toBe(0);
        for (const one of devices) {
          expect(await faultsOf(one, READS)).toEqual([]);
          expect(await faultsOf(one, wholeOf(one, own))).toEqual([]);
          // Values that were set aside whole are not accessible to a person. No command may fail for another reason.
          expect(await faultsOf(one, ids.flatMap(changesOf), [0, 1, 2])).toEqual([]);
          expect(await editFault(one, own)).toEqual([]);
          expect(await faultsOf(one, READS)).toEqual([]);
          for (const other of devices) expect((await other.run(WAIT)).code).toBe(0);
          expect(await returnedFaults(one)).toEqual([]);
        }
        const [laptop, phone] = devices;
        if (laptop === undefined || phone === undefined) throw new Error('a device is missing');
        expect(await faultsOf(laptop, [...ids.map((id) => ['forget', id])], [0, 1, 2])).toEqual([]);
        for (const one of devices) expect((await one.run(WAIT)).code).toBe(0);
        expect((await phone.run(['list', '-n', '1000'])).out).toContain('maple');
      } finally {
        await end();
      }
    },
    1_200_000,
  );
});
