/** Reads the facts about this machine that an installation into agents needs. */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Paths, VERSION } from '@cairn/client/device';
import { orElse } from '@cairn/schema';
import { createConfigFiles } from '../adapters/config-files.ts';
import { findLauncher } from '../adapters/launcher.ts';
import {
  aloneWithNow,
  makePrivateFolders,
  readPrivateFile,
  writePrivateFile,
} from '../adapters/private-file.ts';
import type { Place } from '../agents/installer.ts';
import type { IntegrationDeps } from '../services/integrations/integrations.ts';
import { parseRecords, recordsText } from '../services/integrations/records.ts';

export interface IntegrationPlace {
  readonly env: Place['env'];
  /** Folder whose project an installation is for. */
  readonly cwd: string;
  readonly paths: Pick<Paths, 'home'>;
}

export const createIntegrationDeps = ({ env, cwd, paths }: IntegrationPlace): IntegrationDeps => {
  const files = createConfigFiles();
  const path = join(paths.home, 'integrations.json');
  return {
    files,
    place: {
      env,
      homeDir: homedir(),
      platform: process.platform,
      // A missing folder keeps its path.
      root: orElse(() => realpathSync(cwd), cwd),
      exists: files.exists,
    },
    launcher: findLauncher(env, paths),
    version: VERSION,
    records: {
      read: () => parseRecords(readPrivateFile(path)),
      change: (update) => {
        makePrivateFolders([paths.home]);
        aloneWithNow(path, () =>
          writePrivateFile(path, recordsText(update(parseRecords(readPrivateFile(path))))),
        );
      },
    },
  };
};
