/** The queries of the in-memory store. Plain scans: correct and slow. */
import type { EntityId, ListOrder } from '@cairn/schema';
import { isCountExpired } from '../memory/count.ts';
import type { SearchQueries } from '../ports/search-store.ts';
import type {
  CategoryPlace,
  ListPlace,
  ListQuery,
  MemoryRow,
  Neighbour,
  Scope,
  StoreCounts,
  StoreStatistics,
  TextMatch,
  TextQuery,
} from '../ports/store.ts';
import { NOTHING } from './listed-memories.ts';
import { waitingRows } from './memory-summaries.ts';
import type { Tables } from './memory-tables.ts';
import { countHolding, fits, holds, wordsIn } from './memory-words.ts';

export const newestFirst = (a: MemoryRow, b: MemoryRow): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);

const isVisible = (row: MemoryRow, asOf: number | undefined): boolean => {
  if (asOf === undefined) return row.state === 0;
  if (row.createdAt > asOf) return false;
  return row.state === 0 || (row.state === 1 && row.supersededAt !== null && row.supersededAt > asOf);
};

export const isBelow = (namespace: string | null, prefix: string): boolean =>
  namespace !== null && (namespace === prefix || namespace.startsWith(`${prefix}/`));

export const isLiving = ({ seen }: MemoryRow, atMs: number | undefined): boolean =>
  seen === null || atMs === undefined || !isCountExpired(seen, atMs);

const isInScopeBut = (row: MemoryRow, scope: Scope): boolean =>
  isLiving(row, scope.livingAt) &&
  (scope.namespacePrefix == null || isBelow(row.namespace, scope.namespacePrefix)) &&
  (scope.tags === undefined || scope.tags.some((tag) => row.tags.includes(tag))) &&
  (['pinned', 'source', 'deviceId', 'agent'] as const).every(
    (name) => scope[name] === undefined || scope[name] === row[name],
  ) &&
  row.createdAt >= (scope.since ?? 0) &&
  row.createdAt < (scope.until ?? Number.POSITIVE_INFINITY);

const isInProjects = (row: MemoryRow, scope: Scope): boolean =>
  scope.projects === undefined || scope.projects.includes(row.project);

export const matchingRows = (tables: Tables, scope: Scope): readonly MemoryRow[] =>
  [...tables.rows.values()].filter(
    (row) => isVisible(row, scope.asOf) && isInScopeBut(row, scope) && isInProjects(row, scope),
  );

const wordsOf = (row: MemoryRow): string => wordsIn(`${row.content} ${row.aside} ${row.grams}`);

const frequenciesOf = (tables: Tables, tokens: readonly string[], atMost: number) =>
  countHolding([...tables.rows.values()].map(wordsOf), tokens, atMost);

/** A row's number is its place in the order of insertion. */
export const searchQueriesOf = (tables: Tables): SearchQueries => ({
  documentFrequencies: async (tokens, atMost) => frequenciesOf(tables, tokens, atMost),
  async rarestPostings(words, atMost) {
    const texts = [...tables.rows.values()].map(wordsOf);
    return words
      .map((word) => texts.flatMap((text, at) => (holds(text, word) ? [at] : [])).reverse())
      .filter(({ length }) => length > 0 && length <= atMost.rows)
      .sort((a, b) => a.length - b.length)
      .slice(0, atMost.words);
  },
  async rowsByNumbers(numbers, project, limit) {
    const rows = [...tables.rows.values()];
    return numbers
      .map((number) => rows[number])
      .filter((row) => row?.state === 0 && row.project === project)
      .filter((row) => row !== undefined)
      .slice(0, limit);
  },
  size: async () => tables.rows.size,
  matchText: async (query, scope, limit) => textMatches(tables, query, scope).slice(0, limit),
  matchLike: async (tokens, scope, limit) =>
    matchingRows(tables, scope)
      .filter((row) => tokens.every((token) => row.content.toLowerCase().includes(token.toLowerCase())))
      .sort(newestFirst)
      .slice(0, limit),
  unindexed: async () => 0,
  async countElsewhere(query, scope) {
    const { projects, ...everywhere } = scope;
    if (projects === undefined) return [];
    const outside = textMatches(tables, query, everywhere).filter(
      ({ memory }) => !isInProjects(memory, scope),
    );
    return countBy(outside, ({ memory }) => memory.project)
      .slice(0, 20)
      .map(({ value, count }) => ({ project: value, count }));
  },
});

type ScoredRow = TextMatch & { readonly memory: MemoryRow; readonly bm25: number };

const textMatches = (tables: Tables, query: TextQuery, scope: Scope): readonly ScoredRow[] => {
  const total = tables.rows.size;
  const frequencies = frequenciesOf(tables, query.terms, total);
  const weighted = query.terms.map((term, at) => ({
    term,
    weight: Math.log(1 + total / ((frequencies[at] ?? 0) + 0.5)),
  }));
  // A plan for common words requires all of them; every other plan requires any.
  const leastHeld = query.rankedRowsMax === null ? 1 : query.terms.length;
  const scored: ScoredRow[] = [];
  for (const memory of matchingRows(tables, scope)) {
    const words = wordsOf(memory);
    const held = weighted.filter(({ term }) =>
      query.isOfBeginnings === true ? words.includes(` ${term}`) : holds(words, term),
    );
    const isFound = query.expression === undefined ? held.length >= leastHeld : fits(words, query.expression);
    if (!isFound) continue;
    scored.push({ memory, bm25: held.reduce((sum, { weight }) => sum + weight, 0) });
  }
  return scored.sort((a, b) => b.bm25 - a.bm25 || newestFirst(a.memory, b.memory));
};

export const listRows = (
  tables: Tables,
  query: ListQuery,
): { readonly rows: readonly MemoryRow[]; readonly total: number } => {
  const candidates =
    query.all === true
      ? [...tables.rows.values()].filter((row) => isInScopeBut(row, query) && isInProjects(row, query))
      : matchingRows(tables, query);
  const rows = filtered(candidates, query).sort(
    query.byCategory === undefined ? ORDERS[query.order ?? 'newest'] : byCategory,
  );
  const place = query.byCategory?.after ?? null;
  if (query.byCategory !== undefined) {
    const left = place === null ? rows : rows.filter((row) => byCategory(row, place) > 0);
    return { rows: left.slice(0, query.limit), total: rows.length };
  }
  const { after } = query;
  const rest = after === undefined ? rows : rows.filter((row) => isAfter(row, after));
  const { offset = 0 } = query;
  return { rows: rest.slice(offset, offset + query.limit), total: rows.length };
};

const filtered = (rows: readonly MemoryRow[], query: ListQuery): MemoryRow[] =>
  rows
    .filter((row) => query.key === undefined || row.key === query.key)
    .filter((row) => query.session === undefined || row.session === query.session)
    .filter((row) => query.part === undefined || hasPart(row.id, query.part))
    .filter((row) => query.ids === undefined || query.ids.includes(row.id))
    .filter((row) => query.byCategory === undefined || row.key !== null);

const QUARTER_MS = 900_000;

export const timesOf = (tables: Tables, query: ListQuery) => {
  const { rows } = listRows(tables, { ...query, limit: Number.POSITIVE_INFINITY, offset: 0 });
  const quarters = Map.groupBy(rows, ({ createdAt }) => Math.floor(createdAt / QUARTER_MS));
  return [...quarters].map(([quarter, of]) => [quarter, of.length] as const).sort(([x], [y]) => y - x);
};

const hasPart = (id: string, part: string): boolean =>
  id.startsWith(part) || id.startsWith(part, 2) || id.endsWith(part);

const ORDERS: Readonly<Record<ListOrder, (a: MemoryRow, b: MemoryRow) => number>> = {
  newest: newestFirst,
  oldest: (a, b) => newestFirst(b, a),
  changed: (a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1),
};

const byCategory = (
  row: Pick<MemoryRow, keyof CategoryPlace>,
  other: Pick<MemoryRow, keyof CategoryPlace> | CategoryPlace,
): number => {
  const [mine, theirs] = [row.namespace ?? '', other.namespace ?? ''];
  if (mine !== theirs) return mine < theirs ? -1 : 1;
  return other.updatedAt - row.updatedAt || (row.id < other.id ? 1 : row.id > other.id ? -1 : 0);
};

const isAfter = (row: MemoryRow, { createdAt, id }: ListPlace): boolean =>
  row.createdAt < createdAt || (row.createdAt === createdAt && row.id < id);

export const neighboursIn = (tables: Tables, ids: readonly EntityId[]): readonly Neighbour[] => {
  const linkedFrom = new Map<EntityId, EntityId[]>();
  const twins = new Map<string, EntityId[]>();
  const push = <K>(map: Map<K, EntityId[]>, key: K, id: EntityId): void => {
    map.set(key, [...(map.get(key) ?? []), id]);
  };
  for (const row of tables.rows.values()) {
    if (row.supersededBy !== null) push(linkedFrom, row.supersededBy, row.id);
    push(twins, row.contentHash, row.id);
  }
  for (const id of tables.edges.keys())
    for (const { original } of tables.edges.get(id) ?? []) push(linkedFrom, original, id);
  const seen = new Set<EntityId>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...(linkedFrom.get(id) ?? []));
    waiting.push(...(tables.edges.get(id) ?? []).map(({ original }) => original));
    const row = tables.rows.get(id);
    if (row === undefined) continue;
    if (row.supersededBy !== null) waiting.push(row.supersededBy);
    waiting.push(...(twins.get(row.contentHash) ?? []));
  }
  return [...seen].sort().flatMap((id) => neighbourOf(tables, id));
};

export const missingSuccessorsIn = (tables: Tables): readonly EntityId[] => {
  const targets = new Set([...tables.rows.values()].flatMap((row) => row.supersededBy ?? []));
  const isHere = (id: EntityId): boolean =>
    tables.rows.has(id) || (tables.registers.get(id) ?? []).some(({ facet }) => facet === 'gone');
  return [...targets].filter((id) => !isHere(id));
};

export const lostEdgesIn = (
  tables: Tables,
  limit: number,
): readonly { readonly original: EntityId; readonly successor: EntityId }[] =>
  [...tables.rows.values()]
    .filter((row) => row.supersededBy !== null)
    .flatMap(({ id: original }) =>
      (tables.revisions.get(original) ?? []).flatMap(({ register }) => {
        const successor = register.facet === 'link' ? register.value.supersededBy : null;
        const said = successor === null ? [] : (tables.edges.get(successor) ?? []);
        const isLost =
          successor !== null &&
          successor !== original &&
          tables.rows.has(successor) &&
          !said.some((edge) => edge.original === original);
        return isLost ? [{ original, successor }] : [];
      }),
    )
    .slice(0, limit);

const neighbourOf = (tables: Tables, id: EntityId): readonly Neighbour[] => {
  const registers = tables.registers.get(id) ?? [];
  const row = tables.rows.get(id);
  if (row === undefined) return registers.some(({ facet }) => facet === 'gone') ? [{ ...NOTHING, id }] : [];
  const { supersededBy, contentHash, project, namespace, trust, state } = row;
  const linkHlc = registers.find(({ facet }) => facet === 'link')?.hlc ?? null;
  const replaces = tables.edges.get(id) ?? [];
  return [
    { id, gone: false, supersededBy, linkHlc, contentHash, project, namespace, trust, state, replaces },
  ];
};

export const countsOf = (tables: Tables): StoreCounts => ({
  memories: [...tables.rows.values()].filter((row) => row.state === 0).length,
  summaries: tables.summaries.size,
  unsummarised: waitingRows(tables).length,
  outbox: tables.outbox.size,
  inflight: tables.inflight.get('batch')?.items.length ?? 0,
  dead: tables.dead.size,
  quarantined: tables.quarantine.size,
});

export const statisticsOf = (tables: Tables): StoreStatistics => {
  const rows = [...tables.rows.values()];
  const current = rows.filter((row) => row.state === 0);
  const devices = new Map(current.map((row) => [row.deviceId, row.deviceName]));
  return {
    total: rows.length,
    current: current.length,
    superseded: rows.filter((row) => row.state === 1).length,
    pinned: current.filter((row) => row.pinned).length,
    keyed: current.filter((row) => row.key !== null).length,
    held: rows.filter((row) => row.state === 3).length,
    forgotten: tables.forgotten.size,
    projects: countBy(current, (row) => row.project).map(({ value, count }) => ({ project: value, count })),
    sources: countBy(current, (row) => row.source).map(({ value, count }) => ({ source: value, count })),
    tags: countBy(
      current.flatMap((row) => row.tags),
      (tag) => tag,
    ).map(({ value, count }) => ({ tag: value, count })),
    devices: countBy(current, (row) => row.deviceId).map(({ value, count }) => ({
      id: value,
      name: devices.get(value) ?? '',
      count,
    })),
    agents: countBy(
      current.flatMap(({ agent }) => (agent === null ? [] : [agent])),
      (agent) => agent,
    ).map(({ value, count }) => ({ agent: value, count })),
    days: countBy(current, ({ createdAt }) => new Date(createdAt).toISOString().slice(0, 10))
      .map(({ value, count }) => ({ day: value, count }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
  };
};

/** Counts values, sorted by falling count, then by name; null first. */
const countBy = <T, V extends string | null>(
  items: readonly T[],
  nameOf: (item: T) => V,
): readonly { readonly value: V; readonly count: number }[] => {
  const counts = new Map<V, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || ((a.value ?? '') < (b.value ?? '') ? -1 : 1));
};
