/** Context queries of the in-memory store. */
import type { EntityId } from '@cairn/schema';
import { candidateOf } from '../context/rank.ts';
import type { ContextQueries } from '../ports/context-store.ts';
import type { ContextQuery, ContextRow, MemoryRow, TextBeginning } from '../ports/store.ts';
import { isBelow, isLiving, newestFirst } from './memory-queries.ts';
import { dueIn } from './memory-review.ts';
import type { Tables } from './memory-tables.ts';

export const contextQueriesOf = (tables: Tables): ContextQueries => ({
  listForContext: async (query) => contextRows(tables, query),
  contextCandidates: async (query) => contextRows(tables, query).map(candidateOf),
  beginningsOf: async (ids, chars) => beginningsIn(tables, ids, chars),
  currentCount: async (projects, atMost) => Math.min(atMost, currentCountIn(tables, projects)),
  injectedIn: async (session) => tables.injected.get(session) ?? new Set(),
});

const contextRows = (tables: Tables, query: ContextQuery): readonly ContextRow[] => {
  const { kind, project, livingAt, newest, mostAccessed } = query;
  const due = dueIn(tables, livingAt);
  const stale = new Set(due.map(({ memory }) => memory.id));
  const wanted = (row: MemoryRow): boolean => {
    if (row.state !== 0 || (row.trust !== 'high' && row.trust !== 'normal')) return false;
    if (!isLiving(row, livingAt) || stale.has(row.id)) return false;
    if (kind === 'pinned') return row.pinned && (row.project === null || row.project === project);
    const isPersonality = isBelow(row.namespace, 'tacit/personality');
    if (kind === 'personality') return row.project === project && isPersonality;
    if (kind === 'tacit') return row.project === project && isBelow(row.namespace, 'tacit') && !isPersonality;
    if (row.pinned) return false;
    return kind === 'recent' ? row.project === null : project !== null && row.project === project;
  };
  const accessesOf = (row: MemoryRow): number => tables.access.get(row.id)?.n ?? 0;
  const rows = [...tables.rows.values()].filter(wanted).sort(newestFirst);
  const accessed = rows.filter((row) => accessesOf(row) > 0).sort((a, b) => accessesOf(b) - accessesOf(a));
  const chosen = new Set([...rows.slice(0, newest), ...accessed.slice(0, mostAccessed)]);
  return [...chosen].map((memory) => ({ memory, accesses: accessesOf(memory) }));
};

const beginningsIn = (tables: Tables, ids: readonly EntityId[], chars: number): readonly TextBeginning[] =>
  ids.flatMap((id) => {
    const row = tables.rows.get(id);
    return row === undefined
      ? []
      : [{ contentHash: row.contentHash, text: [...row.content].slice(0, chars).join('') }];
  });

const currentCountIn = (tables: Tables, projects: readonly (string | null)[]): number =>
  [...tables.rows.values()].filter((row) => row.state === 0 && projects.includes(row.project)).length;
