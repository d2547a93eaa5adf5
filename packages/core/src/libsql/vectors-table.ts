/** Rows of `vectors`, and which memories wait for one. Triggers erase what nobody says any more. [F-2, ST-4] */
import type { EmbedderName, TextVector, UnembeddedText, VectorOwner } from '../ports/vectors.ts';
import { bitsToBytes, signBits } from '../vectors/sign-bits.ts';
import { memoryText, textHashOf } from '../vectors/text.ts';
import { columnsOf, jsonColumns } from './columns.ts';
import type { Row, Sql } from './database.ts';
import { type MetaCache, readMeta } from './meta-table.ts';

/** `vector` null is the first stretch of its index, smaller numbers than `from` are the next. */
const NEVER_EMBEDDED = `SELECT json_array(id, content, key) FROM memories
  WHERE vector IS NULL ORDER BY rid DESC LIMIT ?1`;
const OF_EARLIER_MODELS = `SELECT json_array(id, content, key) FROM memories
  WHERE vector < ?1 ORDER BY vector DESC LIMIT ?2`;
const SOURCES = `SELECT json_array(id, content, key) FROM memories WHERE id IN (SELECT value FROM json_each(?1))`;
const COUNT_NEVER = 'SELECT count(*) FROM memories WHERE vector IS NULL';
const COUNT_EARLIER = 'SELECT count(*) FROM memories WHERE vector < ?1';
const COUNT_VECTORS = 'SELECT count(*) FROM vectors';
const EMBEDDED = `SELECT text_hash FROM vectors
  WHERE text_hash IN (SELECT value FROM json_each(?2)) AND model = ?1`;

const LAST_NUMBER = `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'vectors'), 0)`;
/** What the model made before it was away gets a number of now. */
const RENUMBER = `INSERT OR REPLACE INTO vectors (model, text_hash, bits, vector)
  SELECT model, text_hash, bits, vector FROM vectors
  WHERE text_hash IN (SELECT value FROM json_each(?3)) AND model = ?1 AND vid < ?2`;
const PUT = `INSERT INTO vectors (model, text_hash, bits, vector) VALUES (?1, ?2, ?3, vector8(?4))
  ON CONFLICT (text_hash, model) DO NOTHING`;
const LINK = `UPDATE memories SET vector = v.vid
  FROM json_each(?2) AS j CROSS JOIN vectors AS v ON v.text_hash = j.value ->> 1 AND v.model = ?1
  WHERE memories.id = j.value ->> 0`;

const EVICT_PAGE = 1_000;
const PAGE_END = `SELECT max(vid) FROM (SELECT vid FROM vectors WHERE vid > ?1 ORDER BY vid LIMIT ${EVICT_PAGE})`;
const IS_USED = 'EXISTS (SELECT 1 FROM memories WHERE memories.vector = vectors.vid)';
const EVICT_USED = `UPDATE vectors SET unowned_since = NULL
  WHERE vid > ?1 AND vid <= ?2 AND unowned_since IS NOT NULL AND ${IS_USED}`;
const EVICT_OLD = 'DELETE FROM vectors WHERE vid > ?1 AND vid <= ?2 AND unowned_since < ?3';
const EVICT_NOTE = `UPDATE vectors SET unowned_since = ?3
  WHERE vid > ?1 AND vid <= ?2 AND unowned_since IS NULL AND NOT ${IS_USED}`;

export const unembedded = async (
  sql: Sql,
  model: string,
  limit: number,
): Promise<readonly UnembeddedText[]> => {
  const present = await readMeta(sql, 'embedder');
  const rows = [...(await sql.all(NEVER_EMBEDDED, [limit]))];
  if (rows.length < limit) {
    const from = firstNumber(present, model);
    rows.push(...(await sql.all(OF_EARLIER_MODELS, [from, limit - rows.length])));
  }
  return rows.map(readSource);
};

/** Below it a number is of another model; for a model that is not the present one, all are. */
const firstNumber = (
  present: { readonly model: string; readonly from: number } | null,
  model: string,
): number => (present?.model === model ? present.from : Number.MAX_SAFE_INTEGER);

const readSource = (row: Row): UnembeddedText => {
  const columns = jsonColumns(row);
  const id = columns.entity();
  const text = memoryText({ content: columns.text(), key: columns.textOrNull() });
  return { owner: { kind: 'memory', id }, text, hash: textHashOf(text) };
};

export const embeddedTexts = async (
  sql: Sql,
  model: string,
  hashes: readonly string[],
): Promise<readonly string[]> =>
  (await sql.all(EMBEDDED, [model, JSON.stringify(hashes)])).map((row) => columnsOf(row).text());

export const vectorCounts = async (
  sql: Sql,
  model: string,
): Promise<{ readonly waiting: number; readonly vectors: number }> => {
  const present = await readMeta(sql, 'embedder');
  const count = async (statement: string, args: readonly number[] = []): Promise<number> => {
    const [row] = await sql.all(statement, args);
    return row === undefined ? 0 : columnsOf(row).integer();
  };
  return {
    waiting: (await count(COUNT_NEVER)) + (await count(COUNT_EARLIER, [firstNumber(present, model)])),
    vectors: await count(COUNT_VECTORS),
  };
};

export const useEmbedder = async (
  sql: Sql,
  meta: MetaCache,
  { model, dimensions }: EmbedderName,
): Promise<void> => {
  const present = await meta.get(sql, 'embedder');
  if (present?.model === model && present.dimensions === dimensions) return;
  const [row] = await sql.all(LAST_NUMBER);
  const last = row === undefined ? 0 : columnsOf(row).integer();
  await meta.put(sql, { embedder: { model, dimensions, from: last + 1 } });
};

export const putVectors = async (
  sql: Sql,
  meta: MetaCache,
  vectors: readonly TextVector[],
  owners: readonly { readonly owner: VectorOwner; readonly hash: string }[],
): Promise<number> => {
  const present = await meta.get(sql, 'embedder');
  if (present === null) return 0;
  const ids = owners.map(({ owner }) => owner.id);
  const now = new Map(
    (await sql.all(SOURCES, [JSON.stringify(ids)])).map(readSource).map((one) => [one.owner.id, one.hash]),
  );
  const links = owners.filter(({ owner, hash }) => now.get(owner.id) === hash);
  const hashes = new Set(links.map(({ hash }) => hash));
  await sql.run(RENUMBER, [present.model, present.from, JSON.stringify([...hashes])]);
  for (const { hash, vector } of vectors) {
    if (!hashes.has(hash) || vector.length !== present.dimensions) continue;
    await sql.run(PUT, [present.model, hash, bytesOf(bitsToBytes(signBits(vector))), floatsOf(vector)]);
  }
  const pairs = links.map(({ owner, hash }) => [owner.id, hash]);
  return sql.run(LINK, [present.model, JSON.stringify(pairs)]);
};

const bytesOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
/** As libSQL reads a vector of 32-bit floats: little endian, nothing around it. */
export const floatsOf = (vector: Float32Array): ArrayBuffer => {
  const view = new DataView(new ArrayBuffer(vector.length * 4));
  for (const [at, value] of vector.entries()) view.setFloat32(at * 4, value, true);
  return view.buffer;
};

export const evictVectors = async (
  sql: Sql,
  after: number,
  nowMs: number,
  before: number,
): Promise<number | null> => {
  const [row] = await sql.all(PAGE_END, [after]);
  const end = row === undefined ? null : columnsOf(row).integerOrNull();
  if (end === null) return null;
  await sql.run(EVICT_USED, [after, end]);
  await sql.run(EVICT_OLD, [after, end, before]);
  await sql.run(EVICT_NOTE, [after, end, nowMs]);
  return end;
};
