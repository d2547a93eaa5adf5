/** Finds in the configuration, without a daemon, where the memories are. [ST-3] */
import { withEnvFiles } from '../adapters/config-reader.ts';
import { readPrivateFile } from '../adapters/private-file.ts';
import { parseConfig } from '../config.ts';
import { STORE_NAMES } from '../config-store.ts';
import type { Io } from './io.ts';

/**
 * Returns the address of the database server that a daemon started from here would use. Null if it would use a file, or would not start.
 */
export const configuredStoreUrl = ({ env, paths }: Io): string | null => {
  const withFiles = withEnvFiles(env, STORE_NAMES);
  if (!withFiles.ok) return null;
  const file = readPrivateFile(paths.config);
  const config = parseConfig({ file, path: paths.config, env: withFiles.value, hostName: '' });
  return config.ok ? (config.value.store?.url ?? null) : null;
};
