import { describe, test } from 'vitest';
import { prove } from '../seeds.ts';

describe('long seeds that failed once', { timeout: 300_000 }, () => {
  test('[RL-11] 19926: a change that the server calls forgotten, by a tombstone under a key that has ended', async () => {
    await prove(19_926, 'long');
  });

  test('[RL-11] 18479: the disk fills up between the last page of a healing and the one after it', async () => {
    await prove(18_479, 'long');
  });

  // This seed once showed a fault of the watch. It draws other steps by now, so `watch.test.ts` tells the failing ones.
  test('[SY-E2] 18639: the server is put back while the last page of a healing is under way', async () => {
    await prove(18_639, 'long');
  });

  test('[RL-48] 19237: the server is put back while the answer to a new identity is under way', async () => {
    await prove(19_237, 'long');
  });
});
