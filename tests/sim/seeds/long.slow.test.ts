import { describe, test } from 'vitest';
import { prove } from '../seeds.ts';

describe('long seeds that failed once', { timeout: 300_000 }, () => {
  test('[RL-11] 19926: a change that the server calls forgotten, by a tombstone under a key that has ended', async () => {
    await prove(19_926, 'long');
  });
});
