/** Invariants of a running world and of a world at rest. A violation is thrown. */
import { keyBounds, type QuarantinedRegister, type StoredRegister } from '@cairn/core';
import {
  type EntityId,
  type Hlc,
  isEntityId,
  type SyncStateName,
  type WireItem,
  type WireRegister,
} from '@cairn/schema';
import type { SimDevice } from './device.ts';
import { checkHistories } from './histories.ts';
import { FORGED, MARKER } from './ledger.ts';
import { canonical, isPastFacet } from './truth.ts';
import { fail } from './violation.ts';
import type { World } from './world.ts';

const ALL = 1_000_000;

interface Held {
  readonly registers: readonly StoredRegister[];
  readonly byKey: ReadonlyMap<string, StoredRegister>;
  readonly quarantined: ReadonlyMap<string, QuarantinedRegister>;
}

const keyOf = ({ entity, facet }: { readonly entity: string; readonly facet: string }): string =>
  `${entity} ${facet}`;

const heldBy = (device: SimDevice): Promise<Held> =>
  device.stores.writer.write(async (tx) => {
    const registers = await tx.registersAfter(null, ALL);
    return {
      registers,
      byKey: new Map(registers.map((one) => [keyOf(one), one])),
      quarantined: new Map((await tx.quarantined(ALL)).map((one) => [keyOf(one), one])),
    };
  });

interface ServerRow {
  readonly entity: EntityId;
  readonly facet: string;
  readonly hlc: Hlc;
  readonly seq: number;
  readonly payload: string;
  readonly kg: number;
}

const serverRows = async (
  world: World,
): Promise<{ readonly head: number; readonly rows: readonly ServerRow[] }> => {
  const read = await world.store.read((reads) =>
    reads.page({
      vault: world.vault,
      high: 0,
      low: 0,
      skipTombstones: false,
      items: ALL,
      payloadBytes: Number.MAX_SAFE_INTEGER,
      claim: null,
    }),
  );
  if (!read.ok || read.value === null) return fail('I4', 'the server has no vault');
  return { head: read.value.state.head, rows: read.value.upwards };
};

/** [SY-P2] A cursor never passes a row that was not applied. */
export const checkCursors = async (world: World): Promise<void> => {
  const { head, rows } = await serverRows(world);
  for (const device of world.devices) {
    const high = (await device.stores.reader.meta('pull'))?.high ?? 0;
    if (high > head) fail('I3', `${device.name} believes to hold ${high}, but the server's head is ${head}`);
    const held = await heldBy(device);
    for (const row of rows)
      if (row.seq <= high && !covers(held, row) && !isLeftOut(device, held, row))
        fail('I3', `${device.name} is at ${high} but lacks ${keyOf(row)} of sequence ${row.seq}`);
  }
};

const covers = (held: Held, row: ServerRow): boolean => {
  const own = held.byKey.get(keyOf(row));
  if ((own !== undefined && own.hlc >= row.hlc) || held.quarantined.has(keyOf(row))) return true;
  const gone = held.byKey.get(`${row.entity} gone`);
  return gone !== undefined && (!row.entity.startsWith('k_') || gone.hlc >= row.hlc);
};

/** [SY-P4] A device that joined with nothing does not receive old tombstones. It must hold nothing that they beat. */
const isLeftOut = (device: SimDevice, held: Held, row: ServerRow): boolean =>
  device.joinedEmpty &&
  row.facet === 'gone' &&
  held.registers.every(
    (one) => one.entity !== row.entity || (row.entity.startsWith('k_') && one.hlc > row.hlc),
  );

/** [SY-U4] Every sequence belongs to one row, and no sequence is above the head. */
const checkSequences = (head: number, rows: readonly ServerRow[]): void => {
  if (new Set(rows.map((row) => row.seq)).size !== rows.length) fail('I2', 'a sequence was given twice');
  for (const row of rows) if (row.seq > head) fail('I2', `sequence ${row.seq} is above the head ${head}`);
};

/** Checks that all devices hold the same registers with the same stamps and values, and show the same memories. */
const checkConvergence = async (world: World, rows: readonly ServerRow[]): Promise<void> => {
  const server = new Map(rows.map((row) => [keyOf(row), row.hlc]));
  let first: { readonly name: string; readonly values: string; readonly memories: string } | null = null;
  for (const device of world.devices) {
    const held = await heldBy(device);
    checkUnreadable(world, device, held);
    checkSealed(world, device, rows);
    const good = held.registers.filter(({ entity }) => !world.ledger.bad.has(entity));
    for (const register of good) {
      const there = server.get(keyOf(register));
      if (there !== register.hlc)
        fail('I4', `${device.name} and the server differ in ${keyOf(register)}: ${register.hlc}, ${there}`);
    }
    for (const row of rows)
      if (!held.byKey.has(keyOf(row)) && !isUnread(world, row) && !isLeftOut(device, held, row))
        fail('I1', `${device.name} lacks ${keyOf(row)}`);
    for (const one of held.registers)
      if (world.truth.isLateForgery(one, device.ring.secrets?.members ?? []))
        fail('I45', `${device.name} ends with ${keyOf(one)} ${one.hlc}, forged after the end of its key`);
    const living = good.filter(({ facet }) => facet !== 'gone');
    const values = canonical(living.map(({ entity, facet, value }) => [entity, facet, value]));
    const memories = canonical(await device.stores.reader.rowsAfter(null, ALL));
    first ??= { name: device.name, values, memories };
    if (values !== first.values)
      fail('I4', `${device.name} and ${first.name} hold different values under the same stamps`);
    if (memories !== first.memories) fail('I4', `${device.name} and ${first.name} show different memories`);
  }
};

/** Whether no device can read the row: the rogue made it, or a lying server did and a device that kept it sent it back. */
const isUnread = (world: World, row: ServerRow): boolean =>
  world.unreadable.has(row.entity) || world.liar.isForeign(row);

/**
 * [SY-M6, TR-4] Every device holds each unreadable row unchanged, or sealed again with the same content. Only a row that cannot even be
 * opened may be lost: by a server that was restored after a later generation was complete.
 */
const checkUnreadable = (world: World, device: SimDevice, held: Held): void => {
  for (const [key, one] of held.quarantined) {
    const entity = key.split(' ')[0] ?? '';
    // A value beyond every limit is set aside even by the device that made it. [TR-6]
    const isIll = one.reason === 'out_of_range' && world.ledger.bad.has(entity);
    if (!isIll && !world.unreadable.has(entity) && !world.liar.isForeign(one))
      fail('I22', `${device.name} cannot read ${key} (${one.reason})`);
  }
  for (const item of world.unreadable.values()) {
    const kept = held.quarantined.get(keyOf(item));
    // A device may keep either of two forged versions.
    if (kept !== undefined && item.facet === 'body' && item.v === 1 && world.liar.isForeign(kept)) continue;
    // A tombstone ended it. This device could not tell the tombstone from a member's. [TR-4]
    if (kept === undefined && world.truth.isEnded(item.entity)) continue;
    const text = openedBy(world, device, item);
    if (text === null && kept === undefined && item.kg < completeOf(device)) continue;
    const isSame =
      kept?.payload === item.payload || (text !== null && text === openedBy(world, device, kept));
    if (!isSame || kept?.v !== item.v || kept.hlc !== item.hlc)
      fail('I22', `${device.name} does not hold ${keyOf(item)} as it was pushed`);
  }
};

const openedBy = (world: World, { ring }: SimDevice, item: WireRegister | undefined): string | null => {
  if (item === undefined || ring.secrets === null) return null;
  const opened = world.crypto.makeSealer(ring.secrets).open(item);
  return opened.ok ? opened.value : null;
};

const completeOf = ({ ring }: SimDevice): number => keyBounds(ring.secrets?.members ?? []).complete;

/** [TR-4] Once a generation is complete, the server holds nothing under an older one that a device would accept. */
const checkSealed = (world: World, device: SimDevice, rows: readonly ServerRow[]): void => {
  for (const row of rows)
    if (row.kg < completeOf(device) && !world.unreadable.has(row.entity))
      fail(
        'I39',
        `${keyOf(row)} is under key ${row.kg}, and ${device.name} takes nothing below ${completeOf(device)}`,
      );
};

/** [SY-A3] A revoked device is refused, gets no new key, and reports that instead of going on. */
const checkRevoked = async (world: World): Promise<void> => {
  for (const device of world.revoked) {
    const { secrets } = device.ring;
    if (secrets === null) continue;
    const session = await world.server.process.authenticate(secrets.token);
    if (session.ok) fail('I23', `${device.name} is let in, though it was revoked`);
    const keys = await world.store.read((reads) => reads.sealedKeys(world.vault, secrets.device.id));
    if (keys.ok && keys.value.length > 0) fail('I23', `the server keeps keys for the revoked ${device.name}`);
  }
};

/** Checks that no acknowledged memory is lost and no forgotten memory is shown again. */
const checkPromises = async (world: World, rows: readonly ServerRow[]): Promise<void> => {
  const server = new Set(rows.map(keyOf));
  for (const [id, content] of world.ledger.saves) {
    const isThere = server.has(`${id} body`) || (server.has(`${id} gone`) && world.truth.isEnded(id));
    if (isEntityId(id) && !id.startsWith('k_') && !isThere)
      fail('I10', `the acknowledged memory ${id} is lost: ${content}`);
  }
  for (const id of world.ledger.tombstoned) {
    if (server.has(`${id} body`)) fail('I15', `the forgotten memory ${id} came back`);
    if (!server.has(`${id} gone`)) fail('I15', `the tombstone of ${id} is lost`);
  }
  for (const device of world.devices) {
    const shown = (await device.stores.reader.rowsAfter(null, ALL)).map((row) => row.id);
    for (const id of shown)
      if (world.ledger.tombstoned.has(id)) fail('I15', `${device.name} shows the forgotten ${id}`);
  }
};

/** [SY-C1] A value that was seen and replaced is never the final value. */
const checkKeys = async (world: World): Promise<void> => {
  const [device] = world.devices;
  if (device === undefined) return;
  for (const [key, { values, overtaken, forgets }] of world.ledger.keys) {
    const [row] = await device.stores.reader.memoriesByKey(key, null);
    if (row === undefined && forgets === 0 && !world.liar.told.has('planted'))
      fail('I10', `the key ${key} is lost`);
    if (row === undefined) continue;
    if (!values.has(row.content) && !row.content.startsWith(FORGED))
      fail('I10', `the key ${key} has a value that nobody wrote: ${row.content}`);
    if (overtaken.has(row.content))
      fail('I14', `the key ${key} fell back to a value that was replaced: ${row.content}`);
  }
};

/** [SY-C1] Stamps rise within a batch. No stamp belongs to two registers, except the stamp of an earlier body. [RL-42] */
const checkStamps = (world: World): void => {
  const owner = new Map<string, string>();
  for (const { device, bytes } of world.bodies) {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
    let last = '';
    for (const item of itemsOf(body)) {
      if (world.ledger.bad.has(item.entity) || world.liar.isForeign(item) || isPastFacet(item.facet))
        continue;
      // Two copies of one device may use the same stamp until one of them takes another identity. A device that was lied to about its
      // pushes may also reuse a stamp for another register.
      const isTwice = world.isCloned || world.liar.deceived.has(device);
      if (item.hlc < last || (item.hlc === last && !isTwice))
        fail('I13', `${device} sent ${item.hlc} after ${last}`);
      last = item.hlc;
      const known = isTwice ? keyOf(item) : (owner.get(item.hlc) ?? keyOf(item));
      if (known !== keyOf(item))
        fail('I13', `the stamp ${item.hlc} stands for ${known} and for ${keyOf(item)}`);
      owner.set(item.hlc, keyOf(item));
    }
  }
};

const itemsOf = (body: unknown): readonly WireItem[] =>
  typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items) ? body.items : [];

/** [SY-S2, SY-D4] No text of a sealed vault is in any request body, in any base64 alignment. */
const checkSecrecy = (world: World): void => {
  if (world.kind === 'readable') return;
  const needles = [0, 1, 2].map((shift) =>
    Buffer.from(`${'\0'.repeat(shift)}${MARKER}`)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, 12),
  );
  for (const { device, bytes } of world.bodies) {
    const text = Buffer.from(bytes).toString('latin1');
    for (const needle of [MARKER, ...needles])
      if (text.includes(needle)) fail('I27', `${device} sent plain text`);
  }
};

/** Checks all invariants of a world at rest. */
export const checkRest = async (world: World): Promise<void> => {
  const { head, rows } = await serverRows(world);
  checkSequences(head, rows);
  await checkCursors(world);
  await checkPromises(world, rows);
  await checkConvergence(world, rows);
  await checkHistories(world);
  await checkKeys(world);
  await checkRevoked(world);
  checkStamps(world);
  checkSecrecy(world);
};

/**
 * Checks that every write without the server's confirmation waits to be sent: the queue never drops an acknowledged write. [SY-U1] When
 * the server lost the winner over a value, the device has to be told first, and finds the value when it heals. [SY-E2]
 */
export const checkQueue = async (world: World, device: SimDevice): Promise<void> => {
  if (world.watch.isLost(device)) return;
  const queue = await device.stores.writer.write(async (tx) => {
    const pull = await tx.meta('pull');
    // While the device heals, it assumes that the server has nothing, and fills the queue part by part. [SY-E2, SY-E3]
    const isHealing = (await tx.meta('healing')) !== null;
    if (pull === null || pull.bootstrap !== null || isHealing) return null;
    const batch = await tx.inflight();
    const waiting = [...(await tx.outbox(ALL)), ...(batch?.items ?? []), ...(await tx.deadLetters(ALL))];
    const unsent = (await tx.registersAfter(null, ALL)).filter(({ seq }) => seq === null);
    return { waiting: new Set(waiting.map(keyOf)), unsent };
  });
  for (const register of queue?.unsent ?? [])
    if (queue?.waiting.has(keyOf(register)) === false && !world.watch.isSettled(register))
      fail('I32', `${device.name} will never send ${keyOf(register)}, which the server has not confirmed`);
};

const serverHead = async ({ store, vault }: World): Promise<number> => {
  const read = await store.read((reads) => reads.vault(vault));
  return read.ok && read.value !== null ? read.value.head : fail('I4', 'the server has no vault');
};

/** States of a device that is revoked, or unknown to a server that was restored to a time before the device joined. */
const REFUSED: ReadonlySet<SyncStateName> = new Set(['stopped', 'locked_out']);

/** Returns null when everything is pushed and pulled, else a device that still has something to do. */
export const restless = async (world: World): Promise<Restless | null> => {
  const isUnknown = world.devices.some(({ life }) => life?.driver.state().state === 'locked_out');
  const sentence = await whoIsRestless(world);
  return sentence === null ? null : { sentence, isUnknown };
};

export interface Restless {
  readonly sentence: string;
  /** Whether a device is unknown to the server, which takes longer to heal. */
  readonly isUnknown: boolean;
}

const whoIsRestless = async (world: World): Promise<string | null> => {
  const head = await serverHead(world);
  for (const device of world.devices) {
    const { life } = device;
    if (life === null || !life.alive) return `${device.name} is down`;
    const { state, lastError } = life.driver.state();
    const facts = await life.engine.syncFacts();
    const isDone =
      state === 'idle' &&
      facts.healing === null &&
      facts.pending === 0 &&
      facts.inflight === 0 &&
      facts.pull?.high === head;
    if (!isDone)
      return `${device.name} is ${state} with ${facts.pending} to push, at ${facts.pull?.high} of ${head} (${lastError?.kind})`;
  }
  for (const { name, life } of world.revoked)
    if (life?.alive === true && !REFUSED.has(life.driver.state().state))
      return `${name} goes on (${life.driver.state().state}), though it was revoked`;
  return null;
};
