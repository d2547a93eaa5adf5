/**
 * After a restore. A backup from before the device joined its vault knows of none, while the device's keys are those of a
 * member: the store enters the vault again, so that the next sync brings back what the backup lacks. A backup from within
 * the vault needs nothing: the server notices the older numbers, and the device takes a new identity. [SY-E3]
 */
import type { Engine, Keyring, SyncFacts } from '@cairn/core';
import type { Log } from './log.ts';

export interface ReenterDeps {
  readonly engine: () => Engine;
  readonly keyring: Keyring;
  readonly log: Log;
}

export const reenterVault = async (
  { engine, keyring, log }: ReenterDeps,
  before: SyncFacts,
): Promise<void> => {
  const secrets = await keyring.load();
  const after = await engine().syncFacts();
  if (after.vault !== null || before.vault === null || before.push === null) return;
  if (secrets === null || secrets.vault !== before.vault.id) return;
  const entered = await engine().enterVault({
    vault: before.vault,
    salt: secrets.salt,
    device: secrets.device,
    push: before.push,
  });
  if (!entered.ok) log.error('the restored store could not enter the vault', { kind: entered.error.kind });
};
