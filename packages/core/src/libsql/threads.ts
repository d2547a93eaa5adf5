/**
 * The handlers of the two threads. The writer has the write connection, the write engine and maintenance of the file.
 * The reader has the read connection and the read engine. Each serves calls by method name. Most methods exist only
 * after `open`.
 */
import { randomBytes } from 'node:crypto';
import { type CairnError, ok } from '@cairn/schema';
import { judgeAhead } from '../context/candidates.engine.ts';
import type { StoreMaintenance, VaultKeys } from '../engine/api.ts';
import { type CallFacts, factsOf, type Served } from '../engine/call.ts';
import { createReadEngine, READER_CALLS } from '../engine/read-engine.ts';
import { mendEdges } from '../engine/write/mend-edges.ts';
import { createWriteEngine, WRITER_CALLS } from '../engine/write-engine.ts';
import type { Clock } from '../ports/clock.ts';
import type { Sealer } from '../ports/sealer.ts';
import type { ReadStore, WriteStore } from '../ports/store.ts';
import { isStoreFailure } from '../ports/store-failure.ts';
import type { Timers } from '../ports/timers.ts';
import type { Tuning } from '../ports/tuning.ts';
import { settlePassages } from '../session/append-messages.engine.ts';
import { createColumnRenewal } from './column-renewal.ts';
import { createErasureCare, type ErasureCare } from './erasure-care.ts';
import { createIndexMaintenance } from './index-maintenance.ts';
import { type OpenedWriter, openReader, openWriter } from './open-store.ts';
import { openToRead, type ReadOnlyOptions } from './open-to-read.ts';
import { createPooledRandom } from './pooled-random.ts';
import { createRemoteMaintenance, openRemoteReader, openRemoteWriter } from './remote/open-remote.ts';
import type { Handlers, ThreadEvent } from './rpc.ts';
import {
  type BackupFacts,
  checkValues,
  createStoreMaintenance,
  inspectBackup,
  type LibsqlMaintenance,
} from './store-maintenance.ts';
import { createTurnIndexer } from './turn-indexer.ts';
import type { WriteStoreDeps } from './write-store.ts';

export type ThreadRole = 'writer' | 'reader';

/** A database on a libSQL server. [ST-3] */
export interface RemotePlace {
  /** `http:` or `https:`, without a secret and without a trailing slash. */
  readonly url: string;
  readonly token: string | null;
  /** A name that is unique to this home. After a crash, the daemon of this home takes over its lease at once. */
  readonly holder: string;
  /** Shown by a daemon that finds the database taken. */
  readonly name: string;
}

export type OpenInput = (
  | { readonly path: string; readonly remote?: undefined; readonly reading?: ReadOnlyOptions }
  | { readonly remote: RemotePlace; readonly path?: undefined }
) & { readonly busyTimeoutMs?: number; readonly tuning?: Tuning };

/** `readOnly`: why the file is read-only, or null. `place`: what the reader has to open. */
export interface WriterOpened {
  readonly readOnly: CairnError | null;
  readonly place: OpenInput;
  readonly serves: Served;
}

/** The writer thread's calls about the file, as opposed to its content. */
const MAINTENANCE: Readonly<Record<keyof StoreMaintenance, CallFacts>> = {
  backup: { answers: true },
  check: { answers: true },
  checkProjection: { answers: true },
  checkpoint: {},
  bytes: {},
};

/** The calls that the writer serves besides the engine. */
export interface WriterCalls extends LibsqlMaintenance {
  open(input: OpenInput): Promise<WriterOpened>;
  /** Removes the names of a copy that was made for reading. Call it when both threads have opened the copy. [RL-22] */
  forgetCopy(): Promise<void>;
  /** Makes every turn that was written before findable. [F-12] */
  findTurns(): Promise<void>;
  close(): Promise<void>;
}
export interface ReaderCalls {
  open(input: OpenInput): Promise<Served>;
  inspect(path: string): Promise<BackupFacts>;
  close(): Promise<void>;
}

const clock: Clock = { nowMs: Date.now };
const timers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
const random = createPooledRandom((count) => randomBytes(count));

const MARK_BYTES = 16;

export const writerHandlers = (tell: (event: ThreadEvent) => void): Handlers => {
  const handlers: Handlers = {
    async open(input: OpenInput) {
      let erasureCare: ErasureCare | null = null;
      const { store, readOnly, readFrom, forgetCopy } = await openPlace(input, (what) => {
        erasureCare?.soon();
        if (what === 'forgotten') tell('forgotten');
      });
      if (input.remote === undefined && readOnly === null) erasureCare = createErasureCare(store, clock);
      // Erases traces that a kill or an earlier program left.
      erasureCare?.start();
      const index = createIndexMaintenance(store);
      const watched: WriteStore = {
        ...store,
        write(work) {
          index.noteWrite();
          return store.write(work);
        },
      };
      const turns = createTurnIndexer({
        settle: (which, leave) => settlePassages(watched, which, leave),
        timers,
      });
      if (readOnly === null) {
        index.wake('quiet');
        turns.wake();
      }
      const { tuning = {} } = input;
      const engine = createWriteEngine({ store: watched, clock, random, tuning, makeSealer, tell });
      const maintenance =
        input.remote === undefined
          ? createStoreMaintenance(store, input.path)
          : createRemoteMaintenance(store);
      // Sets registers aside that an earlier, less strict program accepted. In a vault this waits for the keys. [TR-6]
      if (readOnly === null) await engine.setIllAside('once');
      // Mends the edges of an earlier program that stored only one of two successors. [RL-7]
      if (readOnly === null) await mendEdges({ store: watched, clock, random });
      const columns = createColumnRenewal(store);
      // A full disk or a damaged row ends it; the next start tries again.
      if (readOnly === null) columns.renew().catch(() => undefined);
      Object.assign(handlers, engine, maintenance, {
        async check(fix: boolean) {
          const values = await checkValues(store, engine, fix);
          const found = await maintenance.check(fix);
          return found.ok ? ok([...found.value, values]) : found;
        },
        async appendMessages(...args: Parameters<typeof engine.appendMessages>) {
          const appended = await engine.appendMessages(...args);
          if (appended.ok) turns.note(appended.value.passages);
          return appended;
        },
        forgetCopy: async () => forgetCopy?.(),
        async findTurns() {
          while ((await settlePassages(watched, 'unfound', 0)).more);
        },
        async applyPage(...args: Parameters<typeof engine.applyPage>) {
          const outcome = await engine.applyPage(...args);
          if (outcome.ok && outcome.value.bootstrapDone) index.wake('now');
          else if (outcome.ok && outcome.value.hasMore) index.wake('quiet');
          return outcome;
        },
        async close() {
          erasureCare?.stop();
          index.stop();
          turns.stop();
          columns.stop();
          if (store.hasErased()) await store.checkpoint();
          await store.close();
        },
      });
      const place = readFrom === undefined ? input : { path: readFrom, tuning };
      return { readOnly, place, serves: { ...factsOf(WRITER_CALLS), ...MAINTENANCE } } satisfies WriterOpened;
    },
  };
  return handlers;
};

const openPlace = (input: OpenInput, onErased: WriteStoreDeps['onErased']): Promise<OpenedWriter> => {
  const { nowMs } = clock;
  if (input.remote !== undefined) {
    const { holder, name } = input.remote;
    const newMark = () => Buffer.from(random.bytes(MARK_BYTES)).toString('hex');
    return openRemoteWriter({
      address: input.remote,
      owner: { holder, session: newMark(), name },
      nowMs,
      newMark,
      onErased,
    });
  }
  const { path, busyTimeoutMs, reading } = input;
  if (reading !== undefined) return openToRead(path, reading, nowMs);
  return openWriter({ path, nowMs, onErased, busyTimeoutMs });
};

export const readerHandlers = (tell: (event: ThreadEvent) => void): Handlers => {
  const handlers: Handlers = {
    inspect: inspectBackup,
    async open({ path, remote, tuning = {} }: OpenInput) {
      const store = remote === undefined ? await openReader(path) : openRemoteReader(remote);
      Object.assign(handlers, createReadEngine({ store: tellingStore(store, tell), clock, tuning }), {
        close: () => store.close(),
      });
      if (remote === undefined) void judgeQuietly(store);
      return factsOf(READER_CALLS);
    },
    close: () => Promise.resolve(),
  };
  return handlers;
};

/**
 * Judges texts at the start, so the first context does not wait for it. Ignores failures of the store, because later
 * calls report them. [CX-8]
 */
const judgeQuietly = (store: ReadStore): Promise<void> =>
  judgeAhead(store, clock.nowMs(), shortPause).catch((error: unknown) => {
    if (!isStoreFailure(error)) throw error;
  });

const SHORT_PAUSE_MS = 20;
/** Does not keep a finished thread alive. */
const shortPause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, SHORT_PAUSE_MS).unref();
  });

/**
 * F-6: wraps the store. When a search finds a damaged index, an event tells the writer to rebuild it. The search then
 * answers without the index.
 */
const tellingStore = (store: ReadStore, tell: (event: ThreadEvent) => void): ReadStore => {
  const telling = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (isStoreFailure(error) && error.storeFailure === 'index_corrupt') tell('index_corrupt');
      throw error;
    }
  };
  return {
    ...store,
    documentFrequencies: (tokens, atMost) => telling(store.documentFrequencies(tokens, atMost)),
    rarestPostings: (words, atMost) => telling(store.rarestPostings(words, atMost)),
    matchText: (query, scope, limit) => telling(store.matchText(query, scope, limit)),
    passageFrequencies: (tokens, atMost) => telling(store.passageFrequencies(tokens, atMost)),
    matchPassages: (query, scope, limit) => telling(store.matchPassages(query, scope, limit)),
    findMessages: (...given) => telling(store.findMessages(...given)),
    countElsewhere: (...given) => telling(store.countElsewhere(...given)),
  };
};

/** Loads libsodium with the first vault, because it is large and slow to load. */
const makeSealer = async (keys: VaultKeys): Promise<Sealer> => {
  const { createCrypto } = await import('../crypto/index.ts');
  return (await createCrypto({ random })).makeSealer(keys);
};
