/**
 * The libSQL store on a database in memory, for tests and the simulator. Reader and writer share its one connection, and it answers
 * within a turn of the event loop, so tests can advance a fake clock and look. The contract suite (`store-contract`) tests it.
 */
import { LOCAL_MIGRATIONS } from '@cairn/schema/migrations';
import { columnsOf } from '../libsql/columns.ts';
import { type Database, inTransaction, openDatabase } from '../libsql/database.ts';
import { createMetaCache } from '../libsql/meta-table.ts';
import { createReadStore } from '../libsql/read-store.ts';
import { storeTransaction } from '../libsql/transaction.ts';
import type { ReadStore, StoreTransaction, WriteStore } from '../ports/store.ts';

export interface StorePair {
  readonly writer: WriteStore;
  readonly reader: ReadStore;
}

export const createMemoryStore = (): StorePair => {
  const database = openEmpty();
  const meta = createMetaCache();
  let closed = false;
  let last: Promise<unknown> = database;
  const run = async <T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T> => {
    if (closed) throw new Error('the store is closed');
    const forgetMeta = meta.mark();
    try {
      return await inTransaction(await database, (sql) =>
        work(storeTransaction({ sql, meta, nowMs: () => 0, onErase: () => undefined })),
      );
    } catch (error) {
      forgetMeta();
      throw error;
    }
  };
  const write: WriteStore['write'] = (work) => {
    const next = last.then(() => run(work));
    last = next.catch(() => undefined);
    return next;
  };
  const writer: WriteStore = {
    write,
    read: write,
    async close() {
      await last;
      closed = true;
    },
  };
  /** Reads when no write runs, because on the same connection it would see half of one. */
  const all: Database['all'] = async (sql, args) => {
    const { all: read } = await database;
    for (let seen = last; ; seen = last) {
      await seen;
      if (seen === last) return read(sql, args);
    }
  };
  const never = (): Promise<never> => Promise.reject(new Error('a reader only reads'));
  const reader = createReadStore({
    path: null,
    isRemote: false,
    all,
    run: never,
    post: never,
    script: never,
    begin: never,
    reconnect: never,
    fold: never,
    close: () => undefined,
  });
  return { writer, reader };
};

/** The statements of the present schema. They take a fifth of the time of its migrations. */
let schema: Promise<string> | undefined;

const openEmpty = async (): Promise<Database> => {
  const database = await openDatabase({ path: ':memory:', role: 'writer' });
  schema ??= readSchema();
  await database.script(await schema);
  return database;
};

const CREATED = `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'
  AND tbl_name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow') ORDER BY rowid`;
const optionsOf = (table: string): string =>
  `SELECT printf('INSERT INTO ${table} (${table}, rank) VALUES (%Q, %Q)', k, v) FROM ${table}_config WHERE k <> 'version'`;

const readSchema = async (): Promise<string> => {
  const database = await openDatabase({ path: ':memory:', role: 'writer' });
  for (const { sql } of LOCAL_MIGRATIONS) await database.script(sql);
  const statements: string[] = [];
  for (const sql of [CREATED, optionsOf('memory_fts'), optionsOf('passage_fts')])
    statements.push(...(await database.all(sql)).map((row) => columnsOf(row).text()));
  database.close();
  return ['BEGIN', ...statements, 'COMMIT'].join(';\n');
};
