import type { SyncStore } from '@cairn/cloud';
import { putRegisters, storedOf } from '@cairn/cloud/testing';
import { createReadEngine, createVerifier, type DigestSource, type WriteSet } from '@cairn/core';
import {
  type CairnError,
  cairnError,
  digestResponse,
  digestRowsResponse,
  type EntityId,
  err,
  hlcOf,
  ok,
  type Result,
  registersResponse,
} from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { bringUp, kill, type SimDevice } from './device.ts';
import { createWorld, newestSecrets, type World } from './world.ts';

const must = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

const lifeOf = (device: SimDevice) => {
  if (device.life === null) throw new Error(`${device.name} is dead`);
  return device.life;
};

/** Lets virtual time pass during the wait. */
const passing = async <T>(world: World, work: Promise<T>): Promise<T> => {
  let done = false;
  const finished = work.finally(() => {
    done = true;
  });
  while (!done) await world.pass(1_000);
  return finished;
};

const settle = (world: World, ...devices: readonly SimDevice[]) =>
  Promise.all(
    devices.map(async (device) =>
      must(await passing(world, lifeOf(device).driver.syncNow({ timeoutMs: 300_000 }))),
    ),
  );

const sourceOf = (world: World, device: SimDevice): DigestSource => {
  const { process } = world.server;
  const session = async () => must(await process.authenticate(device.ring.secrets?.token ?? null));
  const overTheWire = <T>(value: unknown, schema: { parse(value: unknown): T }): T =>
    schema.parse(JSON.parse(JSON.stringify(value)));
  return {
    digest: async (above) =>
      ok(overTheWire(must(await process.digest(await session(), above)), digestResponse)),
    digestRows: async (query) =>
      ok(overTheWire(must(await process.digestRows(await session(), query)), digestRowsResponse)),
    registers: async (names) =>
      ok(overTheWire(must(await process.registers(await session(), names)), registersResponse)),
  };
};

const verifierOf = (world: World, device: SimDevice, source = sourceOf(world, device)) => {
  const { engine, driver } = lifeOf(device);
  const reader = createReadEngine({ store: device.stores.reader, clock: device.clock });
  const verifier = createVerifier({
    engine: {
      ...engine,
      digestRanges: reader.digestRanges,
      heldPage: reader.heldPage,
      // Only the libSQL adapter rebuilds rows. Tests with real processes cover it.
      checkProjection: async () => ok({ unfit: 0 }),
    },
    source,
    settle: () => driver.syncNow({ timeoutMs: 300_000 }),
    clock: device.clock,
    explain: ({ message }): CairnError => cairnError('server_error', message),
  });
  return {
    verify: async () => must(await passing(world, verifier.verify())),
    repair: async () => must(await passing(world, verifier.repair())),
    tryVerify: () => passing(world, verifier.verify()),
  };
};

interface Scene {
  readonly world: World;
  readonly a: SimDevice;
  readonly b: SimDevice;
  /** Ids of the free memories that both devices have, in the order in which they were saved. */
  readonly ids: readonly EntityId[];
}

const save = async (device: SimDevice, content: string, more = {}): Promise<EntityId> =>
  must(await lifeOf(device).engine.remember({ content, source: 'user', ...more })).id as EntityId;

const scene = async (seed: string, memories = 6): Promise<Scene> => {
  const world = await createWorld({ seed, kind: 'sealed', devices: 2 });
  const [a, b] = world.devices;
  if (a === undefined || b === undefined) throw new Error('two devices');
  const ids: EntityId[] = [];
  for (let n = 0; n < memories; n += 1) ids.push(await save(n % 2 === 0 ? a : b, `fact number ${n}`));
  await save(a, 'vim', { key: 'editor' });
  await settle(world, a);
  await settle(world, b);
  await settle(world, a);
  return { world, a, b, ids };
};

/** Makes damage that no program makes. */
const harmServer = async <T>({ world }: Scene, work: (tx: ServerTransaction) => Promise<T>) => {
  const done = await world.store.transaction(work);
  // Otherwise the watch would take a resent value for a duplicate.
  world.watch.serverRestored([...(world.twin?.backup().registers.get(world.vault)?.values() ?? [])]);
  return done;
};
type ServerTransaction = Parameters<Parameters<SyncStore['transaction']>[0]>[0];
const harmDevice = (device: SimDevice, set: WriteSet) => device.stores.writer.write((tx) => tx.apply(set));

const at = <T>(list: readonly T[], index: number): T => {
  const one = list[index];
  if (one === undefined) throw new Error(`nothing at ${index}`);
  return one;
};

const expectMended = async (of: Scene, ...devices: readonly SimDevice[]) => {
  for (const device of devices) {
    await settle(of.world, device);
    const found = await verifierOf(of.world, device).verify();
    expect(found).toMatchObject({ equal: true, differing: 0, pending: 0, differences: [] });
    expect(found.local).toEqual({ registers: found.server.registers, digest: found.server.digest });
  }
};

describe('[SY-E5] verify and repair', () => {
  test('[SY-E5] devices and server that are in sync are equal, and a device that joined when much was forgotten too', async () => {
    const of = await scene('equal');
    const { world, a, b, ids } = of;
    must(await lifeOf(a).engine.forget({ ids: [at(ids, 0), at(ids, 1)] }));
    await settle(world, a);
    await settle(world, b);
    await expectMended(of, a, b);
    const c = await world.join(newestSecrets(world));
    await settle(world, c);
    await settle(world, a, b);
    await expectMended(of, a, b, c);
    must(await lifeOf(c).engine.forget({ ids: [at(ids, 2)] }));
    await settle(world, c);
    await expectMended(of, c, a, b);
  });

  test('[SY-E5] rows that the server lost or has older are named, and sent again', async () => {
    const of = await scene('server');
    const { world, a, b, ids } = of;
    const vault = world.vault;
    const before = (await verifierOf(world, a).verify()).server.digest;
    must(
      await harmServer(of, async (tx) => {
        await tx.eraseRegisters(vault, [
          { entity: at(ids, 0), facet: 'body' },
          { entity: at(ids, 1), facet: 'body' },
        ]);
        const [older] = await storedOf(tx, vault, [at(ids, 2)]);
        if (older === undefined) throw new Error('nothing to put back');
        const stale = { ...older, hlc: hlcOf(1, 0, '0'.repeat(16)), v: 1, payload: 'AA' };
        await putRegisters(tx, vault, { updates: [stale] });
      }),
    );
    const found = await verifierOf(world, a).verify();
    expect(found).toMatchObject({ equal: false, differing: 3, pending: 0 });
    expect(found.differences.map(({ kind, entity }) => [kind, entity]).toSorted()).toEqual(
      [
        ['server_lacks', at(ids, 0)],
        ['server_lacks', at(ids, 1)],
        ['server_older', at(ids, 2)],
      ].toSorted(),
    );
    expect((await lifeOf(a).engine.syncFacts()).verified).toMatchObject({ differing: 3 });
    const repaired = await verifierOf(world, a).repair();
    expect(repaired).toMatchObject({ equal: true, sent: 3, received: 0, differing: 0 });
    expect(repaired.server.digest).toBe(before);
    await expectMended(of, a, b);
  });

  test('[SY-E5] registers that a device lost or has older are named, and taken from the server', async () => {
    const of = await scene('device');
    const { world, a, ids } = of;
    const [old] = await a.stores.reader.registersOf([at(ids, 3)]);
    const [other] = await a.stores.reader.registersOf([at(ids, 4)]);
    if (old?.facet !== 'body' || other?.facet !== 'body') throw new Error('nothing to put back');
    await harmDevice(a, {
      eraseRegisters: [{ entity: at(ids, 0), facet: 'body' }],
      eraseMemories: [at(ids, 0)],
      registers: [{ ...old, hlc: hlcOf(1, 0, '0'.repeat(16)), value: other.value }],
    });
    const found = await verifierOf(world, a).verify();
    expect(found.differences.map(({ kind, entity }) => [kind, entity]).toSorted()).toEqual(
      [
        ['device_lacks', at(ids, 0)],
        ['device_older', at(ids, 3)],
      ].toSorted(),
    );
    expect(await verifierOf(world, a).repair()).toMatchObject({ equal: true, sent: 0, received: 2 });
    expect((await a.stores.reader.memory(at(ids, 0)))?.content).toBe('fact number 0');
    expect((await a.stores.reader.memory(at(ids, 3)))?.content).toBe('fact number 3');
    await expectMended(of, a, of.b);
  });

  test('[SY-E5] a lost outbox row and a confirmation of what the server never got are found and sent', async () => {
    const of = await scene('outbox');
    const { world, a, b } = of;
    a.link.partitioned = true;
    const [lost, believed] = [await save(a, 'its outbox row is lost'), await save(a, 'believed to be there')];
    const keys = (await a.stores.reader.registersOf([lost, believed])).map(({ entity, facet, hlc }) => ({
      entity,
      facet,
      hlc,
    }));
    const head = (await lifeOf(a).engine.syncFacts()).push?.head ?? 0;
    const confirmed = keys.filter(({ entity }) => entity === believed).map((key) => ({ ...key, seq: head }));
    await harmDevice(a, { outboxRemove: keys, confirmed, inflight: null });
    a.link.partitioned = false;
    const found = await verifierOf(world, a).verify();
    expect(found.differences.map(({ kind }) => kind)).toEqual(['server_lacks', 'server_lacks']);
    expect(await verifierOf(world, a).repair()).toMatchObject({ equal: true, sent: 2 });
    await settle(world, b);
    expect((await b.stores.reader.memory(lost))?.content).toBe('its outbox row is lost');
    expect((await b.stores.reader.memory(believed))?.content).toBe('believed to be there');
    await expectMended(of, a, b);
  });

  test('[SY-E5] a tombstone that either side lost is put back, and what was forgotten stays forgotten', async () => {
    const of = await scene('tombstones');
    const { world, a, b, ids } = of;
    const [first, second] = [at(ids, 0), at(ids, 1)];
    const [kept] = must(
      await harmServer(of, (tx) => tx.registersByName(world.vault, [{ entity: first, facet: 'body' }], 1)),
    );
    if (kept === undefined) throw new Error('nothing to put back');
    must(await lifeOf(a).engine.forget({ ids: [first, second] }));
    await settle(world, a);
    await settle(world, b);
    must(
      await harmServer(of, async (tx) => {
        await tx.eraseRegisters(world.vault, [{ entity: first, facet: 'gone' }]);
        await putRegisters(tx, world.vault, { inserts: [kept] });
      }),
    );
    await harmDevice(b, { eraseRegisters: [{ entity: second, facet: 'gone' }] });
    const found = await verifierOf(world, a).verify();
    expect(found.differences.map(({ kind, facet }) => `${kind} ${facet}`).toSorted()).toEqual([
      'device_lacks body',
      'server_lacks gone',
    ]);
    expect(
      (await verifierOf(world, b).verify()).differences
        .map(({ kind, facet }) => `${kind} ${facet}`)
        .toSorted(),
    ).toEqual(['device_lacks body', 'device_lacks gone', 'server_lacks gone']);
    expect(await verifierOf(world, a).repair()).toMatchObject({ equal: true });
    expect(await verifierOf(world, b).repair()).toMatchObject({ equal: true });
    for (const device of [a, b])
      for (const id of [first, second]) expect(await device.stores.reader.memory(id)).toBeNull();
    await expectMended(of, a, b);
  });

  test('[SY-E5] a server that lost all of a vault gets it back from a device, many ranges and pages of it', {
    timeout: 300_000,
  }, async () => {
    const of = await scene('everything', 0);
    const { world, a } = of;
    const records = Array.from({ length: 2_100 }, (_, n) => ({ content: `imported number ${n}` }));
    for (let from = 0; from < records.length; from += 500)
      must(await lifeOf(a).engine.importRecords({ records: records.slice(from, from + 500) }));
    await settle(world, a);
    const before = await verifierOf(world, a).verify();
    expect(before).toMatchObject({ equal: true });
    const { registers } = before.local;
    expect(registers).toBeGreaterThan(2_100);
    must(
      await harmServer(of, async (tx) => {
        const rows =
          (
            await tx.digestRows({
              vault: world.vault,
              above: 0,
              after: { entity: '', facet: '' },
              to: null,
              limit: 10_000,
            })
          )?.rows ?? [];
        await tx.eraseRegisters(world.vault, rows);
      }),
    );
    const found = await verifierOf(world, a).verify();
    expect(found).toMatchObject({ equal: false, differing: registers });
    expect(found.differences).toHaveLength(100);
    expect(await verifierOf(world, a).repair()).toMatchObject({ equal: true, sent: registers });
    await expectMended(of, a);
  });

  test('[SY-E5] changes under way are pending, never a difference; what comes in between two looks neither', async () => {
    const of = await scene('pending');
    const { world, a, b } = of;
    // Writes whenever the rows of a range are read.
    const source = sourceOf(world, a);
    let writes = 0;
    const busy: DigestSource = {
      ...source,
      digest: async (above) => {
        const digest = await source.digest(above);
        writes += 1;
        await save(b, `in between ${writes}`);
        await save(a, `in between here ${writes}`);
        await settle(world, b);
        return digest;
      },
    };
    const found = await verifierOf(world, a, busy).verify();
    expect(writes).toBeGreaterThan(1);
    expect(found).toMatchObject({ differing: 0, differences: [] });
    expect(found.pending).toBeGreaterThan(0);
    expect(found.equal).toBe(false);
    await settle(world, a, b);
    await expectMended(of, a, b);
  });

  test('[SY-E5] what cannot be compared is an error with a sentence, never "equal"', async () => {
    const { world, a } = await scene('unreachable');
    const away: DigestSource = {
      ...sourceOf(world, a),
      digest: async () =>
        err({ kind: 'unreachable', message: 'The server does not answer.', retryAfterMs: null }),
    };
    expect(await verifierOf(world, a, away).tryVerify()).toMatchObject({
      ok: false,
      error: { message: 'The server does not answer.' },
    });
  });

  test('[SY-M6] what a device cannot read is compared, survives a repair byte for byte, and is read once it can be', async () => {
    const of = await scene('unread');
    const { world, a, b, ids } = of;
    const secrets = b.ring.secrets;
    if (secrets === null) throw new Error('no keys');
    // Device b knows neither a later facet nor version 2 of a known one.
    const session = must(await world.server.process.authenticate(a.ring.secrets?.token ?? null));
    const facts = await lifeOf(a).engine.syncFacts();
    const stamp = hlcOf(a.clock.nowMs(), 9, 'f'.repeat(16));
    const sealer = world.crypto.makeSealer(secrets);
    const items = [
      sealer.seal({ entity: at(ids, 0), facet: 'mood', hlc: stamp, v: 1 }, '"calm"'),
      sealer.seal({ entity: at(ids, 1), facet: 'tags', hlc: stamp, v: 2 }, '{"tags":["later"]}'),
    ];
    const { epoch, anchor, lastPushNo } = facts.push ?? { epoch: '', anchor: '', lastPushNo: 0 };
    const body = { epoch, anchor, pushNo: lastPushNo + 1, items };
    must(await world.server.process.push(session, new TextEncoder().encode(JSON.stringify(body))));
    await settle(world, b);
    expect((await lifeOf(b).engine.syncFacts()).quarantined).toBe(2);
    await expectMended(of, b);
    must(await harmServer(of, (tx) => tx.eraseRegisters(world.vault, items)));
    expect(await verifierOf(world, b).verify()).toMatchObject({ differing: 2 });
    expect(await verifierOf(world, b).repair()).toMatchObject({ equal: true, sent: 2 });
    const back = must(
      await world.server.process.registers(
        session,
        items.map(({ entity, facet }) => ({ entity, facet })),
      ),
    );
    expect(back.items.map(({ seq: _, ...item }) => item)).toEqual(items);
    kill(b);
    await bringUp(world, b);
    await expectMended(of, b);
  });
});
