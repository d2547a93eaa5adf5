/** Checks that a device sends at once: at rest, its queue holds nothing that waits for the next poll. [RL-11] */
import type { SimDevice } from './device.ts';
import { fail } from './violation.ts';

export const checkWaiting = async ({ name, life, disk, stores }: SimDevice): Promise<void> => {
  if (life === null || !life.alive || disk.full || life.driver.state().state !== 'idle') return;
  const waiting = await stores.writer.write(
    async (tx) => (await tx.outboxCount()) + ((await tx.inflight())?.items.length ?? 0),
  );
  if (waiting > 0) fail('I42', `${name} is at rest with ${waiting} to send`);
};
