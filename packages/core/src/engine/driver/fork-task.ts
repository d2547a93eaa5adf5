/** A new identity for a device whose database was restored or copied. [SY-E3] */
import { type CairnError, type DeviceId, deviceId, ok, type Result } from '@cairn/schema';
import { planAdmission, signerOf } from '../vault/plan-members.ts';
import { freshSecrets } from './keys-task.ts';
import {
  done,
  onEngineError,
  onTransportError,
  type TaskContext,
  type TaskDeps,
  type TaskEnd,
} from './sync-task.ts';

/**
 * SY-E3. The new identity is in the keyring before the store knows it, so that a fork that is cut short is finished at the
 * next start (`finishFork`) and the server never sees a second new device for it.
 */
export const forkTask = async (context: TaskContext): Promise<TaskEnd> => {
  // The last attempt got as far as the keyring, and then the store could not be written.
  const begun = await finishFork(context);
  if (!begun.ok) return onEngineError(begun.error);
  if (begun.value) return done('fork_done');
  const fresh = await freshSecrets(context);
  if (!fresh.ok) return fresh.error;
  const secrets = fresh.value;
  const crypto = await context.crypto();
  const id: DeviceId = deviceId(context.clock.nowMs(), context.random.bytes(10));
  const keys = crypto.makeDeviceKeys();
  const token = crypto.makeToken();
  const device = crypto.newDevice(id, secrets.device.name, keys, token);
  const admission = planAdmission(crypto, secrets, signerOf(secrets), device);
  const answer = await context.transport.fork({ device, entry: admission.entry, keys: admission.keys });
  context.assertCurrent();
  if (!answer.ok) return onTransportError(answer.error);
  const members = [...secrets.members, admission.entry];
  const identity = { id, name: secrets.device.name };
  await context.keyring.save({ ...secrets, ...keys, members, device: identity, token });
  context.assertCurrent();
  const forked = await finishFork(context);
  return forked.ok ? done('fork_done') : onEngineError(forked.error);
};

/** Gives the store the identity that the keyring has. True when there was something to do. */
export const finishFork = async ({
  engine,
  keyring,
}: Pick<TaskDeps, 'engine' | 'keyring'>): Promise<Result<boolean, CairnError>> => {
  const [facts, secrets] = await Promise.all([engine.syncFacts(), keyring.load()]);
  const { device, push, vault } = facts;
  if (secrets === null || push === null || vault?.id !== secrets.vault) return ok(false);
  if (device?.id === secrets.device.id) return ok(false);
  const forked = await engine.fork(secrets.device, { ...push, lastPushNo: 0 });
  return forked.ok ? ok(true) : forked;
};
