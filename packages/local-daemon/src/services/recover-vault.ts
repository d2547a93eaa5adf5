/** `cairn recover`: into the vault by its 24 words, when no device is left to invite. [SY-S3] */
import {
  type CairnError,
  cairnError,
  err,
  type JoinResult,
  ok,
  type RecoverInput,
  type Result,
} from '@cairn/schema';
import { awaitBootstrap } from './await-bootstrap.ts';
import { checkName, enterVault, openKeys, prepareDevice, refuseInVault, secretsOf } from './enter-vault.ts';
import { parseServerAddress } from './server-address.ts';
import { serverErrorToCairn } from './server-error.ts';
import type { VaultDeps } from './vault-deps.ts';

export const recoverVault = async (
  deps: VaultDeps,
  input: RecoverInput,
  signal: AbortSignal,
): Promise<Result<JoinResult, CairnError>> => {
  const inVault = await refuseInVault(deps);
  if (inVault !== null) return err(inVault);
  const server = parseServerAddress(input.server);
  if (!server.ok) return server;
  const name = checkName(input.name, deps.deviceName);
  if (!name.ok) return name;
  const crypto = await deps.crypto();
  const root = crypto.wordsToRoot(input.words);
  if (!root.ok) return err(cairnError('not_allowed', root.error.message));

  const recovery = crypto.recoveryKeysOf(root.value);
  const device = await prepareDevice(deps, crypto, server.value, name.value);
  const shown = crypto.newDevice(device.device.id, device.device.name, device, device.token);
  const link = deps.linkTo(server.value, async () => null);
  try {
    const challenge = await link.api.challenge(recovery.signKey);
    if (!challenge.ok) return err(serverErrorToCairn(challenge.error));
    const answer = await link.api.recover({
      step: 'answer',
      signKey: recovery.signKey,
      challenge: challenge.value.challenge,
      device: shown,
      signature: crypto.signRecovery(recovery, challenge.value.challenge, shown),
    });
    if (!answer.ok) return err(serverErrorToCairn(answer.error));
    const generations = openKeys(crypto, recovery, answer.value.keys, answer.value.info);
    if (!generations.ok) return generations;
    const secrets = secretsOf(device, generations.value);
    if (secrets === null) return err(cairnError('internal', 'The vault has no keys.'));
    const entered = await enterVault(deps, secrets, server.value, answer.value.info);
    if (!entered.ok) return entered;
    const memories = await awaitBootstrap(deps, { untilMs: Infinity, signal });
    return ok({ vault: entered.value, device: device.device.id, memories });
  } finally {
    link.close();
  }
};
