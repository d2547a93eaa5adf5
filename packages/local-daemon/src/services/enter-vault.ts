/** The common part of creating, joining and recovering a vault: this device's identity, and its entry into the vault. */
import {
  type Answer,
  type Crypto,
  type GenerationSecret,
  identityOf,
  type SecretKeys,
  type VaultSecrets,
} from '@cairn/core';
import {
  type CairnError,
  type Checked,
  cairnError,
  type DeviceId,
  deviceId,
  err,
  fromOutside,
  LIMITS,
  type MemberEntry,
  type MemberList,
  ok,
  refuse,
  refuseInput,
  type SealedKey,
  type VaultId,
  type VaultInfo,
} from '@cairn/schema';
import type { PendingDevice } from './pairing-notes.ts';
import { parseServerAddress } from './server-address.ts';
import type { VaultDeps } from './vault-deps.ts';

/** Returns where and under which name this device is to enter a vault. Fails if it is in one. */
export const entryOf = async (
  deps: VaultDeps,
  wish: { readonly server?: string | undefined; readonly name?: string | undefined },
): Answer<{ readonly server: string; readonly name: string; readonly crypto: Crypto }> => {
  const { vault } = await deps.engine().syncFacts();
  if (vault !== null)
    return refuse(
      'already_in_vault',
      `This device is already in vault ${vault.id} on ${vault.server}. Run \`cairn leave\` first: the memories stay.`,
    );
  const server = serverOf(deps, wish.server);
  if (!server.ok) return server;
  const name = checkName(wish.name, deps.deviceName);
  return name.ok ? ok({ server: server.value, name: name.value, crypto: await deps.crypto() }) : name;
};

/**
 * Returns the keys of a vault that the database does not know: the file was lost, or another one is in its place. Keys of a vault that
 * this device left do not count. [RL-43]
 */
export const keptKeys = async ({
  engine,
  keyring,
  notes,
}: Pick<VaultDeps, 'engine' | 'keyring' | 'notes'>): Promise<VaultSecrets | null> => {
  const { vault } = await engine().syncFacts();
  const secrets = vault === null ? await keyring.load() : null;
  return secrets === null || notes.read().spentIds.includes(secrets.device.id) ? null : secrets;
};

/** The error for another vault beside these keys, which would be lost. */
export const keysKept = ({ vault }: VaultSecrets): CairnError =>
  cairnError(
    'already_in_vault',
    `The keys of vault ${vault} are on this device, and its database is not. To enter that vault again, run \`cairn restore\` with a backup, \`cairn recover\` with the 24 words, or \`cairn join\` with a code from another device. For another vault, first move keys.json out of the data folder, which \`cairn status\` shows.`,
  );

/** Returns the named server, else the server that the person is signed in to. [SY-A7] */
export const serverOf = ({ account }: VaultDeps, named: string | undefined): Checked<string> => {
  const server = named ?? account.server();
  return server === null
    ? refuseInput(
        'The server is missing: add --server with its address, like https://cairn.example.org, or sign in first: `cairn login --server …`.',
      )
    : parseServerAddress(server);
};

const checkName = (wish: string | undefined, fallback: string): Checked<string> => {
  const name = fromOutside(wish ?? fallback);
  const chars = [...name].length;
  if (chars > 0 && chars <= LIMITS.deviceNameCharsMax) return ok(name);
  return refuseInput(`A device's name has 1 to ${LIMITS.deviceNameCharsMax} characters.`);
};

/**
 * Returns the keys and the id for entering a vault. Another try with the same server and name reuses them, so the device stays the same.
 */
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

/** SY-A2: notes that this id has left a vault and cannot return. Drops the open invitations, so nobody is let in on the word of this id. */
export const spendId = ({ notes }: Pick<VaultDeps, 'notes'>, id: DeviceId): void => {
  const present = notes.read();
  notes.write({ pending: null, invitations: [], spentIds: [...new Set([...present.spentIds, id])] });
};

/**
 * Opens the secrets of a device, which were sealed to `pair`: the device's keys, or the keys from the recovery words. Every generation on
 * the signed list needs a key. The key must belong to this vault and match the verifier that a member signed. Otherwise the secrets are
 * refused, so a wrong key never writes. [SY-S4, SY-S6]
 */
export const openSecrets = (
  crypto: Crypto,
  device: PendingDevice,
  pair: SecretKeys,
  { keys, members, list }: ShownVault,
): Checked<VaultSecrets> => {
  const opened: GenerationSecret[] = [];
  for (const { kg, verifier } of list.generations) {
    const sealed = keys.find((key) => key.kg === kg);
    const secret = sealed === undefined ? null : crypto.generations.open(sealed, pair);
    if (secret === null || !secret.ok) return err(wrongKey());
    const { vault, kind } = secret.value;
    const fits = vault === list.vault && kind === list.kind;
    if (!fits || !crypto.generations.holds(secret.value, verifier)) return err(wrongKey());
    opened.push(secret.value);
  }
  const newest = opened.at(-1);
  if (newest === undefined) return err(wrongKey());
  const { server: _server, ...own } = device;
  const { vault, kind, salt, kg } = newest;
  const held = opened.map((one) => ({ kg: one.kg, key: one.key }));
  return ok({ ...own, vault, kind, salt, kg, keys: held, members });
};

/** The server's view of a vault, with its verified member list. */
export interface ShownVault {
  readonly keys: readonly SealedKey[];
  readonly members: readonly MemberEntry[];
  readonly list: MemberList;
}

/** Returns the vault with its member list. Fails unless the whole list is signed. */
export const readShown = (
  crypto: Crypto,
  { info, keys, members }: { info: VaultInfo; keys: readonly SealedKey[]; members: readonly MemberEntry[] },
): Checked<ShownVault> => {
  const read = crypto.members.read(info.vault, members);
  return read.ok ? ok({ keys, members, list: read.value }) : err(unsignedMembers());
};

export const unsignedMembers = (): CairnError =>
  cairnError(
    'not_allowed',
    'The server shows a list of devices that the devices of this vault did not sign, so nothing was joined and nothing was written. Ask the person who runs the server.',
  );

const wrongKey = (): CairnError =>
  cairnError(
    'not_allowed',
    'The key in the answer does not open this vault, so nothing was written. Make a new invitation and join again.',
  );

/** Enters the vault. The secrets are saved first. The reverse order could leave a vault without keys. */
export const enterVault = async (
  deps: VaultDeps,
  secrets: VaultSecrets,
  server: string,
  info: VaultInfo,
): Answer<VaultId> => {
  const kept = await keptKeys(deps);
  if (kept !== null && kept.vault !== secrets.vault) return err(keysKept(kept));
  await deps.keyring.save(kept === null ? secrets : withLost(secrets, kept));
  const entered = await deps.engine().enterVault({
    vault: { id: secrets.vault, kind: secrets.kind, server, kg: secrets.kg },
    salt: secrets.salt,
    device: secrets.device,
    push: { epoch: info.epoch, anchor: info.anchor, lastPushNo: 0, head: info.head },
  });
  if (!entered.ok) {
    await deps.keyring.save(kept);
    return entered;
  }
  const notes = deps.notes.read();
  const foundings = notes.foundings?.filter((one) => one.secrets.vault === secrets.vault);
  deps.notes.write({ ...notes, pending: null, foundings });
  deps.account.entered(server);
  deps.log.info('entered a vault', { vault: secrets.vault, kind: secrets.kind });
  await deps.sync.begin();
  return ok(secrets.vault);
};

/** Notes the identity that this device had before its database was lost. Sync then removes it from the list of devices. [RL-43] */
const withLost = (secrets: VaultSecrets, kept: VaultSecrets): VaultSecrets => {
  if (kept.device.id === secrets.device.id) return secrets;
  return { ...secrets, lost: [...(kept.lost ?? []), identityOf(kept)] };
};
