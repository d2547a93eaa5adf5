/** Finds the engine's database by the configuration. [ST-3] */
import { randomBytes } from 'node:crypto';
import type { Paths } from '@cairn/client/device';
import type { RemotePlace } from '@cairn/core';
import type { Config } from '../config.ts';
import type { Log } from '../services/log.ts';
import { finishRestore } from './database-files.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const HOLDER_BYTES = 16;

/** Before the engine opens a file, an interrupted restore of it is finished. */
export const storePlace = (
  paths: Paths,
  { store, deviceName }: Config,
  log: Log,
): { readonly path: string } | { readonly remote: RemotePlace } => {
  if (store === null) {
    if (finishRestore(paths.database, paths.backups)) log.info('finished a restore that had been cut short');
    return { path: paths.database };
  }
  if (store.isOpen) log.warn('the way to the database is not encrypted', { url: store.url });
  return { remote: { url: store.url, token: store.token, holder: holderOf(paths), name: deviceName } };
};

/** Created once per home. After a crash, its daemon regains its remote database at once. */
const holderOf = ({ storeHolder }: Paths): string => {
  const known = readPrivateFile(storeHolder)?.trim();
  if (known !== undefined && known !== '') return known;
  const made = randomBytes(HOLDER_BYTES).toString('hex');
  writePrivateFile(storeHolder, `${made}\n`);
  return made;
};
