/** Devices come, keys change. */
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
  // The device that comes first after the server was put back may let somebody in, also when others have seen more of the list.
  const inviter = await findInviter(world, random);
  if (inviter !== null) await world.join(inviter);
};

/** A new key generation, and everything encrypted again under it: `cairn vault rekey`. [SY-S6] */
export const rekey: Act = async (world, device) => {
  if (world.kind === 'sealed') await succeed(world, device, () => null);
};

/** What a device of the vault asks the server for while both are there: nothing of it goes through the network. */
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

/** Nothing that the device holds was stamped after it: it would be dropped as a thief's. [I46, TR-50] */
const checkBeginning = async (device: SimDevice, since: Hlc): Promise<void> => {
  const held = await device.stores.writer.write((tx) => tx.registersAfter(null, ALL));
  const late = held.find(({ hlc }) => hlc > since);
  if (late !== undefined)
    fail('I46', `${device.name} begins a generation at ${since}, and holds ${late.entity} of ${late.hlc}`);
};

/**
 * A device is put out, and a new generation made for the rest. Only one that has sent all it had: what a device keeps to itself
 * goes with it. [SY-A3]
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
  // A server that was put back may not know it at all, and the device that revokes may not have heard of it.
  const told = await world.server.process.authenticate(secrets.token);
  if (told.ok || told.error.kind !== 'device_revoked') return;
  world.devices.splice(world.devices.indexOf(target), 1);
  world.revoked.push(target);
  world.note(`${target.name} is revoked`);
};

const signatureOf = ({ signature }: MemberEntry): string => signature;

/** The one who has it now does not believe that it was revoked. [SY-A3] */
export const tryRevoked: Act = async (world, _, random) => {
  if (world.revoked.length === 0) return;
  const device = random.pick(world.revoked);
  await restart(world, device);
  insist(device);
  if (random.chance(0.3)) kill(device);
};
