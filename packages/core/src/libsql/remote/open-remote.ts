/** Opens a database on a libSQL server for the writing or the reading thread, as `open-store` opens a file. [ST-3] */
import { ok, refuse } from '@cairn/schema';
import type { Migration } from '@cairn/schema/migrations';
import type { StoreFinding } from '../../engine/api.ts';
import type { ReadStore } from '../../ports/store.ts';
import { storeFailure } from '../../ports/store-failure.ts';
import { countOf } from '../columns.ts';
import { migrate, readApplied } from '../migrate.ts';
import { type OpenedWriter, onlyReading } from '../open-store.ts';
import { checkProjection, compareProjection } from '../projection.ts';
import { createReadStore } from '../read-store.ts';
import { checkIndex, type LibsqlMaintenance, rebuildIndexes } from '../store-maintenance.ts';
import { createWriteStore, type LibsqlWriteStore, type WriteStoreDeps } from '../write-store.ts';
import { BEAT_MS, createOwnership, type OwnerIdentity, type Ownership } from './ownership.ts';
import { createPipeline, type RemoteAddress } from './pipeline.ts';
import { createRemoteDatabase } from './remote-database.ts';

export interface OpenRemoteOptions {
  readonly address: RemoteAddress;
  readonly owner: OwnerIdentity;
  readonly nowMs: () => number;
  /** Returns a new unique text. A transaction leaves it as its mark in the database. */
  readonly newMark: () => string;
  readonly migrations?: readonly Migration[];
  /** Interval of the heartbeats that keep the lease. */
  readonly beatMs?: number;
  /** How long one answer of the server may take. */
  readonly answerMs?: number;
  /** Pauses before the attempts to find out whether a transaction was committed. */
  readonly settlePausesMs?: readonly number[];
  readonly onErased?: WriteStoreDeps['onErased'];
}

/** Claims the database and migrates it. A database of a newer version is released again, and only read. Throws `StoreFailure`. */
export const openRemoteWriter = async (options: OpenRemoteOptions): Promise<OpenedWriter> => {
  const { address, owner, nowMs, newMark, migrations, beatMs = BEAT_MS, settlePausesMs } = options;
  const pipeline = createPipeline(address, options.answerMs);
  const ownership = createOwnership({ pipeline, identity: owner, newMark, pausesMs: settlePausesMs });
  const database = createRemoteDatabase({ pipeline, ownership });
  // Throws for another program's database before anything is written.
  await readApplied(database);
  await ownership.claim();
  try {
    const outcome = await migrate({ database, nowMs, migrations });
    const { onErased = () => undefined } = options;
    if (outcome.kind === 'ready')
      return {
        store: keepingLease(createWriteStore({ database, nowMs, onErased }), ownership, beatMs),
        readOnly: null,
      };
    await ownership.release();
    const unowned = createRemoteDatabase({ pipeline, ownership: null });
    return onlyReading(unowned, storeFailure('newer', outcome.message));
  } catch (error) {
    await ownership.release().catch(() => undefined);
    throw error;
  }
};

export const openRemoteReader = (address: RemoteAddress): ReadStore =>
  createReadStore(createRemoteDatabase({ pipeline: createPipeline(address), ownership: null }));

/** Adds to a store the heartbeats that keep its lease while nothing is written. Closing the store releases the lease. */
const keepingLease = (store: LibsqlWriteStore, ownership: Ownership, beatMs: number): LibsqlWriteStore => {
  // Sent between transactions. During one it would wait for its lock, and the server ends locks that are held for long.
  const beat = (): Promise<void> => store.exclusive(() => ownership.beat());
  const timer = setInterval(() => {
    // A failed heartbeat is not reported: the next write fails with the same cause.
    beat().catch(() => undefined);
  }, beatMs);
  timer.unref();
  return {
    ...store,
    async close() {
      clearInterval(timer);
      await store.close();
      // A lease that the server did not release expires by itself.
      await ownership.release().catch(() => undefined);
    },
  };
};

const FILE_BYTES = 'SELECT page_count * page_size FROM pragma_page_count, pragma_page_size';

/**
 * Creates the maintenance of a remote database, as far as SQL allows it. The server manages the file, its log and its
 * copies. So a backup is refused with an explanation, and a checkpoint does nothing. [ST-3]
 */
export const createRemoteMaintenance = (store: LibsqlWriteStore): LibsqlMaintenance => ({
  backup: async () => refuse('storage_remote', NO_BACKUP),
  check: async (fix) =>
    ok([
      await store.exclusive((database) => checkIndex(database, fix)),
      await checkProjection(store, fix),
      INTEGRITY,
    ]),
  checkProjection: async (fix) => ok({ unfit: await compareProjection(store, fix) }),
  checkpoint: () => Promise.resolve(),
  bytes: () => store.exclusive(async (database) => ({ file: await countOf(database, FILE_BYTES), wal: 0 })),
  rebuildIndex: () => store.exclusive(rebuildIndexes),
});

const NO_BACKUP =
  'The database is on a server, so there is no file to copy. Use `cairn export`, or the backups of the server.';

const INTEGRITY: StoreFinding = {
  id: 'integrity',
  status: 'pass',
  message: 'The database is on a server that manages its file; Cairn does not check the file.',
};
