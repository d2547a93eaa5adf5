/** Get, list, export, statistics: reading without a question. [M-3, M-10] */
import {
  type CairnError,
  cairnError,
  err,
  isEntityId,
  LIMITS,
  type ListInput,
  type ListResult,
  type Memory,
  type MemoryResult,
  ok,
  type Result,
  type StatsResult,
} from '@cairn/schema';
import { parseKey, parseNamespace } from '../../memory/draft.ts';
import { rowToMemory } from '../../memory/to-memory.ts';
import type { ReadStore } from '../../ports/store.ts';
import { findHead } from './find-head.ts';
import { parseScope } from './read-scope.ts';

export const get = async (store: ReadStore, id: string): Promise<Result<MemoryResult, CairnError>> => {
  const found = await findHead(store, id);
  return found.ok ? ok({ memory: rowToMemory(found.value) }) : found;
};

/** Without a namespace all of them; the newest of several. */
export const getByKey = async (
  store: ReadStore,
  rawKey: string,
  rawNamespace: string | null,
): Promise<Result<MemoryResult, CairnError>> => {
  const key = parseKey(rawKey);
  if (!key.ok) return key;
  const namespace = parseNamespace(rawNamespace);
  if (!namespace.ok) return namespace;
  const rows = await store.memoriesByKey(key.value ?? '', namespace.value ?? null);
  const [newest] = [...rows].sort((a, b) => rank(a.state) - rank(b.state) || b.updatedAt - a.updatedAt);
  if (newest !== undefined) return ok({ memory: rowToMemory(newest) });
  const where = namespace.value == null ? 'any namespace' : `the namespace "${namespace.value}"`;
  return err(cairnError('not_found', `There is no memory with the key "${key.value}" in ${where}.`));
};

/** What is current before what is not. */
const rank = (state: number): number => (state === 0 ? 0 : 1);

export const list = async (
  store: ReadStore,
  input: ListInput,
  nowMs: number,
): Promise<Result<ListResult, CairnError>> => {
  const scope = parseScope(input, nowMs);
  if (!scope.ok) return scope;
  const key = parseKey(input.key ?? null);
  if (!key.ok) return key;
  const { livingAt, ...where } = scope.value;
  const { rows, total } = await store.list({
    ...where,
    ...(input.all === true || livingAt === undefined ? {} : { livingAt }),
    ...(key.value === null ? {} : { key: key.value }),
    ...(input.pinned === undefined ? {} : { pinned: input.pinned }),
    ...(input.all === undefined ? {} : { all: input.all }),
    limit: input.limit ?? LIMITS.listLimitDefault,
  });
  return ok({ memories: rows.map(rowToMemory), total });
};

export const exportPage = async (
  store: ReadStore,
  after: string | null,
  limit: number,
): Promise<Result<{ readonly memories: readonly Memory[]; readonly next: string | null }, CairnError>> => {
  if (after !== null && !isEntityId(after)) {
    return err(cairnError('invalid_input', 'The place to go on from is no id. Begin again without one.'));
  }
  const rows = await store.rowsAfter(after, limit);
  const last = rows.at(-1);
  return ok({ memories: rows.map(rowToMemory), next: rows.length < limit ? null : (last?.id ?? null) });
};

export const stats = async (store: ReadStore): Promise<Omit<StatsResult, 'store'>> => {
  const { total, current, superseded, pinned, keyed, held, forgotten, ...lists } = await store.statistics();
  return {
    memories: { total, current, superseded, pinned, keyed, held, forgotten },
    projects: [...lists.projects],
    sources: [...lists.sources],
    tags: [...lists.tags],
    devices: [...lists.devices],
  };
};
