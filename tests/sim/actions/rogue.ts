/** A member that pushes what a newer program, a broken one or a thief of a token might push. */
import type { VaultSecrets } from '@cairn/core';
import type { SeededRandom } from '@cairn/core/testing';
import { deviceId, entityKind, HOUR_MS, hlcOf, memoryId, nodeOf, type WireItem } from '@cairn/schema';
import { admit, must } from '../pairing.ts';
import { fail } from '../violation.ts';
import { findInviter, newestSecrets, type World } from '../world.ts';
import { type Act, canAsk } from './act.ts';

const join = async (world: World, by: SeededRandom): Promise<World['rogue']> => {
  const inviter = await findInviter(world, by);
  if (inviter === null) return null;
  const random = world.random.fork('rogue');
  const identity = { id: deviceId(world.time.nowMs(), random.bytes(10)), name: 'rogue' };
  const { secrets } = await admit(world, inviter, identity);
  return { secrets, epoch: '', pushNo: 0 };
};

/** Returns null while the server is restored to a time before the rogue joined, and no device has healed that. */
const sessionOf = async ({ rogue, server }: World) => {
  const session = await server.process.authenticate(rogue?.secrets.token ?? null);
  return session.ok ? session.value : null;
};

const bytesOf = (body: object): Uint8Array => new TextEncoder().encode(JSON.stringify(body));

/** Leaves out a push number. The server concludes that it lost a push, and all devices heal it. [SY-U3, SY-E2] */
export const leaveHole: Act = async (world, _, random) => {
  if (!canAsk(world)) return;
  world.rogue ??= await join(world, random);
  const session = await sessionOf(world);
  if (world.rogue === null || session === null) return;
  const read = must(await world.store.read((reads) => reads.vault(world.vault)), 'read');
  if (read === null) return;
  const entity = memoryId(world.time.nowMs(), random.bytes(10));
  const hlc = hlcOf(world.time.nowMs(), 0, nodeOf(world.rogue.secrets.device.id));
  const items: WireItem[] = [
    { entity, facet: 'body', hlc, v: 1, kg: newestSecrets(world).kg, payload: 'AAAA' },
  ];
  const frame = { epoch: read.epoch, anchor: `${read.head}.${read.anchor}`, pushNo: world.rogue.pushNo + 2 };
  const hole = await world.server.process.push(session, bytesOf({ ...frame, items }));
  if (hole.ok || hole.error.kind !== 'push_gap') fail('I7', 'a hole in push numbers was taken');
};

/** Pushes as the rogue, under its next number. */
const pushing = async (
  world: World,
  random: SeededRandom,
  make: (secrets: VaultSecrets) => readonly WireItem[],
) => {
  if (!canAsk(world)) return;
  world.rogue ??= await join(world, random);
  const { rogue, store, vault } = world;
  const session = await sessionOf(world);
  const read = must(await store.read((reads) => reads.vault(vault)), 'read');
  if (rogue === null || session === null || read === null) return;
  rogue.pushNo = rogue.epoch === read.epoch ? rogue.pushNo + 1 : 1;
  rogue.epoch = read.epoch;
  const frame = { epoch: read.epoch, anchor: `${read.head}.${read.anchor}`, pushNo: rogue.pushNo };
  must(await world.server.process.push(session, bytesOf({ ...frame, items: make(rogue.secrets) })), 'push');
};

/**
 * For stories, never drawn: pushes flags under the vault's first key, stamped an hour ago and now. A member that missed a new key does
 * the same.
 */
export const pushOld: Act = async (world, _, random) =>
  pushing(world, random, ({ vault, kind, device }) => {
    const { keys } = newestSecrets(world);
    const sealer = world.crypto.makeSealer({ vault, kind, kg: 1, keys });
    return [HOUR_MS, 0].map((agoMs) => {
      const nowMs = world.time.nowMs();
      const register = {
        entity: memoryId(nowMs, random.bytes(10)),
        facet: 'flags',
        v: 1,
        hlc: hlcOf(nowMs - agoMs, 0, nodeOf(device.id)),
      };
      const value = { pinned: true, trust: 'high' };
      world.truth.memberWrote(register, value);
      return sealer.seal(register, JSON.stringify(value));
    });
  });

/** Ends a memory as a member with a tombstone that only a newer program would write. Only for stories, never drawn. [TR-31] */
export const endOddly: Act = async (world, _, random) =>
  pushing(world, random, ({ vault, kind, device }) => {
    const { kg, keys } = newestSecrets(world);
    const rows = [...(world.twin?.backup().registers.get(world.vault)?.values() ?? [])];
    const { entity } = random.pick(
      rows.filter(({ entity, facet }) => facet === 'body' && entityKind(entity) === 'memory'),
    );
    const register = { entity, facet: 'gone', v: 1, hlc: hlcOf(world.time.nowMs(), 0, nodeOf(device.id)) };
    world.truth.memberWrote(register, { hash: 7 });
    return [world.crypto.makeSealer({ vault, kind, kg, keys }).seal(register, '{"hash":7,"why":"tidied"}')];
  });

const beyondLimits = (id: string): string =>
  JSON.stringify({
    ...{ content: 'of no time', namespace: null, key: null, project: null, source: 'user' },
    createdAt: Number.MAX_SAFE_INTEGER,
    by: { device: id, name: 'rogue', session: null, agent: null },
  });

/**
 * Pushes rows that no device can read: a later facet, a later version, random bytes, a value beyond every limit, and a payload of
 * another memory. All devices keep the rows unchanged and go on. [SY-M6, SY-S2, TR-6]
 */
export const poison: Act = async (world, _, random) => {
  if (!canAsk(world)) return;
  world.rogue ??= await join(world, random);
  const { rogue, crypto, store, vault, kind } = world;
  const session = await sessionOf(world);
  if (rogue === null || session === null) return;
  const { kg, keys } = newestSecrets(world);
  const sealer = crypto.makeSealer({ vault, kind, kg, keys });
  const id = rogue.secrets.device.id;
  let count = 0;
  const register = (facet: string, v: number) => ({
    entity: memoryId(world.time.nowMs(), random.bytes(10)),
    facet,
    v,
    hlc: hlcOf(world.time.nowMs(), count++, nodeOf(id)),
  });
  const read = must(await store.read((reads) => reads.vault(vault)), 'read');
  if (read === null) return;
  const items: WireItem[] = [
    sealer.seal(register('mood', 1), '{"later":1}'),
    sealer.seal(register('body', 9), '{"later":1}'),
    sealer.seal(register('body', 1), beyondLimits(id)),
    { ...register('body', 1), kg, payload: Buffer.from(random.bytes(80)).toString('base64url') },
  ];
  if (kind === 'sealed') {
    const own = sealer.seal(register('body', 1), '{"moved":1}');
    items.push({ ...own, entity: memoryId(world.time.nowMs(), random.bytes(10)) });
  }
  const frame = { epoch: read.epoch, anchor: `${read.head}.${read.anchor}` };
  const push = (pushNo: number, some: readonly WireItem[]) =>
    world.server.process.push(session, bytesOf({ ...frame, pushNo, items: some }));
  rogue.pushNo = rogue.epoch === read.epoch ? rogue.pushNo + 1 : 1;
  rogue.epoch = read.epoch;
  const pushed = must(await push(rogue.pushNo, items), 'push');
  const other = await push(rogue.pushNo, items.slice(1));
  if (other.ok || other.error.kind !== 'device_forked')
    fail('I7', 'other bytes under the same push number were taken');
  // The same items under another number are not written again. [SY-U7]
  const repeated = must(await push(++rogue.pushNo, items), 'push again').verdicts;
  if (pushed.verdicts.some(({ verdict, seq }, at) => verdict === 'ok' && repeated[at]?.seq !== seq))
    fail('I6', 'what was pushed again was written again');
  pushed.verdicts.forEach(({ verdict }, at) => {
    const item = items[at];
    if (verdict === 'ok' && item !== undefined) world.unreadable.set(item.entity, item);
  });
};
