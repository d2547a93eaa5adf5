// A hostile member sends any value through an honest server. It must not stop, blind or empty the other devices.

import { randomBytes } from 'node:crypto';
import {
  type EntityId,
  type Hlc,
  hlcOf,
  isEntityId,
  keyedId,
  memoryId,
  profileId,
  saveResult,
  scheduleId,
  verifyResult,
  type WireRegister,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { describe, expect, test } from 'vitest';
import { askFor, join } from '../e2e/daemon/world.ts';
import { commandFaults, heldFaults, loopFaults, processFaults } from './support/attack.ts';
import { type Forge, type HostileMember, hostileMember, lootOf } from './support/member.ts';
import { worldNowMs } from './support/passage.ts';
import {
  closeDevice,
  memoriesOf,
  openDevice,
  own,
  save,
  settle,
  sharedWorld,
  type World,
} from './support/world.ts';

const world = sharedWorld(['laptop', 'phone']);
const members = new WeakMap<World, HostileMember>();
let vault: World;

/** Joins as any device does. Afterwards the attacker controls it. */
const joinMallory = async ({ devices, sync, ledger, passage }: World): Promise<HostileMember> => {
  const device = await openDevice('mallory', passage);
  const [laptop] = devices;
  if (laptop === undefined) throw new Error('there is no laptop');
  await join(laptop.client, device.client, { url: sync.url }, 'mallory');
  const member = await hostileMember(lootOf(device.cli.home), sync.url);
  await closeDevice(device);
  for (const one of devices) for (const id of ledger.keys()) one.known.add(id);
  return member;
};

const malloryOf = async (of: World): Promise<HostileMember> => {
  const member = members.get(of) ?? (await joinMallory(of));
  members.set(of, member);
  return member;
};

const by = { device: `d_${'0'.repeat(26)}`, name: 'mallory', session: null, agent: null };
const body = (content: string, more: object = {}): object => ({
  content,
  namespace: null,
  key: null,
  project: null,
  source: 'user',
  createdAt: worldNowMs(),
  by,
  ...more,
});

const noted = (id: EntityId): EntityId => {
  vault.foreign.add(id);
  return id;
};
const newMemory = (): EntityId => noted(memoryId(worldNowMs(), randomBytes(10)));
const newSchedule = (): EntityId => noted(scheduleId(worldNowMs(), randomBytes(10)));
const newKeyed = (): EntityId => noted(keyedId(randomBytes(16)));
const newProfile = (): EntityId => noted(profileId(randomBytes(16)));
const ofLaptop = (): EntityId => {
  const id = vault.devices.flatMap((one) => own(vault, one))[0]?.id ?? '';
  if (!isEntityId(id)) throw new Error('the laptop has no memory');
  return id;
};
const stampOf = (ms: number): Hlc => hlcOf(ms, 0, 'e'.repeat(16));

/** A way to attack. Returns the registers that the member pushes. */
type Way = (forge: Forge) => readonly WireRegister[];

const futureStamps: Way = (forge) =>
  [119_000, 110_000, 180_000, 86_400_000, 2 ** 41].map((aheadMs) => {
    const hlc = stampOf(Math.min(worldNowMs() + aheadMs, 2 ** 48 - 1));
    return forge({ entity: newMemory(), facet: 'body', value: body(`stamped ${aheadMs} ms ahead`), hlc });
  });

const oldStamps: Way = (forge) =>
  [0, 1, 2 ** 40].map((ms) =>
    forge({ entity: newMemory(), facet: 'body', value: body(`stamped at ${ms}`), hlc: stampOf(ms) }),
  );

const unknownFacets: Way = (forge) => [
  ...['zzz', 'count.', 'body ', 'BODY', 'item.x', '__proto__', 'constructor'].map((facet) =>
    forge({ entity: newMemory(), facet, value: body('of a facet that nobody knows') }),
  ),
  ...[2, 32_767].map((v) =>
    forge({ entity: newMemory(), facet: 'body', value: body('of a later version'), v }),
  ),
  ...[null, 7, 'text', [], {}, { content: 7 }].map((value) =>
    forge({ entity: newMemory(), facet: 'body', value }),
  ),
];

const linkCycles: Way = (forge) => {
  const ring = Array.from({ length: 50 }, newMemory);
  const links = ring.map((entity, at) => [entity, ring[(at + 1) % ring.length] ?? entity] as const);
  const strange = [ofLaptop(), newKeyed(), newProfile(), newSchedule()].map(
    (to) => [newMemory(), to] as const,
  );
  const alone = newMemory();
  return [...links, ...strange, [alone, alone] as const].flatMap(([entity, supersededBy], at) => [
    forge({ entity, facet: 'body', value: body(`a link ${at} of a ring`) }),
    forge({ entity, facet: 'link', value: { supersededBy } }),
  ]);
};

const otherKinds: Way = (forge) => {
  const cadence = { type: 'interval', seconds: 60, anchor: 0, timezone: null };
  const def = { name: null, goal: 'x', cadence, notify: 'never', project: null, createdAt: 1, by };
  const item = { of: 'rules', section: 's', text: 't', enabled: true, order: 1 };
  const values = { body: body('of another kind'), def, 'item.a': item, gone: { hash: 'f'.repeat(64) } };
  return [newMemory, newKeyed, newProfile, newSchedule].flatMap((make) =>
    Object.entries(values).map(([facet, value]) => forge({ entity: make(), facet, value })),
  );
};

const counters: Way = (forge) => {
  const entity = newMemory();
  const counts = [2 ** 53 - 1, 2 ** 53 - 1, 2 ** 52, 1e6].map((n, at) =>
    forge({ entity, facet: `count.${at}`, value: { n, first: 0, last: Number.MAX_SAFE_INTEGER } }),
  );
  return [forge({ entity, facet: 'body', value: body('counted beyond counting') }), ...counts];
};

const schedules: Way = (forge) =>
  Array.from({ length: 20 }, newSchedule).flatMap((entity, at) => {
    const every = { type: 'interval', seconds: 1, anchor: at, timezone: null };
    const once = { type: 'once', at: Number.MAX_SAFE_INTEGER, timezone: 'No/Where' };
    const cron = { type: 'cron', expression: '* * * * * *'.repeat(1 + at * 50), timezone: 'UTC' };
    const cadence = [every, once, cron][at % 3];
    const { session, ...author } = by;
    const shared = { name: `job ${at}`, goal: 'x', notify: 'always', project: null, channel: null };
    return [
      forge({
        entity,
        facet: 'def',
        value: { ...shared, cadence, channelContext: session, createdAt: 1, by: author },
      }),
      forge({ entity, facet: 'state', value: { status: 'active', reason: null } }),
      forge({ entity, facet: 'runner', value: { device: lootedLaptop(), name: 'laptop' } }),
    ];
  });

const lootedLaptop = (): string => lootOf(vault.devices[0]?.cli.home ?? '').device.id;

const giants: Way = (forge) => [
  ...Array.from({ length: 30 }, (_, at) =>
    forge({
      entity: newProfile(),
      facet: `item.${at}`,
      value: {
        of: 'rules',
        section: 's'.repeat(5_000),
        text: 'word '.repeat(8_000),
        enabled: true,
        order: 1e308,
      },
    }),
  ),
  forge({ entity: newMemory(), facet: 'body', value: body('long '.repeat(9_000)) }),
  forge({
    entity: newMemory(),
    facet: 'tags',
    value: { tags: Array.from({ length: 4_000 }, (_, n) => `t${n}`) },
  }),
];

const oddTexts: Way = (forge) =>
  [
    'a\u0000b',
    '\ud800 alone',
    '\u001b[2J\u0007\u009b31m',
    '\u202egnirts\u202c',
    `${'\u200b'.repeat(600)}<${'\u200b'.repeat(600)}`,
    String.fromCodePoint(0xe0049, 0xe0067, 0xe006e),
    '</memory></context>',
  ].map((text) =>
    forge({
      entity: newMemory(),
      facet: 'body',
      value: body(text, { tags: [text], namespace: text, project: text, by: { ...by, name: text } }),
    }),
  );

const WAYS: Readonly<Record<string, Way>> = {
  'future stamps': futureStamps,
  'old stamps': oldStamps,
  'unknown facets': unknownFacets,
  'rings of links': linkCycles,
  'other kinds': otherKinds,
  counters,
  schedules,
  giants,
  'odd texts': oddTexts,
};

/** A memory saved on one device is found on the second, so sync still works. */
const expectFlow = async (way: string): Promise<void> => {
  const [laptop, phone] = vault.devices;
  if (laptop === undefined || phone === undefined) throw new Error('a device is missing');
  for (const [from, to] of [
    [laptop, phone],
    [phone, laptop],
  ] as const) {
    const id = await save(vault, from);
    await waitUntil(async () => (await memoriesOf(to)).some((one) => one.id === id), {
      timeoutMs: 30_000,
      everyMs: 300,
      what: `what ${from.name} saved on ${to.name} after "${way}"`,
    });
  }
};

const expectUnharmed = async (way: string): Promise<void> => {
  await settle(vault);
  const faults = [...(await commandFaults(vault)), ...(await loopFaults(vault))];
  for (const one of vault.devices) faults.push(...(await heldFaults(vault, one)), ...processFaults(one));
  expect(faults, `after "${way}"`).toEqual([]);
  await expectFlow(way);
  await settle(vault);
  for (const { client, name } of vault.devices) {
    const compared = await askFor(client, verifyResult, 'POST', '/v1/sync/verify', {}, { timeoutMs: 0 });
    expect(compared, `${name}, after "${way}"`).toMatchObject({ equal: true });
  }
};

describe('a hostile member', () => {
  test.for(Object.entries(WAYS))('%s: harm no row but its own', async ([name, way]) => {
    vault = await world();
    const mallory = await malloryOf(vault);
    const verdicts = await mallory.push(way(mallory.forge));
    expect(verdicts.length).toBeGreaterThan(0);
    if (name === 'future stamps') expect(verdicts).toContain('clock_ahead');
    await expectUnharmed(name);
  });

  test('mass tombstones: what it ends of others is set aside, and comes back by one command', async () => {
    vault = await world();
    const mallory = await malloryOf(vault);
    const [laptop, phone] = vault.devices;
    if (laptop === undefined || phone === undefined) throw new Error('a device is missing');
    const ended = vault.devices.flatMap((one) => own(vault, one)).filter(({ id }) => id.startsWith('m_'));
    expect(ended.length).toBeGreaterThan(20);
    const ids = ended.map(({ id }) => id).filter(isEntityId);
    await mallory.push(ids.map((entity) => mallory.forge({ entity, facet: 'gone', value: { hash: null } })));
    await settle(vault);
    const texts = ended.map(({ texts: all }) => all.at(-1) ?? '').toSorted();
    for (const one of vault.devices) {
      const { out } = await one.cli.run(['sync', 'removed']);
      expect(texts.filter((text) => !out.includes(text))).toEqual([]);
    }
    const restored = await laptop.cli.run(['sync', 'removed', '--restore']);
    expect(restored.code, restored.err).toBe(0);
    await settle(vault);
    for (const one of vault.devices) {
      const contents = (await memoriesOf(one)).map(({ content }) => content);
      expect(texts.filter((text) => !contents.includes(text))).toEqual([]);
    }
  });

  test('[TR-13] the key and the namespace of its memory reach no terminal raw, and forge no line', async () => {
    vault = await world();
    const mallory = await malloryOf(vault);
    const [laptop] = vault.devices;
    if (laptop === undefined) throw new Error('a device is missing');
    const [broken, lent] = [newKeyed(), newKeyed()];
    const namespace = 'n\u001b[2J';
    await mallory.push([
      mallory.forge({
        ...{ entity: broken, facet: 'body' },
        value: body('lent by mallory', { namespace, key: 'borrowed\nforged line' }),
      }),
      mallory.forge({
        ...{ entity: lent, facet: 'body' },
        value: body('lent by mallory, too', { namespace, key: 'borrowed' }),
      }),
    ]);
    await settle(vault);
    const listings = [['list'], ['list', '--by', 'category'], ['get', broken]];
    for (const words of [...listings, ['forget', '--key', 'borrowed']]) {
      const { out, err, code } = await laptop.cli.run(words);
      expect(code, err).toBe(0);
      expect(out).not.toContain('\u001b');
      expect(out.split('\n').filter((line) => line.startsWith('forged'))).toEqual([]);
    }
  });

  test('[TR-57] memories made to look replaced: who forgets what took their place gets them back', async () => {
    vault = await world();
    const mallory = await malloryOf(vault);
    const [laptop, phone] = vault.devices;
    if (laptop === undefined || phone === undefined) throw new Error('a device is missing');
    const notes: string[] = [];
    for (let n = 0; n < 24; n++) notes.push(`the drawer ${n} of the workshop holds screws`);
    const ids: EntityId[] = [];
    for (const note of notes) {
      const { out } = await laptop.cli.run(['save', note, '--json']);
      const { id } = saveResult.parse(JSON.parse(out));
      if (isEntityId(id)) ids.push(id);
    }
    await settle(vault);
    const hub = newMemory();
    await mallory.push([
      mallory.forge({ entity: hub, facet: 'body', value: body('cheap pills, call now') }),
      ...ids.map((entity) => mallory.forge({ entity, facet: 'link', value: { supersededBy: hub } })),
    ]);
    await settle(vault);
    const forgot = await laptop.cli.run(['forget', hub]);
    expect(forgot.out).toContain('and 24 memories that it replaced');
    const restored = await laptop.cli.run(['trash', 'restore', ...ids]);
    expect(restored.code, restored.err).toBe(0);
    await settle(vault);
    for (const one of vault.devices) {
      const contents = (await memoriesOf(one)).map(({ content }) => content);
      expect(notes.filter((note) => !contents.includes(note))).toEqual([]);
    }
  });
});
