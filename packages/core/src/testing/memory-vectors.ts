/** The in-memory store's vectors: plain maps and exact scans. */
import type { MemoryRow } from '../ports/store.ts';
import type { TextVector, UnembeddedText, VectorOwner, VectorQuery, VectorReads } from '../ports/vectors.ts';
import { memoryText, textHashOf } from '../vectors/text.ts';
import { cosineOf } from '../vectors/unit-vector.ts';
import { matchingRows } from './memory-queries.ts';
import type { Tables } from './memory-tables.ts';
import { type HeldVector, vectorKey } from './memory-vector-tables.ts';

const sourceOf = (row: MemoryRow): UnembeddedText => {
  const text = memoryText(row);
  return { owner: { kind: 'memory', id: row.id }, text, hash: textHashOf(text) };
};

const presentOf = (tables: Tables) => tables.meta.get('values')?.embedder ?? null;

/** The vector of the present model that a memory has. */
const vectorOf = (tables: Tables, id: string): HeldVector | null => {
  const number = tables.vectorOf.get(id);
  const found = [...tables.vectors.values()].find((one) => one.number === number);
  const present = presentOf(tables);
  return found === undefined || present === null || found.number < present.from ? null : found;
};

const isAskable = (tables: Tables, { model, vector }: VectorQuery): boolean => {
  const present = presentOf(tables);
  return present?.model === model && present.dimensions === vector.length;
};

const waitingRows = (tables: Tables, model: string): readonly MemoryRow[] => {
  const all = [...tables.rows.values()].reverse();
  return presentOf(tables)?.model === model ? all.filter((row) => vectorOf(tables, row.id) === null) : all;
};

export const vectorAnswers = (
  tables: Tables,
): {
  readonly [K in keyof VectorReads]: (
    ...args: Parameters<VectorReads[K]>
  ) => Awaited<ReturnType<VectorReads[K]>>;
} => ({
  unembedded: (model, limit) => waitingRows(tables, model).slice(0, limit).map(sourceOf),
  embeddedTexts: (model, hashes) => hashes.filter((hash) => tables.vectors.has(vectorKey({ model, hash }))),
  vectorCounts: (model) => ({
    waiting: waitingRows(tables, model).length,
    vectors: tables.vectors.size,
  }),
  matchVector(query, scope, limit) {
    if (!isAskable(tables, query)) return { matches: [], isComplete: true };
    const matches = matchingRows(tables, scope).flatMap((memory) => {
      const held = vectorOf(tables, memory.id);
      return held === null ? [] : [{ memory, cosine: cosineOf(held.vector, query.vector) }];
    });
    return { matches: matches.sort((a, b) => b.cosine - a.cosine).slice(0, limit), isComplete: true };
  },
  cosinesOf: (query, ids) =>
    ids.map((id) => {
      const held = isAskable(tables, query) ? vectorOf(tables, id) : null;
      return held === null ? null : cosineOf(held.vector, query.vector);
    }),
});

export const putVectors = (
  tables: Tables,
  vectors: readonly TextVector[],
  owners: readonly { readonly owner: VectorOwner; readonly hash: string }[],
): number => {
  const present = presentOf(tables);
  if (present === null) return 0;
  const rows = new Map<string, MemoryRow>([...tables.rows.values()].map((row) => [row.id, row]));
  const links = owners.filter(({ owner, hash }) => {
    const row = rows.get(owner.id);
    return row !== undefined && sourceOf(row).hash === hash;
  });
  for (const hash of new Set(links.map((link) => link.hash))) keepVector(tables, present, hash, vectors);
  const linked = links.filter(({ hash }) => tables.vectors.has(vectorKey({ model: present.model, hash })));
  for (const { owner, hash } of linked) {
    const held = tables.vectors.get(vectorKey({ model: present.model, hash }));
    if (held !== undefined) tables.vectorOf.set(owner.id, held.number);
  }
  return linked.length;
};

const keepVector = (
  tables: Tables,
  { model, from, dimensions }: { readonly model: string; readonly from: number; readonly dimensions: number },
  hash: string,
  vectors: readonly TextVector[],
): void => {
  const key = vectorKey({ model, hash });
  const known = tables.vectors.get(key);
  if (known !== undefined && known.number >= from) return;
  const given = vectors.find((one) => one.hash === hash && one.vector.length === dimensions);
  const vector = known?.vector ?? given?.vector;
  if (vector === undefined) return;
  tables.vectors.set(key, { number: nextNumber(tables), model, hash, vector, unownedSince: null });
};

/** Numbers are used once, though the vectors of the last ones may be gone. */
const nextNumber = (tables: Tables): number => {
  const number = (tables.lastVector.get('number') ?? 0) + 1;
  tables.lastVector.set('number', number);
  return number;
};

export const useEmbedder = (
  tables: Tables,
  name: { readonly model: string; readonly dimensions: number },
): void => {
  const present = presentOf(tables);
  if (present?.model === name.model && present.dimensions === name.dimensions) return;
  const from = (tables.lastVector.get('number') ?? 0) + 1;
  tables.meta.set('values', { ...tables.meta.get('values'), embedder: { ...name, from } });
};
