/** The small values of `MetaValues` in `ports/store`, one JSON value per key. */
import {
  deviceIdSchema,
  entityIdSchema,
  HEALING_REASONS,
  type Hlc,
  isHlc,
  isVaultId,
  type VaultId,
  vaultKind,
} from '@cairn/schema';
import * as tables from '@cairn/schema/local-tables';
import * as z from 'zod';
import type { MetaKey, MetaValues, WriteSet } from '../ports/store.ts';
import { storeFailure } from '../ports/store-failure.ts';
import { columnsOf, storedJson } from './columns.ts';
import type { Sql } from './database.ts';
import { insertInto, insertRows, replacing } from './upsert.ts';

const meta = tables.namesOf(tables.meta);

const ONE = `SELECT ${meta.value} FROM meta WHERE ${meta.key} = ?1`;
const PUT = insertInto('meta', [meta.key, meta.value], replacing([meta.key], [meta.key, meta.value]));
const REMOVE = 'DELETE FROM meta WHERE key IN (SELECT value FROM json_each(?1))';

const hlc = z.custom<Hlc>((value) => typeof value === 'string' && isHlc(value), 'not a stamp');
const vaultId = z.custom<VaultId>((value) => typeof value === 'string' && isVaultId(value), 'not a vault id');
const count = z.number().int().nonnegative();

const SCHEMAS: { readonly [K in MetaKey]: z.ZodType<MetaValues[K]> } = {
  clock: hlc,
  published: hlc,
  device: z.object({ id: deviceIdSchema, name: z.string() }),
  salt: z.string(),
  vault: z.object({ id: vaultId, kind: vaultKind, server: z.string(), kg: count }),
  offset: z.object({
    ms: z.number(),
    roundTripMs: z.number(),
    mark: z.object({ ms: z.number(), at: z.number() }).optional(),
  }),
  push: z.object({ epoch: z.string(), anchor: z.string(), lastPushNo: count, head: count }),
  erasedAt: z.number(),
  cleanedAt: z.number(),
  removedSeenAt: z.number(),
  endings: z.object({ since: z.number(), count }),
  pull: z.object({
    cursor: z.string().nullable(),
    high: count,
    head: count,
    bootstrap: z
      .object({ done: count, expected: count, empty: z.boolean(), start: count.nullable() })
      .nullable(),
    skipped: count.optional(),
  }),
  healing: z.object({
    why: z.enum(HEALING_REASONS),
    since: z.number(),
    phase: z.enum(['pull', 'tombstones', 'rest']),
    sent: count,
  }),
  healed: z.object({ why: z.enum(HEALING_REASONS), at: z.number(), sent: count }),
  membersMended: z.object({
    at: z.number(),
    added: z.array(z.string()),
    revoked: z.array(z.string()),
    generations: count,
  }),
  verified: z.object({ at: z.number(), head: count, registers: count, differing: count }),
  resealBelow: count,
  takenBack: z.object({ after: hlc, upTo: hlc }),
  limits: count,
  times: z.object({ lastPullAt: z.number().nullable(), lastPushAt: z.number().nullable() }),
  folders: z.array(
    z.object({ path: z.string(), project: z.string().nullable(), except: z.array(z.string()) }),
  ),
  handoversTold: z.array(entityIdSchema),
  onboardingToldAt: z.number(),
  embedder: z.object({ model: z.string(), dimensions: count, from: count }),
  stopped: z.object({ kind: z.string(), message: z.string(), at: z.number() }),
};

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
