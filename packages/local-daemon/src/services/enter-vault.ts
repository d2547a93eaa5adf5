/** What creating, joining and recovering have in common: who this device is, and the step into the vault. */
import type { Crypto, GenerationSecret, SecretKeys, VaultSecrets } from '@cairn/core';
import {
  type CairnError,
  cairnError,
  type DeviceId,
  deviceId,
  err,
  LIMITS,
  ok,
  type Result,
  type SealedKey,
  type VaultId,
  type VaultInfo,
} from '@cairn/schema';
import type { PendingDevice } from './pairing-notes.ts';
import type { VaultDeps } from './vault-deps.ts';

export const refuseInVault = async ({ engine }: VaultDeps): Promise<CairnError | null> => {
  const { vault } = await engine().syncFacts();
  if (vault === null) return null;
  return cairnError(
    'already_in_vault',
    `This device is already in vault ${vault.id} on ${vault.server}. Run \`cairn leave\` first: the memories stay.`,
  );
};

export const checkName = (wish: string | undefined, fallback: string): Result<string, CairnError> => {
  const name = (wish ?? fallback).trim();
  const chars = [...name].length;
  if (chars > 0 && chars <= LIMITS.deviceNameCharsMax) return ok(name);
  return err(
    cairnError('invalid_input', `A device's name has 1 to ${LIMITS.deviceNameCharsMax} characters.`),
  );
};

/** Keys and id to enter a vault with: those of an earlier try at the same server, so that trying again is the same device. */
export const prepareDevice = async (
  deps: VaultDeps,
  crypto: Crypto,
  server: string,
  name: string,
): Promise<PendingDevice> => {
  const { notes } = deps;
  const { pending } = notes.read();
  if (pending !== null && pending.server === server && pending.device.name === name) return pending;
  const present = await deps.engine().identity({ name });
  const isSpent = notes.read().spentIds.includes(present.id);
  const id = isSpent ? deviceId(deps.nowMs(), deps.randomBytes(10)) : present.id;
  const fresh = { server, device: { id, name }, token: crypto.makeToken(), ...crypto.makeDeviceKeys() };
  notes.write({ ...notes.read(), pending: fresh });
  return fresh;
};

/** SY-A2: an id that was in a vault and left it cannot come back, and nobody is let in on its word. */
export const spendId = ({ notes }: VaultDeps, id: DeviceId): void => {
  const present = notes.read();
  notes.write({ pending: null, invitations: [], spentIds: [...new Set([...present.spentIds, id])] });
};

/**
 * Opens what was sealed to `pair`, and refuses unless every generation of the vault is there, belongs to this vault, and
 * agrees with the vault's verifier: a wrong key never writes. [SY-S4]
 */
export const openKeys = (
  crypto: Crypto,
  pair: SecretKeys,
  keys: readonly SealedKey[],
  info: VaultInfo,
): Result<readonly GenerationSecret[], CairnError> => {
  const opened: GenerationSecret[] = [];
  for (const generation of info.generations) {
    const sealed = keys.find((key) => key.kg === generation.kg);
    const secret = sealed === undefined ? null : crypto.generations.open(sealed, pair);
    if (secret === null || !secret.ok) return err(wrongKey());
    const fits = secret.value.vault === info.vault && secret.value.kind === info.kind;
    if (!fits || !crypto.generations.holds(secret.value, generation.verifier)) return err(wrongKey());
    opened.push(secret.value);
  }
  return opened.length === 0 ? err(wrongKey()) : ok(opened);
};

const wrongKey = (): CairnError =>
  cairnError(
    'not_allowed',
    'The key that came does not open this vault, so nothing was written. Make a new invitation and join again.',
  );

export const secretsOf = (
  device: PendingDevice,
  generations: readonly GenerationSecret[],
): VaultSecrets | null => {
  const newest = generations.toSorted((a, b) => b.kg - a.kg)[0];
  if (newest === undefined) return null;
  const { server: _server, ...own } = device;
  return {
    ...own,
    vault: newest.vault,
    kind: newest.kind,
    salt: newest.salt,
    kg: newest.kg,
    keys: generations.map(({ kg, key }) => ({ kg, key })),
  };
};

/** The secrets are durable before the engine says that it is in a vault: the reverse could leave a vault without keys. */
export const enterVault = async (
  deps: VaultDeps,
  secrets: VaultSecrets,
  server: string,
  info: VaultInfo,
): Promise<Result<VaultId, CairnError>> => {
  await deps.keyring.save(secrets);
  const entered = await deps.engine().enterVault({
    vault: { id: secrets.vault, kind: secrets.kind, server, kg: secrets.kg },
    salt: secrets.salt,
    device: secrets.device,
    push: { epoch: info.epoch, anchor: info.anchor, lastPushNo: 0, head: info.head },
  });
  if (!entered.ok) {
    await deps.keyring.save(null);
    return entered;
  }
  deps.notes.write({ ...deps.notes.read(), pending: null });
  deps.log.info('entered a vault', { vault: secrets.vault, kind: secrets.kind });
  await deps.sync.begin();
  return ok(secrets.vault);
};
