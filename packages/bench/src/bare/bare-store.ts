/** Baseline for a save: one INSERT of the same rows, with the engine's tables, triggers and settings. */

import type { MemoryRow } from '@cairn/core';
import { openWriter } from '@cairn/core/libsql';
import { createClient } from '@libsql/client/sqlite3';

/** Settings of the writer in `packages/core/src/libsql/database.ts`. */
const SETTINGS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -8192; PRAGMA foreign_keys = OFF; PRAGMA wal_autocheckpoint = 1000;`;

export const COLUMNS = `id, content, namespace, key, project, source, trust, pinned, tags, superseded_by, superseded_at,
  device_id, device_name, session, agent, created_at, updated_at, state, content_hash, aside, grams, scope`;
const INSERT = `INSERT INTO memories (${COLUMNS}) VALUES (${Array(22).fill('?').join(', ')})`;

const valuesFrom = (count: number): string =>
  Array.from({ length: count }, (_, at) => `value ->> ${at}`).join(', ');
const INSERT_MANY = `INSERT INTO memories (${COLUMNS}) SELECT ${valuesFrom(22)} FROM json_each(?1)`;
const INSERT_REGISTERS = `INSERT INTO registers (entity, facet, hlc, kg, value, seq)
  SELECT ${valuesFrom(6)} FROM json_each(?1)`;

type Value = string | number | null;

/** Returns a row of `memories` in the order of its columns. */
export const valuesOf = (row: MemoryRow): Value[] => [
  row.id,
  row.content,
  row.namespace,
  row.key,
  row.project,
  row.source,
  row.trust,
  row.pinned ? 1 : 0,
  JSON.stringify(row.tags),
  row.supersededBy,
  row.supersededAt,
  row.deviceId,
  row.deviceName,
  row.session,
  row.agent,
  row.createdAt,
  row.updatedAt,
  row.state,
  row.contentHash,
  row.aside,
  row.grams,
  row.scope,
];

export type BareStore = Awaited<ReturnType<typeof openBareStore>>;

/** Makes a database with the schema of a new device. The file must not exist. */
export const openBareStore = async (path: string) => {
  const { store } = await openWriter({ path, nowMs: Date.now });
  await store.close();
  const client = createClient({ url: `file:${path}`, concurrency: 1, intMode: 'number' });
  await client.executeMultiple(SETTINGS);
  return {
    /** Runs one durable INSERT. */
    async insert(values: readonly Value[]) {
      await client.execute({ sql: INSERT, args: [...values] });
    },
    /** Writes to both tables in one durable transaction. */
    async insertMany(memories: readonly unknown[], registers: readonly unknown[]) {
      const tx = await client.transaction('write');
      await tx.execute({ sql: INSERT_REGISTERS, args: [JSON.stringify(registers)] });
      await tx.execute({ sql: INSERT_MANY, args: [JSON.stringify(memories)] });
      await tx.commit();
    },
    close: () => client.close(),
  };
};
