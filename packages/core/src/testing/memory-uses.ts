/** Uses of memories in the in-memory store. [M-14] */
import { type EntityId, isEntityId } from '@cairn/schema';
import type { BranchQueries, BranchTransaction, MemoryRow } from '../ports/store.ts';
import type { UseQueries, UseRow, UseTransaction } from '../ports/use-store.ts';
import { branchQueriesOf, branchWritesOf, renameBranches } from './memory-branches.ts';
import { isKept } from './memory-review.ts';
import type { Tables } from './memory-tables.ts';

const useKey = (entity: string, agent: string): string => `${entity} ${agent}`;
const givenKey = (session: string, id: string): string => JSON.stringify([session, id]);

const usesOf = (tables: Tables, id: string): readonly UseRow[] =>
  [...tables.uses.values()].filter(({ entity }) => entity === id);

export const useWritesOf = (tables: Tables): UseTransaction & BranchTransaction => ({
  ...branchWritesOf(tables),
  async countGiven(agent, ids, nowMs) {
    for (const id of new Set(ids)) {
      if (!isEntityId(id) || !tables.rows.has(id)) continue;
      const known = tables.uses.get(useKey(id, agent));
      const use = known ?? { ...NO_USE, entity: id, agent, firstAt: nowMs };
      tables.uses.set(useKey(id, agent), { ...use, given: use.given + 1, lastAt: nowMs });
    }
  },
  async countUsed(session, agent, ids, nowMs) {
    for (const id of ids) {
      if (tables.injected.get(session)?.has(id) !== true || tables.usedIn.has(givenKey(session, id)))
        continue;
      tables.usedIn.set(givenKey(session, id), true);
      const use = tables.uses.get(useKey(id, agent));
      if (use !== undefined)
        tables.uses.set(useKey(id, agent), { ...use, used: use.used + 1, usedAt: nowMs });
    }
  },
});

const NO_USE = { given: 0, lastAt: 0, used: 0, usedAt: null };

export const useQueriesOf = (tables: Tables): UseQueries & BranchQueries => ({
  ...branchQueriesOf(tables),
  usesOf: async (ids) =>
    ids.flatMap((id) => usesOf(tables, id)).sort((a, b) => b.given - a.given || (a.agent < b.agent ? -1 : 1)),
  unusedIn: async (session) =>
    [...(tables.injected.get(session) ?? [])].flatMap((id) =>
      isEntityId(id) && tables.rows.has(id) && !tables.usedIn.has(givenKey(session, id))
        ? [{ id, at: tables.injectedAt.get(givenKey(session, id)) ?? 0 }]
        : [],
    ),
  givenUnused: async ({ times, sinceMs }, limit) =>
    proposed(tables)
      .map((memory) => ({ memory, ...sumOf(usesOf(tables, memory.id)) }))
      .filter(
        ({ given, used, firstAt, memory }) =>
          given >= times && used === 0 && firstAt <= sinceMs && lookedAt(tables, memory) < firstAt,
      )
      .filter(({ memory }) => memory.namespace?.startsWith('tacit/personality') !== true)
      .sort((a, b) => b.given - a.given || (a.memory.id < b.memory.id ? -1 : 1))
      .slice(0, limit)
      .map(({ memory, firstAt }) => ({ memory, firstAt })),
  neverGiven: async (beforeMs, limit) => {
    const before = [...tables.uses.values()].filter(({ firstAt }) => firstAt <= beforeMs);
    const projects = new Set(before.map(({ entity }) => tables.rows.get(entity)?.project ?? null));
    return proposed(tables)
      .filter(({ createdAt, updatedAt }) => Math.max(createdAt, updatedAt) <= beforeMs)
      .filter(({ trust }) => trust === 'high' || trust === 'normal')
      .filter((row) => lookedAt(tables, row) <= beforeMs && usesOf(tables, row.id).length === 0)
      .filter(({ project }) => before.length > 0 && projects.has(project))
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  },
});

const proposed = (tables: Tables): readonly MemoryRow[] =>
  [...tables.rows.values()].filter(
    (row) => row.state === 0 && !row.pinned && row.source !== 'import' && !isKept(tables, row),
  );

const lookedAt = (tables: Tables, { id }: MemoryRow): number => tables.access.get(id)?.lastAt ?? 0;

const sumOf = (rows: readonly UseRow[]) => ({
  given: rows.reduce((sum, { given }) => sum + given, 0),
  used: rows.reduce((sum, { used }) => sum + used, 0),
  firstAt: Math.min(...rows.map(({ firstAt }) => firstAt)),
});

export const noteInjectedAt = (
  tables: Tables,
  session: string,
  ids: readonly string[],
  nowMs: number,
): void => {
  tables.injected.set(session, new Set([...(tables.injected.get(session) ?? []), ...ids]));
  for (const id of ids) tables.injectedAt.set(givenKey(session, id), nowMs);
};

export const clearInjectedIn = (tables: Tables, session: string): void => {
  for (const id of tables.injected.get(session) ?? []) {
    tables.injectedAt.delete(givenKey(session, id));
    tables.usedIn.delete(givenKey(session, id));
  }
  tables.injected.delete(session);
};

export const renameUses = (tables: Tables, names: ReadonlyMap<EntityId, EntityId>): void => {
  renameBranches(tables, names);
  for (const use of [...tables.uses.values()]) {
    const entity = names.get(use.entity);
    if (entity === undefined) continue;
    tables.uses.delete(useKey(use.entity, use.agent));
    tables.uses.set(useKey(entity, use.agent), { ...use, entity });
  }
};
