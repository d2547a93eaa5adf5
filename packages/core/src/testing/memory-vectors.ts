/** Vectors of the in-memory store: plain maps and exact scans. */
import type { PassageRow } from '../ports/store.ts';
import type { TextVector, UnembeddedText, VectorOwner, VectorQuery, VectorReads } from '../ports/vectors.ts';
import { embeddableMemory, embeddablePassage } from '../vectors/embeddable.ts';
import { cosineOf } from '../vectors/unit-vector.ts';
import { foundPassage, isInPassageScope, passagesOf } from './memory-passages.ts';
import { matchingRows } from './memory-queries.ts';
import type { Tables } from './memory-tables.ts';
import { type HeldVector, placeOf, vectorKey } from './memory-vector-tables.ts';

const passageSource = (tables: Tables, row: PassageRow): UnembeddedText => {
  const all = passagesOf(tables, row.source);
  const at = all.findIndex((one) => placeOf(one) === placeOf(row));
  const { kind, author, body } = row;
  const [previous, next] = [all[at - 1] ?? null, all[at + 1] ?? null];
  return {
    owner: { kind: 'passage', id: placeOf(row) },
    ...embeddablePassage({ kind, author, body, previous, next }),
  };
};

/** Returns memories before passages, newest first. */
const sourcesOf = (tables: Tables): readonly UnembeddedText[] => [
  ...[...tables.rows.values()]
    .reverse()
    .map((row): UnembeddedText => ({ owner: { kind: 'memory', id: row.id }, ...embeddableMemory(row) })),
  ...[...tables.passages.values()].reverse().map((row) => passageSource(tables, row)),
];

const presentOf = (tables: Tables) => tables.meta.get('values')?.embedder ?? null;

/** Returns the memory's vector of the present model. */
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

const waitingOwners = (tables: Tables, model: string): readonly UnembeddedText[] => {
  const all = sourcesOf(tables);
  return presentOf(tables)?.model === model
    ? all.filter(({ owner }) => vectorOf(tables, owner.id) === null)
    : all;
};

const cosinesTo = (tables: Tables, query: VectorQuery, ids: readonly string[]): readonly (number | null)[] =>
  ids.map((id) => {
    const held = isAskable(tables, query) ? vectorOf(tables, id) : null;
    return held === null ? null : cosineOf(held.vector, query.vector);
  });

/** Returns the nearest rows. */
const nearest = <Row>(
  tables: Tables,
  query: VectorQuery,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): readonly { readonly row: Row; readonly cosine: number }[] => {
  const cosines = cosinesTo(tables, query, rows.map(idOf));
  return rows
    .flatMap((row, at) => {
      const cosine = cosines[at] ?? null;
      return cosine === null ? [] : [{ row, cosine }];
    })
    .sort((a, b) => b.cosine - a.cosine);
};

export const vectorReadsOf = (tables: Tables): VectorReads => ({
  unembedded: async (model, limit) => waitingOwners(tables, model).slice(0, limit),
  embeddedTexts: async (model, hashes) =>
    hashes.filter((hash) => tables.vectors.has(vectorKey({ model, hash }))),
  vectorCounts: async (model) => ({
    waiting: waitingOwners(tables, model).length,
    vectors: [...tables.vectors.values()].filter((one) => one.model === model).length,
  }),
  matchVector: async (query, scope, limit) => ({
    matches: nearest(tables, query, matchingRows(tables, scope), ({ id }) => id)
      .slice(0, limit)
      .map(({ row, cosine }) => ({ memory: row, cosine })),
    isComplete: true,
  }),
  cosinesOf: async (query, ids) => cosinesTo(tables, query, ids),
  matchPassageVectors: async (query, scope, limit) => {
    const rows = [...tables.passages.values()].filter((row) => isInPassageScope(row, scope));
    const found = nearest(tables, query, rows, placeOf).flatMap(({ row, cosine }) => {
      return foundPassage(tables, row).map((passage) => ({ ...passage, cosine }));
    });
    return { matches: found.slice(0, limit), isComplete: true };
  },
  passageCosines: async (query, places) => cosinesTo(tables, query, places.map(placeOf)),
});

export const putVectors = (
  tables: Tables,
  vectors: readonly TextVector[],
  owners: readonly { readonly owner: VectorOwner; readonly hash: string }[],
): number => {
  const present = presentOf(tables);
  if (present === null) return 0;
  const now = new Map(sourcesOf(tables).map(({ owner, hash }) => [owner.id, hash]));
  const links = owners.filter(({ owner, hash }) => now.get(owner.id) === hash);
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

/** Returns a number that was never used, even when the vectors of the last numbers are deleted. */
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
