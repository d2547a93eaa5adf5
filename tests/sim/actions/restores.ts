/** Lost histories: a server is restored from a backup, or a device sleeps until the server has collected the device's last commit. */
import type { MemoryTables } from '@cairn/cloud/testing';
import type { DeviceSecrets } from '@cairn/core';
import { DAY_MS, LIMITS, type MemberEntry } from '@cairn/schema';
import { kill, type SimDevice } from '../device.ts';
import { fail } from '../violation.ts';
import { restart, type ServerBackup, type World } from '../world.ts';
import { type Act, canAsk } from './act.ts';

export const BACKUPS_MAX = 4;

export const backUpServer: Act = (world) => {
  if (world.twin === null) return;
  world.backups.push({ tables: world.twin.backup(), answered: new Map(world.server.answered) });
  if (world.backups.length > BACKUPS_MAX) world.backups.shift();
};

/**
 * Restores the server to an earlier point. The point may lie before a device joined or was revoked, before a key changed, or before an
 * earlier restore. It does so only when some device or the backup holds what is lost, because data without a copy is lost with any
 * server. A device that was revoked since then is a member until it is revoked again. [SY-E1, SY-E2, SY-S6]
 */
export const restoreServer: Act = async (world, _, random) => {
  if (world.backups.length > 0) await putBack(world, random.pick(world.backups), random.below(5_000));
};

/** Restores the server. Returns whether it did. */
export const putBack = async (
  world: World,
  { tables: backup, answered }: ServerBackup,
  downMs: number,
): Promise<boolean> => {
  const { twin } = world;
  if (twin === null || !canAllComeBack(world, backup)) return false;
  await world.drain();
  const kept = [...(backup.registers.get(world.vault)?.values() ?? [])];
  if (!(await areHeld(rowsOf(world), kept, world.devices))) return false;
  world.crashServer(downMs);
  twin.restore(backup);
  world.wasRestored = true;
  // The server may decide differently on pushes since the backup. It still knows its answers to earlier ones. [SY-U3]
  world.server.answered.clear();
  for (const [request, verdicts] of answered) world.server.answered.set(request, verdicts);
  world.watch.serverRestored(kept);
  world.note(`server is put back to ${kept.length} rows`);
  return true;
};

/**
 * Whether every device can return after the restore. The backup must know each device or the device's identity before its last fork. A
 * device is also known when the member list of a known device holds it. These lists must hold every revocation too, which would
 * otherwise be lost with the one device that made it.
 */
const canAllComeBack = (world: World, backup: MemoryTables): boolean => {
  const rows = [...backup.devices.values()];
  const isIn = (one: DeviceSecrets | null | undefined): boolean =>
    rows.some(({ id, revokedAt }) => id === one?.device.id && revokedAt === null);
  const seen = world.devices.flatMap(({ ring: { secrets } }) =>
    isIn(secrets) || isIn(secrets?.former) ? (secrets?.members ?? []) : [],
  );
  const added = new Set([...rows.map(({ id }) => String(id)), ...seen.flatMap(addedBy)]);
  return world.devices.every(({ ring }) => ring.secrets !== null && added.has(ring.secrets.device.id));
};

const addedBy = ({ fact }: MemberEntry): readonly string[] => (fact.kind === 'add' ? [fact.device.id] : []);

interface Row {
  readonly entity: string;
  readonly facet: string;
  readonly hlc: string;
}
const keyOf = ({ entity, facet }: Row): string => `${entity} ${facet}`;

const registersOf = ({ stores }: SimDevice): Promise<readonly Row[]> =>
  stores.writer.write((tx) => tx.registersAfter(null, 1_000_000));

/** Whether `kept` or one of the devices holds each of `rows`, or a later value. */
const areHeld = async (
  rows: Iterable<Row>,
  kept: Iterable<Row>,
  devices: readonly SimDevice[],
): Promise<boolean> => {
  const held = new Map<string, string>();
  const hold = (row: Row): void => {
    if (row.hlc > (held.get(keyOf(row)) ?? '')) held.set(keyOf(row), row.hlc);
  };
  for (const row of kept) hold(row);
  for (const device of devices) for (const register of await registersOf(device)) hold(register);
  return [...rows].every((row) => (held.get(keyOf(row)) ?? '') >= row.hlc);
};

const rowsOf = ({ twin, vault }: World): readonly Row[] => [
  ...(twin?.backup().registers.get(vault)?.values() ?? []),
];

/** Whether the device holds something that the server has lost and no other device holds. */
export const holdsAlone = async (world: World, device: SimDevice): Promise<boolean> => {
  if (!world.wasRestored && !world.isHostile) return false;
  const others = world.devices.filter((one) => one !== device);
  // A lying server may hide a value from all others until its key has ended. Such a value counts as lost. [TR-4]
  const there = world.isHostile ? [] : rowsOf(world);
  return !(await areHeld(await registersOf(device), there, others));
};

/** Number of times that the other devices run while one sleeps. Virtual time advances in small steps while any device polls. */
const VISITS = 3;

/**
 * Turns a device off for longer than commits are kept, while others go on and the server collects. Afterwards the device sends its
 * unsent writes, and what the server has lost and only this device holds. It must not send what was forgotten meanwhile. [SY-E4, TR-2]
 */
export const sleepLong: Act = async (world, device, random) => {
  if (world.twin === null || !canAsk(world) || world.devices.length < 2) return;
  world.note(`${device.name}: sleeps for half a year`);
  const others = world.devices.filter((one) => one !== device);
  for (const one of world.devices) kill(one);
  for (let visit = 0; visit <= VISITS; visit++) {
    for (const one of others) await restart(world, one);
    await world.pass(60_000 + random.below(60_000));
    for (const one of others) kill(one);
    if (visit < VISITS) world.time.skip(Math.ceil((LIMITS.anchorDaysMin / VISITS) * DAY_MS));
  }
  const before = rowsOf(world);
  const collected = await world.server.process.collectVault(world.vault);
  if (!collected.ok) fail('I4', 'the server could not collect');
  const left = new Set(rowsOf(world).map(keyOf));
  for (const row of before) if (!left.has(keyOf(row))) fail('I17', `the server collected ${keyOf(row)}`);
  // A row in an older backup is older than any device's history.
  world.backups.length = 0;
  for (const one of world.devices) await restart(world, one);
};
