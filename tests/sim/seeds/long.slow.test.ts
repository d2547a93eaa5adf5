import { describe, test } from 'vitest';
import { prove } from '../seeds.ts';

describe('long seeds that failed once', { timeout: 300_000 }, () => {
  test('[RL-11] 19926: a change that the server calls forgotten, by a tombstone under a key that has ended', async () => {
    await prove(19_926, 'long');
  });

  test('[RL-11] 18479: the disk fills up between the last page of a healing and the one after it', async () => {
    await prove(18_479, 'long');
  });
});
