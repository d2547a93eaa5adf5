/** Rows of `vectors`. Triggers erase vectors without a text. [F-2, ST-4] */
import * as tables from '@cairn/schema/local-tables';
import type { VectorReads, VectorWrites } from '../ports/vectors.ts';
import { bitsToBytes, signBits } from '../vectors/sign-bits.ts';
import { ofMemories, ofPassages, vectors } from './column-names.ts';
import { columnsOf, countOf } from './columns.ts';
import type { Sql } from './database.ts';
import { type MetaCache, readMeta } from './meta-table.ts';
import { countWaiting, linkOwners, type OwnerKind, unchangedOwners, waitingOwners } from './vector-owners.ts';

const ofVectors = tables.namesOf(tables.vectors, 'vectors');

const COUNT_VECTORS = `SELECT count(*) FROM vectors WHERE ${vectors.model} = ?1`;
const EMBEDDED = `SELECT ${vectors.textHash} FROM vectors
  WHERE ${vectors.textHash} IN (SELECT value FROM json_each(?2)) AND ${vectors.model} = ?1`;

const LAST_NUMBER = `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'vectors'), 0)`;
/** Gives vectors from an earlier use of this model new numbers, so they count as of the present model. */
const RENUMBER = `INSERT OR REPLACE INTO vectors (${vectors.model}, ${vectors.textHash}, ${vectors.bits}, ${vectors.vector}, ${vectors.kind})
  SELECT ${vectors.model}, ${vectors.textHash}, ${vectors.bits}, ${vectors.vector}, ${vectors.kind} FROM vectors
  WHERE ${vectors.textHash} IN (SELECT value FROM json_each(?3)) AND ${vectors.model} = ?1 AND ${vectors.vid} < ?2`;
const PUT = `INSERT INTO vectors (${vectors.model}, ${vectors.textHash}, ${vectors.bits}, ${vectors.vector}, ${vectors.kind}) VALUES (?1, ?2, ?3, vector8(?4), ?5)
  ON CONFLICT (${vectors.textHash}, ${vectors.model}) DO NOTHING`;

const EVICT_PAGE = 1_000;
const PAGE_END = `SELECT max(${vectors.vid}) FROM (SELECT ${vectors.vid} FROM vectors WHERE ${vectors.vid} > ?1 ORDER BY ${vectors.vid} LIMIT ${EVICT_PAGE})`;
const IS_USED = `(EXISTS (SELECT 1 FROM memories WHERE ${ofMemories.vector} = ${ofVectors.vid})
  OR EXISTS (SELECT 1 FROM passages WHERE ${ofPassages.vector} = ${ofVectors.vid}))`;
const EVICT_USED = `UPDATE vectors SET ${vectors.unownedSince} = NULL
  WHERE ${vectors.vid} > ?1 AND ${vectors.vid} <= ?2 AND ${vectors.unownedSince} IS NOT NULL AND ${IS_USED}`;
const EVICT_OLD = `DELETE FROM vectors WHERE ${vectors.vid} > ?1 AND ${vectors.vid} <= ?2 AND ${vectors.unownedSince} < ?3`;
const EVICT_NOTE = `UPDATE vectors SET ${vectors.unownedSince} = ?3
  WHERE ${vectors.vid} > ?1 AND ${vectors.vid} <= ?2 AND ${vectors.unownedSince} IS NULL AND NOT ${IS_USED}`;

type Embedded = 'unembedded' | 'embeddedTexts' | 'vectorCounts';
export const vectorReads = (sql: Sql): Pick<VectorReads, Embedded> => ({
  unembedded: async (model, limit) => waitingOwners(sql, await firstNumber(sql, model), limit),
  embeddedTexts: async (model, hashes) =>
    (await sql.all(EMBEDDED, [model, JSON.stringify(hashes)])).map((row) => columnsOf(row).text()),
  vectorCounts: async (model) => ({
    waiting: await countWaiting(sql, await firstNumber(sql, model)),
    vectors: await countOf(sql, COUNT_VECTORS, [model]),
  }),
});

/** Returns the first number of the model's vectors, or one above all numbers for a model that is not the present one. */
const firstNumber = async (sql: Sql, model: string): Promise<number> => {
  const present = await readMeta(sql, 'embedder');
  return present?.model === model ? present.from : Number.MAX_SAFE_INTEGER;
};

export const vectorWrites = (sql: Sql, meta: MetaCache): VectorWrites => ({
  async useEmbedder({ model, dimensions }) {
    const present = await meta.get(sql, 'embedder');
    if (present?.model === model && present.dimensions === dimensions) return;
    const last = await countOf(sql, LAST_NUMBER);
    await meta.put(sql, { embedder: { model, dimensions, from: last + 1 } });
  },
  async putVectors(vectors, owners) {
    const present = await meta.get(sql, 'embedder');
    if (present === null) return 0;
    const put = async (kind: OwnerKind): Promise<number> => {
      const links = await unchangedOwners(sql, kind, owners);
      if (links.length === 0) return 0;
      const hashes = new Set(links.map(({ hash }) => hash));
      await sql.post(RENUMBER, [present.model, present.from, JSON.stringify([...hashes])]);
      for (const { hash, vector } of vectors) {
        if (!hashes.has(hash) || vector.length !== present.dimensions) continue;
        const bits = new Uint8Array(bitsToBytes(signBits(vector))).buffer;
        await sql.post(PUT, [present.model, hash, bits, floatsOf(vector), kind]);
      }
      return linkOwners(sql, kind, present.model, links);
    };
    return (await put('memory')) + (await put('passage'));
  },
  async evictVectors(after, nowMs, before) {
    const [row] = await sql.all(PAGE_END, [after]);
    const end = row === undefined ? null : columnsOf(row).integerOrNull();
    if (end === null) return null;
    await sql.post(EVICT_USED, [after, end]);
    await sql.post(EVICT_OLD, [after, end, before]);
    await sql.post(EVICT_NOTE, [after, end, nowMs]);
    return end;
  },
});
/** Encodes a vector as libSQL reads it: 32-bit floats, little endian, no header. */
export const floatsOf = (vector: Float32Array): ArrayBuffer => {
  const view = new DataView(new ArrayBuffer(vector.length * 4));
  for (const [at, value] of vector.entries()) view.setFloat32(at * 4, value, true);
  return view.buffer;
};
