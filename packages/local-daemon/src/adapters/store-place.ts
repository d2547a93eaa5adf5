/** Finds the engine's database by the configuration. [ST-3] */
import { randomBytes } from 'node:crypto';
import type { Paths } from '@cairn/client/device';
import type { RemotePlace } from '@cairn/core';
import type { Config } from '../config.ts';
import type { Log } from '../services/log.ts';
import { finishRestore } from './database-files.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const HOLDER_BYTES = 16;

/** Returns the place of the database. Finishes an interrupted restore of a file, before the engine opens the file. */
export const storePlace = (
  paths: Paths,
  { store, deviceName }: Config,
  log: Log,
): { readonly path: string } | { readonly remote: RemotePlace } => {
  if (store === null) {
    if (finishRestore(paths.database, paths.backups))
      log.info('finished a restore that had been interrupted');
    return { path: paths.database };
  }
  if (store.isOpen) log.warn('the way to the database is not encrypted', { url: store.url });
  return { remote: { url: store.url, token: store.token, holder: holderOf(paths), name: deviceName } };
};

/** Returns the home's id, which is made once. By this id, the next daemon regains the remote database at once after a crash. */
const holderOf = ({ storeHolder }: Paths): string => {
  const known = readPrivateFile(storeHolder)?.trim();
  if (known !== undefined && known !== '') return known;
  const made = randomBytes(HOLDER_BYTES).toString('hex');
  writePrivateFile(storeHolder, `${made}\n`);
  return made;
};
