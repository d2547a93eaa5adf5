/** Review queries of the in-memory store. */
import type { Compared, Finding, ReviewReads } from '../ports/review-store.ts';
import type { MemoryRow } from '../ports/store.ts';
import type { Tables } from './memory-tables.ts';

export type StoredFinding = Finding & { readonly kept: boolean };

const findingKey = ({ entity, other }: Pick<Finding, 'entity' | 'other'>): string =>
  `${entity.id} ${other?.id ?? ''}`;

const current = (tables: Tables): readonly MemoryRow[] =>
  [...tables.rows.values()].filter((row) => row.state === 0);

export const rowsByKey = ({ rows }: Tables, key: string, namespace: string | null): readonly MemoryRow[] =>
  [...rows.values()].filter((row) => row.key === key && (namespace === null || row.namespace === namespace));

export const namesakesIn = (
  tables: Tables,
  key: string,
  project: string | null,
  limit: number,
): readonly MemoryRow[] =>
  rowsByKey(tables, key, null)
    .filter((row) => row.project === project && row.state === 0)
    .toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
    .slice(0, limit);

const holds = (tables: Tables, { entity, other }: Finding): boolean =>
  [entity, other].every((one) => {
    const row = one === null ? undefined : tables.rows.get(one.id);
    return one === null || (row?.state === 0 && row.contentHash === one.contentHash);
  });

/** Returns the findings that still hold and were not decided to stay. */
const open = (tables: Tables): readonly StoredFinding[] =>
  [...tables.findings.values()].filter((finding) => !finding.kept && holds(tables, finding));

export const isKept = (tables: Tables, row: MemoryRow): boolean => {
  const known = tables.findings.get(findingKey({ entity: row, other: null }));
  return known?.kept === true && known.entity.contentHash === row.contentHash;
};

const uncomparedIn = (tables: Tables): readonly MemoryRow[] =>
  current(tables).filter((row) => tables.compared.get(row.id) !== row.contentHash);

const isForeign = ({ source, pinned, key }: MemoryRow): boolean =>
  source !== 'user' && source !== 'agent' && !pinned && key === null;

const oldestFirst = (a: MemoryRow, b: MemoryRow): number =>
  a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

export const dueIn = (
  tables: Tables,
  nowMs: number,
): readonly { readonly memory: MemoryRow; readonly dueAt: number }[] =>
  open(tables)
    .filter(({ other, dueAt }) => other === null && dueAt <= nowMs)
    .sort((a, b) => a.dueAt - b.dueAt || (a.entity.id < b.entity.id ? -1 : 1))
    .flatMap(({ entity, dueAt }) => {
      const memory = tables.rows.get(entity.id);
      return memory === undefined ? [] : [{ memory, dueAt }];
    });

export const reviewQueries = (tables: Tables): ReviewReads => ({
  uncompared: async (limit) => [...uncomparedIn(tables)].reverse().slice(0, limit),
  uncomparedCount: async () => uncomparedIn(tables).length,
  heldRows: async (limit) =>
    [...tables.rows.values()]
      .filter((row) => row.state === 3)
      .sort((a, b) => oldestFirst(b, a))
      .slice(0, limit),
  besideRows: async (limit) =>
    [...tables.rows.values()]
      .filter((row) => row.state === 1 && row.supersededBy === null)
      .sort((a, b) => oldestFirst(b, a))
      .slice(0, limit),
  contradictions: async (limit) =>
    open(tables)
      .flatMap(({ entity, other }) => (other === null ? [] : [[entity.id, other.id] as const]))
      .reverse()
      .slice(0, limit),
  dueBy: async (nowMs, limit) => dueIn(tables, nowMs).slice(0, limit),
  unused: async (beforeMs, limit) =>
    current(tables)
      .filter(
        (row) => Math.max(row.createdAt, row.updatedAt) <= beforeMs && isForeign(row) && !isKept(tables, row),
      )
      .filter((row) => (tables.access.get(row.id)?.lastAt ?? 0) <= beforeMs)
      .sort(oldestFirst)
      .slice(0, limit),
});

export const noteComparedIn = (
  tables: Tables,
  compared: readonly Compared[],
  findings: readonly Finding[],
): void => {
  for (const { id, contentHash } of compared) {
    if (tables.rows.get(id)?.contentHash === contentHash) tables.compared.set(id, contentHash);
  }
  for (const finding of findings) {
    const known = tables.findings.get(findingKey(finding));
    const isSame =
      known?.entity.contentHash === finding.entity.contentHash &&
      known.other?.contentHash === finding.other?.contentHash;
    if (!isSame) tables.findings.set(findingKey(finding), { ...finding, kept: false });
  }
};

export const keepFindingIn = (tables: Tables, entity: Compared, other: Compared | null): void => {
  tables.findings.set(findingKey({ entity, other }), { entity, other, dueAt: 0, kept: true });
};
