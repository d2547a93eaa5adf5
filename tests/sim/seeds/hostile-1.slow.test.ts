import { describe, test } from 'vitest';
import { proveSeeds } from '../many.ts';
import { prove } from '../seeds.ts';

proveSeeds(1, 100, 'hostile');

describe('hostile seeds that failed once', () => {
  test("[TR-52] 3576: a thief's tombstone in the place of a true one that was not sent yet", async () => {
    await prove(3576, 'hostile');
  });

  test("[SY-P6] 9847: a thief's tombstone of a successor, and a device that joins afterwards", async () => {
    await prove(9847, 'hostile');
  });

  test('[TR-54] 3837: a slow clock and a server with the same wrong time, and a key that fell back', async () => {
    await prove(3837, 'hostile');
  });

  test('[TR-53] 4222: made-up epochs and old keyrings that led a device in a circle of whole pulls', async () => {
    await prove(4222, 'hostile');
  });
});
