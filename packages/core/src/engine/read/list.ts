/** Reads without a question: get, list, export, statistics. [M-3, M-10] */
import {
  type Checked,
  defined,
  type GetResult,
  isEntityId,
  LIMITS,
  type ListInput,
  type ListOrder,
  type ListResult,
  type Memory,
  ok,
  type StatsResult,
  type TimesResult,
  writtenId,
} from '@cairn/schema';
import { parseKey } from '../../memory/draft.ts';
import { invalid } from '../../memory/invalid-input.ts';
import { STATE } from '../../memory/memory-state.ts';
import { parseTime, rowToMemory } from '../../memory/to-memory.ts';
import type { CategoryPlace, ListPlace, ListQuery, MemoryRow, ReadStore } from '../../ports/store.ts';
import { usesOf } from '../../uses/uses.engine.ts';
import type { Answer, ReadDeps, StoreDeps } from '../deps.ts';
import { findHead } from './history.ts';
import { keyedRows } from './keyed.ts';
import { parseScope } from './read-scope.ts';

export const get = async ({ store }: StoreDeps, id: string): Answer<GetResult> => {
  const found = await findHead(store, id);
  return found.ok ? gotten(store, found.value) : found;
};

const gotten = async (store: ReadStore, row: MemoryRow): Answer<GetResult> =>
  ok({ memory: rowToMemory(row), uses: await usesOf({ store }, row.id) });

/** Returns the newest current memory with the key, else the newest of any state. Without a namespace or project, searches all. */
export const getByKey = async (
  { store }: StoreDeps,
  key: string,
  namespace: string | null,
  project?: string | null,
): Answer<GetResult> => {
  const rows = await keyedRows(store, { key, namespace, project });
  if (!rows.ok) return rows;
  return gotten(
    store,
    rows.value.reduce((best, row) => (isBefore(row, best) ? row : best)),
  );
};

/** Current memories come first, then the last changed. */
const isBefore = (a: MemoryRow, b: MemoryRow): boolean =>
  (a.state === STATE.current) === (b.state === STATE.current)
    ? a.updatedAt > b.updatedAt
    : a.state === STATE.current;

export const list = async (deps: ReadDeps, input: ListInput): Answer<ListResult> => {
  const query = parseList(deps, input);
  if (!query.ok) return query;
  const { limit, byCategory, order = 'newest' } = query.value;
  const { rows, total } = await deps.store.list(query.value);
  const last = rows.at(-1);
  const placeOf = byCategory === undefined ? datePlaceOf : categoryPlaceOf;
  const isLast = last === undefined || rows.length < limit;
  const next = order === 'newest' ? placeOf : behind(order, startOf(input).before);
  return ok({ memories: rows.map(rowToMemory), total, next: isLast ? null : next(last) });
};

const QUARTER_MS = 900_000;

/** Counts the memories of the whole list by the quarter of an hour of their creation. [F-11] */
export const memoryTimes = async (deps: ReadDeps, input: ListInput): Answer<TimesResult> => {
  const query = parseList(deps, input);
  if (!query.ok) return query;
  const counted = await deps.store.memoryTimes(query.value);
  return ok({ quarters: counted.map(([quarter, count]) => [quarter * QUARTER_MS, count]) });
};

/** The place behind a row of a list in another order. It keeps the time before which the whole list is. */
const behind =
  (order: ListOrder, before = '') =>
  ({ createdAt, updatedAt, id }: MemoryRow): string =>
    `behind:${order === 'oldest' ? createdAt : updatedAt}:${id}:${before}`;

const startOf = ({
  before,
  offset,
  order = 'newest',
}: ListInput): Pick<ListInput, 'before'> & Pick<ListQuery, 'behind' | 'offset'> => {
  const [, at, id, rest] = /^behind:(\d{1,16}):([a-z0-9_]{1,64}):(.*)$/su.exec(before ?? '') ?? [];
  if (id === undefined || order === 'newest') return defined({ before, offset });
  return { behind: { at: Number(at), id }, ...(rest ? { before: rest } : {}) };
};

const parseList = ({ clock }: ReadDeps, input: ListInput): Checked<ListQuery> => {
  const scope = parseScope(input, clock.nowMs());
  if (!scope.ok) return scope;
  const key = parseKey(input.key ?? null);
  if (!key.ok) return key;
  const isByCategory = input.by === 'category';
  if (isByCategory && input.ids !== undefined)
    return invalid('A list of ids has no categories: leave `by` out.');
  const { before, ...start } = startOf(input);
  const after = isByCategory ? ok(null) : parsePlace(before);
  if (!after.ok) return after;
  if (input.part !== undefined && input.ids !== undefined)
    return invalid('Give either ids or a part of an id.');
  if (isByCategory && input.order !== undefined)
    return invalid('A list by category has a fixed order: leave `order` out.');
  const category = isByCategory ? parseCategoryPlace(input.before) : ok(null);
  if (!category.ok) return category;
  const { livingAt, ...where } = scope.value;
  const { session, ids, part, order, all } = input;
  return ok({
    ...where,
    ...defined({
      session,
      ids: ids?.map(writtenId),
      part,
      order,
      all,
      ...start,
      key: key.value ?? undefined,
    }),
    ...defined({ livingAt: all === true ? undefined : livingAt, after: after.value ?? undefined }),
    ...(isByCategory ? { byCategory: { after: category.value } } : {}),
    limit: input.limit ?? LIMITS.listLimitDefault,
  });
};

const datePlaceOf = ({ createdAt, id }: MemoryRow): string => `${createdAt}:${id}`;
const categoryPlaceOf = ({ updatedAt, id, namespace }: MemoryRow): string =>
  `${updatedAt}:${id}:${namespace ?? ''}`;

/** Parses `next` of the previous page of a list by category. */
const parseCategoryPlace = (before: string | undefined): Checked<CategoryPlace | null> => {
  if (before === undefined) return ok(null);
  const [, updatedAt, id, namespace] = /^(\d{1,16}):([a-z0-9_]{1,64}):(.{1,300})$/su.exec(before) ?? [];
  if (updatedAt !== undefined && id !== undefined && namespace !== undefined)
    return ok({ updatedAt: Number(updatedAt), id, namespace });
  return invalid('`before` is not a place in a list by category. Give `next` of the previous page.');
};

/** Parses `next` of the previous page, or a time. */
const parsePlace = (before: string | undefined): Checked<ListPlace | null> => {
  if (before === undefined) return ok(null);
  const [, createdAt, id = ''] = /^(\d{1,16}):([a-z0-9_]{1,64})$/.exec(before) ?? [];
  if (createdAt !== undefined) return ok({ createdAt: Number(createdAt), id });
  const at = parseTime(before);
  if (at !== null) return ok({ createdAt: at, id: '' });
  return invalid(
    '`before` is not a place in a list. Give `next` of the previous page, or a time like 2026-01-15.',
  );
};

export const exportPage = async (
  { store }: StoreDeps,
  after: string | null,
  limit: number,
): Answer<{ readonly memories: readonly Memory[]; readonly next: string | null }> => {
  if (after !== null && !isEntityId(after))
    return invalid('The place to continue from is not an id. Start again without it.');
  const rows = await store.rowsAfter(after, limit);
  const last = rows.at(-1);
  return ok({ memories: rows.map(rowToMemory), next: rows.length < limit ? null : (last?.id ?? null) });
};

export const stats = async ({ store }: StoreDeps): Promise<Omit<StatsResult, 'store'>> => {
  const { total, current, superseded, pinned, keyed, held, forgotten, ...lists } = await store.statistics();
  const { summaries } = await store.counts();
  return {
    memories: { total, current, superseded, pinned, keyed, held, forgotten },
    summaries,
    oldest: lists.days[0]?.day ?? null,
    newest: lists.days.at(-1)?.day ?? null,
    ...lists,
  };
};
