/**
 * Writes a backup of all tables as lines of JSON, and restores it to any database with the same migrations. Postgres converts the rows
 * (`row_to_json`, `json_populate_recordset`), so columns need no code here.
 */
import { challenges, pairings, vaults } from '@cairn/schema/cloud-tables';
import { CLOUD_MIGRATIONS } from '@cairn/schema/migrations';
import type { AdminStore, BackupInfo, RestoreRefusal } from '../ports/admin-store.ts';
import type { Clock, Random } from '../ports/clock.ts';
import { newEpoch, newMark } from '../services/epochs.ts';
import * as statements from './admin-statements.ts';
import {
  BACKUP_FORMAT,
  type BackupEnd,
  type BackupHead,
  createChecksum,
  parseEnd,
  parseHead,
  parseRow,
  rowLine,
} from './backup-lines.ts';
import type { SqlDatabase, SqlSession } from './database.ts';
import { db, read, write } from './queries.ts';
import { DERIVED_TABLES, fillWithin } from './readable-memories.ts';
import { flag, text } from './rows.ts';
import { readTables, type TableInfo } from './tables.ts';

export interface AdminStoreDeps {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  readonly random: Random;
  /** This program's version, for the head of backups. */
  readonly version: string;
}

/** The table that is not copied, because the head of the backup lists the migrations. */
const NOT_COPIED = 'migrations';
/** The table that is never empty: a migration adds its one row. */
const NEVER_EMPTY = 'server';
/** The most rows of one insert statement. */
const INSERT_ROWS_MAX = 500;
const INSERT_CHARS_MAX = 4_000_000;
const EPOCHS_PER_STATEMENT = 500;

/** An error that rolls the transaction of a restore back. */
class Refused extends Error {
  readonly refusal: RestoreRefusal;
  constructor(refusal: RestoreRefusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}
const damaged = (detail: string): Refused => new Refused({ kind: 'damaged', detail });

const ownTables = async (session: SqlSession): Promise<readonly TableInfo[]> =>
  (await readTables(session)).filter(({ name }) => name !== NOT_COPIED);
export const copied = (tables: readonly TableInfo[]): readonly TableInfo[] =>
  tables.filter(({ name }) => !DERIVED_TABLES.includes(name));

const known = CLOUD_MIGRATIONS.map(({ version, checksum }) => ({ version, checksum }));

const checkVersion = (head: BackupHead): RestoreRefusal | null => {
  const same =
    head.migrations.length === known.length &&
    head.migrations.every(({ checksum }, at) => checksum === known[at]?.checksum);
  const isNewer = head.migrations.length >= known.length;
  return same ? null : { kind: 'other_version', program: head.program, isNewer };
};

/** `line`: the first one. Returns why its backup cannot be restored here. Null if the backup may be read on. */
export const headRefusal = (line: string): RestoreRefusal | null => {
  const head = parseHead(line);
  return head === null ? { kind: 'not_a_backup' } : checkVersion(head);
};

/** Reads rows as JSON in the transaction of `session`. `only`: one column and its value. Returns their number. */
export const readRows = async (
  session: SqlSession,
  quoted: string,
  put: (row: string) => Promise<void>,
  only: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const [where = null] = Object.keys(only);
  await session.query(statements.openCursor(quoted, where), Object.values(only));
  let rows = 0;
  for (;;) {
    const some = await session.query(statements.FETCH);
    if (some.length === 0) break;
    for (const row of some) await put(text(row, 'row'));
    rows += some.length;
  }
  await session.query(statements.CLOSE_CURSOR);
  return rows;
};

/** Inserts rows in batches of bounded size. Each batch has rows of one table. */
export const createLoader = (session: SqlSession, tables: readonly TableInfo[]) => {
  const byName = new Map(tables.map((table) => [table.name, table]));
  let current: TableInfo | null = null;
  let waiting: string[] = [];
  let chars = 0;
  const flush = async (): Promise<void> => {
    if (current !== null && waiting.length > 0) {
      const statement = statements.insertRows(current.quoted, current.columns);
      await session.query(statement, [`[${waiting.join(',')}]`]);
    }
    waiting = [];
    chars = 0;
  };
  const add = async (name: string, row: string): Promise<void> => {
    const table = byName.get(name);
    if (table === undefined) throw damaged(`it has rows of a table "${name}" that there is not`);
    if (table !== current || waiting.length >= INSERT_ROWS_MAX || chars >= INSERT_CHARS_MAX) await flush();
    current = table;
    waiting.push(row);
    chars += row.length;
  };
  return { add, flush };
};

const makeRoom = async (session: SqlSession, tables: readonly TableInfo[], isReplacing: boolean) => {
  if (!isReplacing) {
    for (const { name, quoted } of tables) {
      if (name === NEVER_EMPTY) continue;
      const [row] = await session.query(statements.isFilled(quoted));
      if (row !== undefined && flag(row, 'present')) throw new Refused({ kind: 'not_empty' });
    }
  }
  await session.query(statements.truncate(tables.map(({ quoted }) => quoted)));
};

const loadRows = async (
  session: SqlSession,
  tables: readonly TableInfo[],
  head: string,
  lines: AsyncIterator<string>,
): Promise<BackupEnd> => {
  const loader = createLoader(session, tables);
  const checksum = createChecksum();
  checksum.add(head);
  let rows = 0;
  for (;;) {
    const next = await lines.next();
    if (next.done === true) throw damaged('it ends too early');
    const row = parseRow(next.value);
    if (row === null) {
      const end = parseEnd(next.value);
      if (end === null) throw damaged(`line ${rows + 2} is not readable`);
      if (end.rows !== rows || end.sha256 !== checksum.hex()) throw damaged('its checksum is another one');
      await loader.flush();
      return end;
    }
    checksum.add(next.value);
    rows += 1;
    await loader.add(row.table, row.row);
  }
};

export const createBackup = (deps: AdminStoreDeps): Pick<AdminStore, 'backup' | 'restore'> => {
  const { database, clock, random, version } = deps;

  const beginEpochs = async (session: SqlSession): Promise<number> => {
    const rows = await read(session, db.select({ id: vaults.id }).from(vaults).orderBy(vaults.id));
    const ids = rows.map(({ id }) => id);
    for (let at = 0; at < ids.length; at += EPOCHS_PER_STATEMENT) {
      const some = ids.slice(at, at + EPOCHS_PER_STATEMENT);
      const epochs = some.map(() => newEpoch(random));
      const marks = some.map(() => newMark(random));
      await session.query(statements.NEW_EPOCHS, [some, epochs, marks, clock.nowMs()]);
    }
    return ids.length;
  };

  const load = (head: string, lines: AsyncIterator<string>, isReplacing: boolean): Promise<BackupInfo> =>
    database.transaction(async (session) => {
      const tables = await ownTables(session);
      await makeRoom(session, tables, isReplacing);
      const { rows, vaults, sha256 } = await loadRows(session, copied(tables), head, lines);
      // Pairings and challenges are open only for minutes, so they have expired by the time of a restore.
      for (const ended of [pairings, challenges]) await write(session, db.delete(ended));
      if ((await beginEpochs(session)) !== vaults)
        throw damaged('it has another number of vaults than it says');
      await fillWithin(session);
      return { rows, vaults, sha256 };
    }, null);

  return {
    backup: (write) =>
      database.transaction(async (session) => {
        await session.query(statements.ONE_SNAPSHOT);
        const checksum = createChecksum();
        const put = (line: string): Promise<void> => {
          checksum.add(line);
          return write(`${line}\n`);
        };
        const head = { program: version, createdAt: clock.nowMs(), migrations: known };
        await put(JSON.stringify({ kind: 'cairn-server backup', format: BACKUP_FORMAT, ...head }));
        const tables = copied(await ownTables(session));
        let rows = 0;
        let vaults = 0;
        for (const table of tables) {
          const written = await readRows(session, table.quoted, (row) => put(rowLine(table.name, row)));
          rows += written;
          if (table.name === 'vaults') vaults = written;
        }
        const info = { rows, vaults, sha256: checksum.hex() };
        await write(`${JSON.stringify({ end: true, ...info })}\n`);
        return info;
      }, null),

    restore: async (lines, isReplacing) => {
      const iterator = lines[Symbol.asyncIterator]();
      const first = await iterator.next();
      const line = first.done === true ? '' : first.value;
      const refusal = headRefusal(line);
      if (refusal !== null) return refusal;
      try {
        return await load(line, iterator, isReplacing);
      } catch (error) {
        if (error instanceof Refused) return error.refusal;
        throw error;
      }
    },
  };
};
