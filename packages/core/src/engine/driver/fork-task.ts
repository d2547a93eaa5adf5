/** Gives a new identity to a device whose database was restored or copied. [SY-E3] */
import { deviceId, err, type MemberEntry, ok, type Result } from '@cairn/schema';
import type { DeviceSecrets, VaultSecrets } from '../../ports/keyring.ts';
import type { Answer } from '../deps.ts';
import { planAdmission, signerOf } from '../vault/plan-members.ts';
import { freshSecrets, identityOf, isRevoked } from './keys-task.ts';
import {
  done,
  onEngineError,
  onTransportError,
  type TaskContext,
  type TaskDeps,
  type TaskEnd,
} from './sync-task.ts';

/**
 * SY-E3: gives the device a new identity. The identity is saved in the keyring before the store gets it, so an
 * interrupted fork is finished at the next start (`finishFork`). It is also saved before the server gets it. So a fork
 * whose answer was lost is repeated with the same identity, and no second new device remains. [RL-40]
 */
export const forkTask = async (context: TaskContext): Promise<TaskEnd> => {
  // An earlier attempt may have saved the identity in the keyring, but not written the store.
  const begun = await finishFork(context);
  if (!begun.ok) return onEngineError(begun.error);
  if (begun.value) return done('fork_done');
  const fresh = await freshSecrets(context);
  if (!fresh.ok) return fresh.error;
  const secrets = fresh.value;
  const next = await nextIdentity(context, secrets);
  const isAdmitted = secrets.members.some(
    ({ fact }) => fact.kind === 'add' && fact.device.id === next.device.id,
  );
  const admitted = isAdmitted ? ok(secrets.members) : await askIn(context, secrets, next);
  if (!admitted.ok) return admitted.error;
  const former = identityOf(secrets);
  await context.keyring.save({ ...secrets, ...next, members: admitted.value, next: undefined, former });
  const forked = await finishFork(context);
  return forked.ok ? done('fork_done') : onEngineError(forked.error);
};

const nextIdentity = async (context: TaskContext, secrets: VaultSecrets): Promise<DeviceSecrets> => {
  const { clock, random, keyring } = context;
  if (secrets.next !== undefined && !isRevoked(secrets, secrets.next.device.id)) return secrets.next;
  const crypto = await context.crypto();
  const device = { id: deviceId(clock.nowMs(), random.bytes(10)), name: secrets.device.name };
  const next = { ...crypto.makeDeviceKeys(), device, token: crypto.makeToken() };
  await keyring.save({ ...secrets, next });
  return next;
};

/** Asks the server to admit the new identity. Returns the member list with it. */
const askIn = async (
  context: TaskContext,
  secrets: VaultSecrets,
  next: DeviceSecrets,
): Promise<Result<readonly MemberEntry[], TaskEnd>> => {
  const crypto = await context.crypto();
  const device = crypto.newDevice(next.device.id, next.device.name, next, next.token);
  const { entry, keys } = planAdmission(crypto, secrets, signerOf(secrets), device);
  const answer = await context.transport.fork({ device, entry, keys });
  context.assertCurrent();
  return answer.ok ? ok([...secrets.members, entry]) : err(onTransportError(answer.error));
};

/** Writes the keyring's identity into the store. Returns true when the store had another identity. */
export const finishFork = async ({
  engine,
  keyring,
}: Pick<TaskDeps, 'engine' | 'keyring'>): Answer<boolean> => {
  const [facts, secrets] = await Promise.all([engine.syncFacts(), keyring.load()]);
  const { device, push, vault } = facts;
  if (secrets === null || push === null || vault?.id !== secrets.vault) return ok(false);
  if (device?.id === secrets.device.id) return ok(false);
  const forked = await engine.fork(secrets.device, { ...push, lastPushNo: 0 });
  return forked.ok ? ok(true) : forked;
};

/** Begins a healing. The task is local. [SY-E2, SY-E4] */
export const healTask = async ({ engine, parting }: TaskContext): Promise<TaskEnd> => {
  const begun = await engine.heal(parting);
  return begun.ok ? done('heal_done') : onEngineError(begun.error);
};
