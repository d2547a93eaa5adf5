import { test } from 'vitest';
import { proveSeeds } from '../many.ts';
import { prove } from '../seeds.ts';

proveSeeds(1, 250);

test('[TR-52] 27617: two devices forget one memory, and the later forget was not sent until the next look', async () => {
  await prove(27617, 'short');
});
