/** Composes the settings' service with the file, the environment and the agents of this machine. [OP-11] */
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { Paths } from '@cairn/client/device';
import type { Engine } from '@cairn/core';
import type { ConfigReader } from '../adapters/config-reader.ts';
import { makePrivateFolders, readPrivateFile, writePrivateFile } from '../adapters/private-file.ts';
import { listAgents } from '../services/integrations/examine.ts';
import { createSettings, type Settings, type SettingsDeps } from '../services/settings/settings.ts';
import { createIntegrationDeps } from './integrations.ts';

interface SettingsPartsDeps
  extends Pick<SettingsDeps, 'live' | 'useModel' | 'asker' | 'embedderStatus' | 'events' | 'steadyMs'> {
  readonly engine: () => Pick<Engine, 'vectorCounts'>;
  readonly reader: ConfigReader;
}

export const createSettingsParts = (
  paths: Pick<Paths, 'home' | 'config'>,
  { engine, reader, ...deps }: SettingsPartsDeps,
): Settings =>
  createSettings({
    ...deps,
    env: reader.env,
    parse: reader.parse,
    file: {
      path: paths.config,
      read: () => readPrivateFile(paths.config),
      write(text) {
        makePrivateFolders([dirname(paths.config)]);
        writePrivateFile(paths.config, text);
      },
    },
    vectors: async () => (await engine().vectorCounts((await deps.embedderStatus())?.name ?? '')).vectors,
    // Agents of projects are listed from the records of installs; other agents are looked for in the home folder.
    agents: () => {
      const parts = createIntegrationDeps({ env: reader.env, cwd: homedir(), paths });
      return listAgents(parts, parts.records.read());
    },
  });
