import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolvePaths, takeLock } from '@cairn/client/device';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { openRestoring } from './restoring.ts';

test('[RL-43, SD-7] nothing is restored over a file that another program has open by its own path', async () => {
  const home = await homeForTest();
  const file = join(home, 'elsewhere.db');
  writeFileSync(file, 'no database at all, but a text that is longer');
  const env = { CAIRN_HOME: join(home, 'cairn') };
  mkdirSync(env.CAIRN_HOME);
  const paths = resolvePaths({ env, homeDir: home, platform: process.platform, cwd: home });
  symlinkSync(file, paths.database);
  const other = takeLock(`${file}.lock`);
  expect(await openRestoring({ paths, env, isScope: false })).toBeNull();
  if (other.kind === 'taken') other.release();
  expect(await openRestoring({ paths, env, isScope: false })).not.toBeNull();
});
