// Values beyond every limit, sealed by a member of the vault and handed on by an honest server: no command of any device fails.

import { randomBytes } from 'node:crypto';
import { connect, type DaemonClient, resolvePaths } from '@cairn/client/device';
import { hostileValue } from '@cairn/core/testing';
import {
  doctorResult,
  type EntityId,
  forgetResult,
  memoryId,
  profileId,
  saveResult,
  scheduleId,
  statusResult,
} from '@cairn/schema';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, device, type Server, server } from '../e2e/cairn.ts';
import { createVault, join } from '../e2e/daemon/world.ts';
import { type Forge, type HostileMember, hostileMember, lootOf } from './support/member.ts';

const WAIT = ['sync', '--wait', '--timeout', '60'];
const COMMAND_MS_MAX = 2_000;
const SALT = '00'.repeat(32);

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

/** One entity each, with what the attacker of the review sent, and its like. */
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

/** Random values of every facet, as JSON can say them. */
const random = (forge: Forge, count: number) =>
  fc.sample(hostileValue(SALT), { seed: 20_261_123, numRuns: count }).flatMap(({ entity, facet, json }) => {
    try {
      return [forge({ entity, facet, value: JSON.parse(json) })];
    } catch {
      return [];
    }
  });

const READS: readonly (readonly string[])[] = [
  ['list', '--all'],
  ['search', 'tea'],
  ['context'],
  ['export'],
  ['status'],
  ['stats'],
  ['review'],
  ['profile'],
  ['schedule', 'list'],
  ['session', 'list'],
  ['summarise'],
  ['context', '-p', 'tea'],
  ['sync', 'verify'],
];

describe('values of a hostile member', () => {
  let sync: Server;
  let devices: readonly Device[] = [];
  let mallory: HostileMember;
  let own = '';
  beforeAll(async () => {
    const [laptop, phone, looted] = [await device('laptop'), await device('phone'), await device('looted')];
    devices = [laptop, phone, looted];
    sync = await server();
    const [first, ...others] = [await clientOf(laptop), await clientOf(phone), await clientOf(looted)];
    if (first === undefined) throw new Error('there is no device');
    await createVault(first, sync, 'laptop');
    for (const other of others) await join(first, other, sync, 'another');
    for (const client of [first, ...others]) client.close();
    own = (await laptop.json(saveResult, ['save', 'The staging database is called maple'])).id;
    await laptop.run(WAIT);
    mallory = await hostileMember(lootOf(looted.home), sync.url);
    await looted.end();
    devices = [laptop, phone];
  });
  afterAll(async () => {
    for (const one of devices) await one.end();
    await sync.end();
  });

  /** Exit, words and time of each. */
  const faultsOf = async (
    one: Device,
    commands: readonly (readonly string[])[],
  ): Promise<readonly string[]> => {
    const faults: string[] = [];
    for (const args of commands) {
      const started = performance.now();
      const { code, out, err } = await one.run(args);
      const ms = Math.round(performance.now() - started);
      const name = `cairn ${args.join(' ')}`;
      if (code !== 0) faults.push(`${name} exits with ${code}: ${err}`);
      if (/damaged|panicked/i.test(`${out}${err}`)) faults.push(`${name} says: ${err}${out.slice(0, 300)}`);
      if (ms > COMMAND_MS_MAX) faults.push(`${name} takes ${ms} ms`);
    }
    return faults;
  };

  test('[TR-6] every command answers, each value is named, and forgetting its id ends it on every device', async () => {
    const { items, made } = poison(mallory.forge);
    const verdicts = await mallory.push([...items, ...random(mallory.forge, 300)]);
    expect(verdicts.filter((verdict) => verdict === 'ok').length).toBeGreaterThan(items.length);
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
    // Nothing of them is left there either, so there is nothing to forget.
    for (const id of ended.slice(0, 3))
      expect((await phone?.fails(1, ['forget', id]))?.kind).toBe('not_found');
    expect((await phone?.run(['list']))?.out).toContain('maple');
  }, 300_000);
});
