/** `cairn recover`: brings this device into the vault with the 24 words, when no device is left to invite it. [SY-S3] */
import { type Answer, type Crypto, planAdmission, type SecretKeys, type VaultSecrets } from '@cairn/core';
import {
  type Checked,
  err,
  type JoinResult,
  type NewDevice,
  ok,
  RECOVERY,
  type RecoverInput,
  type RecoverResponse,
  refuse,
  type VaultInfo,
} from '@cairn/schema';
import {
  enterVault,
  entryOf,
  openSecrets,
  prepareDevice,
  readShown,
  unsignedMembers,
} from './enter-vault.ts';
import { awaitBootstrap } from './join-vault.ts';
import type { PendingDevice } from './pairing-notes.ts';
import type { ServerApi } from './server-api.ts';
import { serverErrorToCairn } from './server-error.ts';
import type { VaultDeps } from './vault-deps.ts';

export const recoverVault = async (
  deps: VaultDeps,
  input: RecoverInput,
  signal: AbortSignal,
): Answer<JoinResult> => {
  const entry = await entryOf(deps, input);
  if (!entry.ok) return entry;
  const { server, name, crypto } = entry.value;
  const root = crypto.wordsToRoot(input.words);
  if (!root.ok) return refuse('not_allowed', root.error.message);

  const recovery = crypto.recoveryKeysOf(root.value);
  const device = await prepareDevice(deps, crypto, server, name);
  const link = deps.linkTo(server, async () => null);
  try {
    const recovered = await comeIn({ crypto, api: link.api.until(signal), recovery, device });
    if (!recovered.ok) return recovered;
    const { secrets, info } = recovered.value;
    const entered = await enterVault(deps, secrets, server, info);
    if (!entered.ok) return entered;
    const memories = await awaitBootstrap(deps, { untilMs: Infinity, signal });
    return ok({ vault: entered.value, device: device.device.id, memories });
  } finally {
    link.close();
  }
};

interface Recovering {
  readonly crypto: Crypto;
  readonly api: ServerApi;
  readonly recovery: SecretKeys;
  readonly device: PendingDevice;
}

/** How many times to try when another device joins at the same time. */
const TRIES_MAX = 3;

/**
 * Enters the vault. First checks that the member list begins with an entry signed with the words, and that its keys
 * open. Only then this device signs itself in with the words.
 */
const comeIn = async (recovering: Recovering): Answer<{ secrets: VaultSecrets; info: VaultInfo }> => {
  const { crypto, api, recovery, device } = recovering;
  const { signKey } = recovery;
  const shown = crypto.newDevice(device.device.id, device.device.name, device, device.token);
  for (let attempt = 1; ; attempt++) {
    const asked = await api.challenge(signKey);
    if (!asked.ok) return err(serverErrorToCairn(asked.error));
    const { challenge } = asked.value;
    const signature = crypto.signRecoveryLook(recovery, challenge);
    const looked = await api.recover({ step: 'look', signKey, challenge, signature });
    if (!looked.ok) return err(serverErrorToCairn(looked.error));
    const secrets = openLooked(recovering, looked.value);
    if (!secrets.ok) return secrets;
    const standing = standingOf(secrets.value, shown);
    if (standing === 'in') return ok({ secrets: secrets.value, info: looked.value.info });
    const signer = { by: RECOVERY, signSecret: recovery.signSecret } as const;
    const { entry, keys } = planAdmission(crypto, secrets.value, signer, shown);
    const answer = await api.recover({
      ...{ step: 'answer', signKey, challenge, device: shown, entry, keys },
      signature: crypto.signRecovery(recovery, challenge, shown),
    });
    if (answer.ok) {
      const members = [...secrets.value.members, entry];
      return ok({ secrets: { ...secrets.value, members }, info: answer.value.info });
    }
    if (answer.error.kind !== 'members_conflict' || attempt === TRIES_MAX)
      return err(serverErrorToCairn(answer.error));
  }
};

/** Checks whether this device is in already. An earlier attempt may have succeeded although its answer was lost. */
const standingOf = ({ members }: VaultSecrets, { id, signKey }: NewDevice): 'in' | 'out' =>
  members.some(({ fact }) => fact.kind === 'add' && fact.device.id === id && fact.device.signKey === signKey)
    ? 'in'
    : 'out';

const openLooked = (
  { crypto, recovery, device }: Recovering,
  answer: RecoverResponse,
): Checked<VaultSecrets> => {
  const read = readShown(crypto, answer);
  if (!read.ok) return read;
  const named = read.value.list.recovery;
  if (named.signKey !== recovery.signKey || named.boxKey !== recovery.boxKey) return err(unsignedMembers());
  return openSecrets(crypto, device, recovery, read.value);
};
