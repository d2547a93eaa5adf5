/** Opens a database on a libSQL server for one of the two threads, as `open-store` opens a file. [ST-3] */
import type { ReadStore } from '../../ports/store.ts';
import { storeFailure } from '../../ports/store-failure.ts';
import { type Migration, migrate, readApplied } from '../migrate.ts';
import { type OpenedWriter, onlyReading } from '../open-store.ts';
import { createReadStore } from '../read-store.ts';
import { createWriteStore, type LibsqlWriteStore, type WriteStoreDeps } from '../write-store.ts';
import { BEAT_MS, type OwnerIdentity } from './owner.ts';
import { createOwnership, type Ownership } from './ownership.ts';
import { createPipeline, type RemoteAddress } from './pipeline.ts';
import { createRemoteDatabase } from './remote-database.ts';

export interface OpenRemoteOptions {
  readonly address: RemoteAddress;
  readonly owner: OwnerIdentity;
  readonly nowMs: () => number;
  /** A text that was never given before. */
  readonly newMark: () => string;
  readonly migrations?: readonly Migration[];
  readonly beatMs?: number;
  readonly answerMs?: number;
  readonly settlePausesMs?: readonly number[];
  readonly onErased?: WriteStoreDeps['onErased'];
}

/** Takes hold of the database, and brings it to the present shape. Throws `StoreFailure`. */
export const openRemoteWriter = async (options: OpenRemoteOptions): Promise<OpenedWriter> => {
  const { address, owner, nowMs, newMark, migrations, beatMs = BEAT_MS, settlePausesMs } = options;
  const pipeline = createPipeline(address, options.answerMs);
  const ownership = createOwnership({
    pipeline,
    identity: owner,
    newMark,
    ...(settlePausesMs === undefined ? {} : { pausesMs: settlePausesMs }),
  });
  const database = createRemoteDatabase({ pipeline, ownership });
  // Somebody else's database is left as it is.
  await readApplied(database);
  await ownership.claim();
  try {
    const outcome = await migrate({ database, nowMs, ...(migrations === undefined ? {} : { migrations }) });
    const { onErased = () => undefined } = options;
    if (outcome.kind === 'ready')
      return {
        store: holding(createWriteStore({ database, nowMs, onErased }), ownership, beatMs),
        readOnly: null,
      };
    await ownership.release();
    const onlyRead = createRemoteDatabase({ pipeline, ownership: null });
    return onlyReading(onlyRead, storeFailure('newer', outcome.message));
  } catch (error) {
    await ownership.release().catch(() => undefined);
    throw error;
  }
};

export const openRemoteReader = (address: RemoteAddress, answerMs?: number): ReadStore =>
  createReadStore(createRemoteDatabase({ pipeline: createPipeline(address, answerMs), ownership: null }));

/** Tells of itself while nothing is written, and gives the database back at the end. */
const holding = (store: LibsqlWriteStore, ownership: Ownership, beatMs: number): LibsqlWriteStore => {
  // In its turn: beside a transaction it would wait for the lock, and a server takes a lock away that is held for long.
  const beat = (): Promise<void> => store.exclusive(() => ownership.beat());
  const timer = setInterval(() => {
    // The next write tells what it means.
    beat().catch(() => undefined);
  }, beatMs);
  timer.unref();
  return {
    ...store,
    async close() {
      clearInterval(timer);
      await store.close();
      // Without an answer the lease runs out by itself.
      await ownership.release().catch(() => undefined);
    },
  };
};
