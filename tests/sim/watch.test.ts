import { expect, test } from 'vitest';
import { createWorld } from './world.ts';

test('[SY-E2] a page of the past that the server lost is held against a device only after it has begun again', async () => {
  const { watch, devices } = await createWorld({ seed: 'watch', kind: 'readable', devices: 1 });
  const [device] = devices;
  if (device === undefined) throw new Error('there is no device');
  const writesPull = async (pull: { cursor: string | null; high: number; isFirst: boolean }) => {
    const { cursor, high, isFirst } = pull;
    const bootstrap = isFirst ? { done: 1, expected: 2, empty: false, start: 32 } : null;
    const set = { meta: { pull: { cursor, high, head: 32, bootstrap } } };
    await device.stores.writer.write((tx) => tx.apply(set));
    watch.deviceCommits(device, [set]);
    await watch.checkCursor(device);
  };
  await writesPull({ cursor: 'before', high: 0, isFirst: true });
  watch.serverRestored([]);
  await watch.checkCursor(device);
  await writesPull({ cursor: 'under way', high: 32, isFirst: false });
  await writesPull({ cursor: null, high: 0, isFirst: true });
  await expect(writesPull({ cursor: 'again', high: 32, isFirst: false })).rejects.toThrow('[I3]');
});
