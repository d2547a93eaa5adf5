/** Maintenance of the file: copies, checks, repair, and the removal of erased text. [ST-1, ST-2, ST-4] */
import { chmod, rm } from 'node:fs/promises';
import { type DeviceId, err, hlcMs, ok, type VaultId } from '@cairn/schema';
import type { StoreFinding, StoreMaintenance } from '../engine/api.ts';
import type { WriteEngine } from '../engine/engine.ts';
import type { FacetKey, IllPage, IllRegister, WriteStore } from '../ports/store.ts';
import {
  cairnErrorOfFailure,
  isStoreFailure,
  type StoreFailureKind,
  storeFailure,
} from '../ports/store-failure.ts';
import { memories } from './column-names.ts';
import { columnsOf, countOf } from './columns.ts';
import { type Database, inTransaction, openDatabase, type Sql } from './database.ts';
import { countUnindexed, rebuildIndex } from './index-queue.ts';
import { readMeta } from './meta-table.ts';
import { readApplied } from './migrate.ts';
import { sizeOf } from './open-store.ts';
import { checkProjection, compareProjection } from './projection.ts';
import type { LibsqlWriteStore } from './write-store.ts';

const INTEGRITY = 'PRAGMA integrity_check(20)';
/**
 * `?1`: 1 also compares the index with the rows of the view. 0 checks only the index itself, while rows wait to be
 * indexed.
 */
const MEMORY_CHECK = "INSERT INTO memory_fts (memory_fts, rank) VALUES ('integrity-check', ?1)";
const PASSAGE_CHECK = "INSERT INTO passage_fts (passage_fts, rank) VALUES ('integrity-check', 1)";
const PASSAGE_REBUILD = "INSERT INTO passage_fts (passage_fts) VALUES ('rebuild')";
const COUNT_MEMORIES = `SELECT count(*) FROM memories WHERE ${memories.state} = 0`;
const FREE_PAGES = 'SELECT (SELECT * FROM pragma_freelist_count), (SELECT * FROM pragma_page_count)';

/** Free pages above which the file is compacted: a quarter of the file, and more than 16 MiB of pages of 4 KiB. */
const FREE_SHARE_MAX = 0.25;
const FREE_PAGES_MIN = 4_096;

export interface LibsqlMaintenance extends StoreMaintenance {
  rebuildIndex(): Promise<void>;
}

export const createStoreMaintenance = (store: LibsqlWriteStore, path: string): LibsqlMaintenance => ({
  backup: (target) => store.exclusive((database) => backup(database, target)),
  async check(fix) {
    const findings = [await store.exclusive(checkIntegrity)];
    findings.push(await store.exclusive((database) => checkIndex(database, fix)));
    findings.push(await checkProjection(store, fix));
    findings.push(await store.exclusive((database) => checkFreePages(database, fix)));
    return ok(findings);
  },
  checkProjection: async (fix) => ok({ unfit: await compareProjection(store, fix) }),
  async checkpoint() {
    await store.checkpoint();
  },
  bytes: async () => ({ file: await sizeOf(path), wal: await sizeOf(`${path}-wal`) }),
  rebuildIndex: () => store.exclusive(rebuildIndexes),
});

/** Checks the copy at once, so a fault is found before anyone needs it. Never overwrites an existing file. */
const backup = async (database: Database, target: string): ReturnType<StoreMaintenance['backup']> => {
  if ((await sizeOf(target)) > 0)
    return err({ kind: 'invalid_input', message: `${target} exists already.`, retryable: false });
  try {
    await database.run('VACUUM INTO ?1', [target]);
    await chmod(target, 0o600);
    const checked = await inspectBackup(target);
    return ok({ bytes: await sizeOf(target), memories: checked.memories });
  } catch (error) {
    await rm(target, { force: true });
    if (isStoreFailure(error)) return err(cairnErrorOfFailure(error));
    throw error;
  }
};

export interface BackupFacts {
  readonly memories: number;
  /** Number of its newest migration. */
  readonly version: number;
  /** The vault that it belongs to. */
  readonly vault: VaultId | null;
  /** The file's own device id: each scope has one, and a restore keeps it. */
  readonly device: DeviceId | null;
  /** Time of its last change, in milliseconds. */
  readonly changedAt: number | null;
}

/** Throws `StoreFailure` when the file is not a sound database of Cairn. Changes nothing. */
export const inspectBackup = async (path: string): Promise<BackupFacts> => {
  if ((await sizeOf(path)) === 0) throw storeFailure('corrupt', `${path} is empty or missing`);
  const database = await openDatabase({ path, role: 'reader' });
  try {
    const findings = await integrityProblems(database);
    if (findings.length > 0) throw storeFailure('corrupt', findings.join('; '));
    const version = (await readApplied(database)).at(-1)?.version;
    if (version === undefined) throw storeFailure('corrupt', `${path} holds no tables`);
    const [vault, clock] = [await readMeta(database, 'vault'), await readMeta(database, 'clock')];
    const device = await readMeta(database, 'device');
    return {
      ...{ memories: await countOf(database, COUNT_MEMORIES), version, device: device?.id ?? null },
      ...{ vault: vault?.id ?? null, changedAt: clock === null ? null : hlcMs(clock) },
    };
  } finally {
    database.close();
  }
};

const integrityProblems = async (sql: Sql): Promise<readonly string[]> =>
  (await sql.all(INTEGRITY)).map((row) => columnsOf(row).text()).filter((line) => line !== 'ok');

const checkIntegrity = async (database: Database): Promise<StoreFinding> => {
  const problems = await integrityProblems(database);
  return problems.length === 0
    ? { id: 'integrity', status: 'pass', message: 'The database file is sound.' }
    : { id: 'integrity', status: 'fail', message: `The database file is damaged: ${problems[0] ?? ''}.` };
};

export const checkIndex = async (database: Database, fix: boolean): Promise<StoreFinding> => {
  try {
    const waiting = await checkIndexes(database);
    const message = waiting === 0 ? 'fits its memories' : `is sound; ${waiting} memories wait to be indexed`;
    return { id: 'index', status: 'pass', message: `The search index ${message}.` };
  } catch (error) {
    if (!isStoreFailure(error) || !DAMAGED.has(error.storeFailure)) throw error;
  }
  if (!fix) return { id: 'index', status: 'fail', message: 'The search index does not match the memories.' };
  await rebuildIndexes(database);
  await checkIndexes(database);
  return { id: 'index', status: 'fixed', message: 'The search index was rebuilt.' };
};

const DAMAGED: ReadonlySet<StoreFailureKind> = new Set(['corrupt', 'index_corrupt']);

/** Returns how many rows wait. Throws when an index does not fit its rows. */
const checkIndexes = async (database: Database): Promise<number> => {
  const waiting = await countUnindexed(database);
  await database.run(MEMORY_CHECK, [waiting === 0 ? 1 : 0]);
  await database.run(PASSAGE_CHECK);
  return waiting;
};

export const rebuildIndexes = (database: Database): Promise<void> =>
  inTransaction(database, async (tx) => {
    await rebuildIndex(tx);
    await tx.run(PASSAGE_REBUILD);
  });

const checkFreePages = async (database: Database, fix: boolean): Promise<StoreFinding> => {
  const [row] = await database.all(FREE_PAGES);
  const columns = columnsOf(row ?? []);
  const free = columns.integer();
  const pages = columns.integer();
  if (free < FREE_PAGES_MIN || free < pages * FREE_SHARE_MAX)
    return { id: 'freelist', status: 'pass', message: 'The database file holds little unused space.' };
  const share = Math.round((100 * free) / pages);
  const unused = `${share} % of the database file is unused`;
  if (!fix) return { id: 'freelist', status: 'fail', message: `${unused}.` };
  try {
    await database.run('VACUUM');
  } catch (error) {
    if (!isStoreFailure(error) || error.storeFailure !== 'full') throw error;
    const message = `${unused}, and the disk has no room to shrink it. Free some space first.`;
    return { id: 'freelist', status: 'fail', message };
  }
  return { id: 'freelist', status: 'fixed', message: `The database file shrank by ${share} %.` };
};

/** Registers per turn, so saves run in between. */
const PAGE = 1_000;
const NAMED = 3;

/** Checks that this program accepts every stored value. [TR-6] */
export const checkValues = async (
  store: WriteStore,
  engine: Pick<WriteEngine, 'setIllAside'>,
  fix: boolean,
): Promise<StoreFinding> => {
  const ill = await illValues(store);
  if (ill.length === 0) return { id: 'values', status: 'pass', message: 'Every stored value can be read.' };
  const names = [...new Set(ill.map(({ entity, reason }) => `${entity} (${reason})`))];
  const more = names.length > NAMED ? `, and ${names.length - NAMED} more` : '';
  const listed = `${names.slice(0, NAMED).join(', ')}${more}`;
  const went = fix ? await engine.setIllAside('again') : 0;
  return went === 0
    ? { id: 'values', status: 'fail', message: `${ill.length} stored values cannot be read: ${listed}.` }
    : { id: 'values', status: 'fixed', message: `${went} values were set aside: ${listed}.` };
};

const illValues = async (store: WriteStore): Promise<readonly IllRegister[]> => {
  const all: IllRegister[] = [];
  let after: FacetKey | null = null;
  do {
    const page: IllPage = await store.write((tx) => tx.illRegisters(after, PAGE));
    all.push(...page.ill);
    after = page.next;
  } while (after !== null);
  return all;
};
