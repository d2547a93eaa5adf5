/** Puts an engine into a vault that no server knows, so that its saves fill the outbox. */
import type { WriteEngine } from '@cairn/core';
import { SAMPLE_SALT, sampleDevice } from '@cairn/core/testing';
import { vaultId } from '@cairn/schema';

export const enterSomeVault = async (engine: Pick<WriteEngine, 'identity' | 'enterVault'>): Promise<void> => {
  await engine.identity({ name: 'bench' });
  const entered = await engine.enterVault({
    vault: {
      id: vaultId(1_750_000_000_000, new Uint8Array(10).fill(1)),
      kind: 'sealed',
      server: 'http://127.0.0.1:1',
      kg: 1,
    },
    salt: SAMPLE_SALT,
    device: { id: sampleDevice, name: 'bench' },
    push: { epoch: 'e0'.repeat(16), anchor: `0.${'a0'.repeat(16)}`, lastPushNo: 0, head: 0 },
  });
  if (!entered.ok) throw new Error(entered.error.message);
};
