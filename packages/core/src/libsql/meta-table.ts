/** The small values of `MetaValues` in `ports/store`, one JSON value per key. */
import * as tables from '@cairn/schema/local-tables';
import type * as z from 'zod';
import { META_SCHEMAS, type MetaKey, type MetaValues } from '../ports/meta-values.ts';
import type { WriteSet } from '../ports/store.ts';
import { storeFailure } from '../ports/store-failure.ts';
import { columnsOf, storedJson } from './columns.ts';
import type { Sql } from './database.ts';
import { insertInto, insertRows, replacing } from './upsert.ts';

const meta = tables.namesOf(tables.meta);

const ONE = `SELECT ${meta.value} FROM meta WHERE ${meta.key} = ?1`;
const PUT = insertInto('meta', [meta.key, meta.value], replacing([meta.key], [meta.key, meta.value]));
const REMOVE = 'DELETE FROM meta WHERE key IN (SELECT value FROM json_each(?1))';

const SCHEMAS: { readonly [K in MetaKey]: z.ZodType<MetaValues[K]> } = META_SCHEMAS;
const isMetaKey = (name: string): name is MetaKey => name in SCHEMAS;
export const META_KEYS: readonly MetaKey[] = Object.keys(SCHEMAS).filter(isMetaKey);

type MetaChanges = NonNullable<WriteSet['meta']>;
/** Absent: not read yet. */
type Known = { -readonly [K in MetaKey]?: MetaChanges[K] };

/** A cache of meta values. It is never stale, because only the writer changes the values. */
export type MetaCache = ReturnType<typeof createMetaCache>;
export const createMetaCache = () => {
  let known: Known = {};
  return {
    async get<K extends MetaKey>(sql: Sql, key: K): Promise<MetaValues[K] | null> {
      const value = known[key];
      if (value !== undefined) return value;
      const read = await readMeta(sql, key);
      known[key] = read;
      return read;
    },
    async put(sql: Sql, changes: MetaChanges): Promise<void> {
      await writeMeta(sql, changes);
      known = { ...known, ...changes };
    },
    /** Returns a function that restores the cache. Call it before a step that may be rolled back. */
    mark(): () => void {
      const before = { ...known };
      return () => {
        known = before;
      };
    },
    clear(): void {
      known = {};
    },
  };
};

export const readMeta = async <K extends MetaKey>(sql: Sql, key: K): Promise<MetaValues[K] | null> => {
  const [row] = await sql.all(ONE, [key]);
  if (row === undefined) return null;
  const parsed = SCHEMAS[key].safeParse(storedJson(columnsOf(row).text()));
  if (!parsed.success) throw storeFailure('corrupt', `the stored ${key} has an unknown shape`);
  return parsed.data;
};

/** Writes values. Undefined leaves a key unchanged, null removes it. */
export const writeMeta = async (sql: Sql, changes: MetaChanges): Promise<void> => {
  const put: (readonly [string, string])[] = [];
  const removed: string[] = [];
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) removed.push(key);
    else if (value !== undefined) put.push([key, JSON.stringify(value)]);
  }
  await insertRows(sql, PUT, put);
  if (removed.length > 0) await sql.post(REMOVE, [JSON.stringify(removed)]);
};
