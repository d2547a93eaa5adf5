/** Devices come, keys change. */
import { checkKeyring, planSuccession } from '@cairn/core';
import type { DeviceId, MemberList } from '@cairn/schema';
import type { SimDevice } from '../device.ts';
import type { World } from '../world.ts';
import { type Act, canAsk, on } from './act.ts';

const DEVICES_MAX = 8;

export const join: Act = async (world) => {
  if (world.devices.length >= DEVICES_MAX || !canAsk(world) || !(await hasWholeList(world))) return;
  await world.join();
};

/** Not so after the server was put back, until a device has healed it. */
const hasWholeList = async (world: World): Promise<boolean> => {
  const entries = await world.store.read((reads) => reads.members(world.vault));
  const seen = world.devices.map(({ ring }) => ring.secrets?.members.length ?? 0);
  return entries.ok && entries.value.length >= Math.max(...seen);
};

/** A new key generation, and everything encrypted anew under it: `cairn vault rekey`. [SY-S6] */
export const rekey: Act = async (world, device) => {
  if (world.kind === 'sealed') await succeed(world, device, () => null);
};

/** What a device of the vault asks the server for while both are there: nothing of it goes through the network. */
const succeed = async (
  world: World,
  device: SimDevice,
  whom: (list: MemberList) => DeviceId | null,
): Promise<void> => {
  const { process } = world.server;
  const isReady = canAsk(world) && (await hasWholeList(world));
  const session = isReady ? await process.authenticate(device.ring.secrets?.token ?? null) : null;
  const ring = session?.ok === true ? await process.keyring(session.value) : null;
  const { secrets } = device.ring;
  if (session?.ok !== true || ring?.ok !== true || secrets === null) return;
  const checked = checkKeyring(secrets, ring.value, world.crypto);
  if (!checked.ok) throw new Error(`${device.name} refuses the keyring: ${checked.error.kind}`);
  const plan = planSuccession(world.crypto, checked.value.secrets, { revoke: whom(checked.value.list) });
  const made = await process.appendMembers(session.value, plan.request);
  if (!made.ok) throw new Error(`a new generation was refused: ${made.error.kind}`);
  device.ring.secrets = plan.secrets;
  const { vault, kind, kg, keys } = plan.secrets;
  await on(device, async (engine) => {
    await engine.useKeys({ vault, kind, kg, keys });
    await engine.beginReseal(kg);
  });
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
  const isClean = facts !== null && facts.pending + facts.inflight + facts.dead === 0;
  if (secrets === null || !isClean || facts.pull === null || facts.pull.bootstrap !== null) return;
  await succeed(world, device, () => secrets.device.id);
  if ((await world.server.process.authenticate(secrets.token)).ok) return;
  world.devices.splice(world.devices.indexOf(target), 1);
  world.revoked.push(target);
  world.note(`${target.name} is revoked`);
};
