/** Devices that join or are revoked, and keys that change. */
import { beginningAt, planSuccession, presentMs, vaultKeysOf } from '@cairn/core';
import type { DeviceId, Hlc, MemberEntry, MemberList } from '@cairn/schema';
import { insist, kill, type SimDevice } from '../device.ts';
import { currentKeyring } from '../pairing.ts';
import { fail } from '../violation.ts';
import { findInviter, restart, type World } from '../world.ts';
import { type Act, canAsk, on } from './act.ts';
import { holdsAlone } from './restores.ts';

const ALL = 1_000_000;
const DEVICES_MAX = 8;

export const join: Act = async (world, _, random) => {
  if (world.devices.length >= DEVICES_MAX || !canAsk(world)) return;
  // The first device that connects after a restore may admit a new one, even when other devices have seen a longer member list.
  const inviter = await findInviter(world, random);
  if (inviter !== null) await world.join(inviter);
};

/** Makes a new key generation and encrypts everything again under it: `cairn vault rekey`. [SY-S6] */
export const rekey: Act = async (world, device) => {
  if (world.kind === 'sealed') await succeed(world, device, () => null);
};

/** Makes the next key generation. The device calls the server directly, not through the network. */
const succeed = async (
  world: World,
  device: SimDevice,
  whom: (list: MemberList) => DeviceId | null,
): Promise<void> => {
  const { secrets } = device.ring;
  const current = secrets !== null && canAsk(world) ? await currentKeyring(world, secrets) : null;
  if (current === null) return;
  const facts = await on(device, (engine) => engine.syncFacts());
  if (facts === null) return;
  const since = beginningAt(presentMs(device.clock.nowMs(), facts));
  await checkBeginning(device, since);
  const plan = planSuccession(world.crypto, current.secrets, { revoke: whom(current.list), since });
  const made = await world.server.process.appendMembers(current.session, plan.request);
  if (!made.ok) throw new Error(`a new generation was refused: ${made.error.kind}`);
  device.ring.secrets = plan.secrets;
  await on(device, async (engine) => {
    await engine.useKeys(vaultKeysOf(plan.secrets));
    await engine.beginReseal(plan.secrets.kg);
  });
};

/** Checks that the device holds no stamp after the new generation's beginning. Such a value would be dropped as a thief's. [I46, TR-50] */
const checkBeginning = async (device: SimDevice, since: Hlc): Promise<void> => {
  const held = await device.stores.writer.write((tx) => tx.registersAfter(null, ALL));
  const late = held.find(({ hlc }) => hlc > since);
  if (late !== undefined)
    fail('I46', `${device.name} begins a generation at ${since}, and holds ${late.entity} of ${late.hlc}`);
};

/**
 * Revokes a device and makes a new generation for the others. The device must have sent everything, because unsent data is lost with it.
 * [SY-A3]
 */
export const revoke: Act = async (world, device, random) => {
  const others = world.devices.filter((one) => one !== device && one.life?.alive === true && !one.copied);
  if (others.length < 2 || device.copied || !canAsk(world)) return;
  const target = random.pick(others);
  const secrets = target.ring.secrets;
  const facts = await on(target, (engine) => engine.syncFacts());
  const entries = new Set(
    world.devices
      .flatMap((one) => (one === target ? [] : (one.ring.secrets?.members ?? [])))
      .map(signatureOf),
  );
  const isAlone = secrets?.members.some((entry) => !entries.has(signatureOf(entry))) !== false;
  const isClean = facts !== null && facts.pending + facts.inflight + facts.dead === 0 && !isAlone;
  if (await holdsAlone(world, target)) return;
  if (secrets === null || !isClean || facts.pull === null || facts.pull.bootstrap !== null) return;
  await succeed(world, device, () => secrets.device.id);
  // A restored server may not know the device, and the revoking device may not have received that device's entry.
  const told = await world.server.process.authenticate(secrets.token);
  if (told.ok || told.error.kind !== 'device_revoked') return;
  world.devices.splice(world.devices.indexOf(target), 1);
  world.revoked.push(target);
  world.note(`${target.name} is revoked`);
};

const signatureOf = ({ signature }: MemberEntry): string => signature;

/** Starts a revoked device that still tries to sync. [SY-A3] */
export const tryRevoked: Act = async (world, _, random) => {
  if (world.revoked.length === 0) return;
  const device = random.pick(world.revoked);
  await restart(world, device);
  insist(device);
  if (random.chance(0.3)) kill(device);
};
