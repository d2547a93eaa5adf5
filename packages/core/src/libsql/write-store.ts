/**
 * The writer: one transaction at a time, in order of arrival. Waiting calls share the next transaction (group commit),
 * each in its own savepoint, so one failure does not affect the others. A call is answered only when its transaction is
 * on the disk. [ST-2]
 */
import { setImmediate as afterPending } from 'node:timers/promises';
import type { StoreTransaction, WriteStore } from '../ports/store.ts';
import { isStoreFailure, storeFailure } from '../ports/store-failure.ts';
import type { Database, SqlTransaction } from './database.ts';
import { createMetaCache, type MetaCache } from './meta-table.ts';
import { type Erasing, storeTransaction } from './transaction.ts';

/** Most calls that share a transaction. It bounds how long the first waits for the last. */
const GROUP_MAX = 64;
/** Attempts to begin while another process holds the file. Each takes the connection's busy timeout. */
const BEGIN_TRIES = 8;

export interface WriteStoreDeps {
  readonly database: Database;
  readonly nowMs: () => number;
  /** Called when a commit erased something. The call is answered after this. [ST-4] */
  readonly onErased: (what: Erasing) => void;
  /** Whether a log that a kill left could not be folded yet. */
  readonly isLeft?: boolean;
}

/** The writer, with exclusive turns at the connection for maintenance of the file. */
export interface LibsqlWriteStore extends WriteStore {
  exclusive<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** Folds the write-ahead log into the file. Returns false when another connection still reads from the log. [ST-4] */
  checkpoint(): Promise<boolean>;
  /** Whether something was erased since the last checkpoint, perhaps before a kill. The log may still contain it. */
  hasErased(): boolean;
  /** Notes that traces were overwritten, because the log contains them. */
  noteErased(): void;
}

interface Call {
  readonly run: (tx: StoreTransaction) => Promise<void>;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

/** A task in the queue: a call that may share a transaction, or work that needs the connection for itself. */
type Turn =
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'exclusive'; readonly run: () => Promise<void> };

export const createWriteStore = ({
  database,
  nowMs,
  onErased,
  isLeft = false,
}: WriteStoreDeps): LibsqlWriteStore => {
  const waiting: Turn[] = [];
  const meta = createMetaCache();
  let draining: Promise<void> | null = null;
  let closed = false;
  let erased = isLeft;
  const fold = async (): Promise<boolean> => {
    const folded = await database.fold();
    if (folded) erased = false;
    return folded;
  };
  /** Folds the log after an erasing. The change is committed already, so a failure only delays the folding. */
  const afterErasing = async (what: Erasing): Promise<void> => {
    erased = true;
    if (what !== 'replaced') await fold().catch(() => false);
    onErased(what);
  };

  const drain = async (): Promise<void> => {
    // Calls that arrive together are read from the port one by one. After one turn of the event loop all are here.
    await afterPending();
    for (let turn = waiting.shift(); turn !== undefined; turn = waiting.shift()) {
      if (turn.kind === 'exclusive') await turn.run();
      else await runGroup({ database, meta, nowMs, afterErasing }, [turn.call, ...takeCalls(waiting)]);
      await afterPending();
    }
    draining = null;
  };

  const enqueue = <T>(turnOf: (resolve: (value: T) => void, reject: Call['fail']) => Turn): Promise<T> => {
    if (closed) return Promise.reject(storeFailure('closed', 'the store is closed'));
    return new Promise((resolve, reject) => {
      waiting.push(turnOf(resolve, reject));
      draining ??= drain();
    });
  };

  const exclusive: LibsqlWriteStore['exclusive'] = (work) =>
    enqueue((resolve, reject) => ({
      kind: 'exclusive',
      run: () => work(database).then(resolve, reject),
    }));

  const write: LibsqlWriteStore['write'] = (work) =>
    enqueue((resolve, reject) => ({ kind: 'call', call: callOf(work, resolve, reject) }));

  return {
    write,
    read: write,
    exclusive,
    checkpoint: () => exclusive(fold),
    hasErased: () => erased,
    noteErased() {
      erased = true;
    },
    async close() {
      closed = true;
      await draining;
      database.close();
    },
  };
};

const callOf = <T>(
  work: (tx: StoreTransaction) => Promise<T>,
  resolve: (value: T) => void,
  reject: Call['fail'],
): Call => {
  let deliver: () => void = () => undefined;
  return {
    async run(tx) {
      const value = await work(tx);
      deliver = () => resolve(value);
    },
    done: () => deliver(),
    fail: reject,
  };
};

const takeCalls = (waiting: Turn[]): readonly Call[] => {
  const calls: Call[] = [];
  for (let next = waiting[0]; next?.kind === 'call' && calls.length < GROUP_MAX - 1; next = waiting[0]) {
    calls.push(next.call);
    waiting.shift();
  }
  return calls;
};

interface GroupDeps extends Pick<WriteStoreDeps, 'database' | 'nowMs'> {
  readonly meta: MetaCache;
  /** Runs after the commit, and before erasing calls are answered. */
  readonly afterErasing: (what: Erasing) => Promise<void>;
}

const runGroup = async (deps: GroupDeps, calls: readonly Call[]): Promise<void> => {
  const forgetMeta = deps.meta.mark();
  let tx: SqlTransaction | null = null;
  try {
    tx = await begin(deps.database);
    let erasing: Erasing | null = null;
    const onErase = (what: Erasing): void => {
      erasing = strongest([erasing, what]);
    };
    const store = storeTransaction({ ...deps, sql: tx, onErase });
    const alone = calls.length === 1;
    const succeeded: Succeeded[] = [];
    for (const call of calls) {
      erasing = null;
      if (await (alone ? runAlone(call, store) : runBeside(call, store, tx, deps.meta)))
        succeeded.push({ call, erasing });
    }
    if (succeeded.length === 0) await tx.rollback();
    else await tx.commit();
    if (succeeded.length === 0) forgetMeta();
    await answer(succeeded, deps.afterErasing);
  } catch (error) {
    // Clears all, because it is unknown whether the changes of a lost remote transaction were committed.
    deps.meta.clear();
    await tx?.rollback();
    // Does nothing for a call that has been answered.
    for (const call of calls) call.fail(error);
    // Where a new connection fails, the disk is still full or the file is gone. The next write reports the reason.
    if (isStoreFailure(error)) await deps.database.reconnect().catch(() => undefined);
  }
};

interface Succeeded {
  readonly call: Call;
  readonly erasing: Erasing | null;
}

/** Answers calls. One that erased nothing does not wait for the cleanup after erasing. [ST-4] */
const answer = async (
  succeeded: readonly Succeeded[],
  afterErasing: GroupDeps['afterErasing'],
): Promise<void> => {
  for (const { call, erasing } of succeeded) if (erasing === null) call.done();
  const what = strongest(succeeded.map(({ erasing }) => erasing));
  if (what !== null) await afterErasing(what);
  for (const { call, erasing } of succeeded) if (erasing !== null) call.done();
};

const ERASING: readonly Erasing[] = ['forgotten', 'erased', 'replaced'];
const strongest = (all: readonly (Erasing | null)[]): Erasing | null =>
  ERASING.find((one) => all.includes(one)) ?? null;

/** Runs one call in a transaction, without a savepoint. Returns false when the call failed. */
const runAlone = async (call: Call, store: StoreTransaction): Promise<boolean> => {
  try {
    await call.run(store);
    return true;
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    call.fail(error);
    return false;
  }
};

const runBeside = async (
  call: Call,
  store: StoreTransaction,
  tx: SqlTransaction,
  meta: MetaCache,
): Promise<boolean> => {
  const forgetMeta = meta.mark();
  await tx.post('SAVEPOINT call');
  try {
    await call.run(store);
    await tx.post('RELEASE call');
    return true;
  } catch (error) {
    forgetMeta();
    // After a full disk or a damaged file the shared transaction no longer exists.
    if (!tx.isOpen() || isStoreFailure(error)) throw error;
    await tx.post('ROLLBACK TO call');
    await tx.post('RELEASE call');
    call.fail(error);
    return false;
  }
};

const begin = async (database: Database): Promise<SqlTransaction> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.begin('write');
    } catch (error) {
      if (!isStoreFailure(error) || error.storeFailure !== 'busy' || attempt === BEGIN_TRIES) throw error;
      await database.reconnect();
    }
  }
};
