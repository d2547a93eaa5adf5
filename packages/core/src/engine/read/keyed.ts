/** Finds the memories that a key names. [M-10] */
import { type Checked, type KeyedInput, LIMITS, ok, refuse } from '@cairn/schema';
import { parseKey, parseName, parseNamespace } from '../../memory/draft.ts';
import type { MemoryRow, ReadStore } from '../../ports/store.ts';

/** Name for no project, where a query string has no null. */
const NO_PROJECT = 'global';

/**
 * Returns the memories with a key, whatever their state. Without a namespace: of all namespaces. Without a project: of all
 * projects; null is no project. Fails with `not_found` when there is none.
 */
export const keyedRows = async (
  store: Pick<ReadStore, 'memoriesByKey'>,
  input: KeyedInput,
): Promise<Checked<readonly MemoryRow[]>> => {
  const key = parseKey(input.key);
  if (!key.ok) return key;
  const namespace = parseNamespace(input.namespace);
  if (!namespace.ok) return namespace;
  const project = parseName('project', input.project, LIMITS.projectCharsMax);
  if (!project.ok) return project;
  const all = await store.memoriesByKey(key.value ?? '', namespace.value ?? null);
  const rows = project.value === undefined ? all : all.filter(isOf(project.value));
  if (rows.length > 0) return ok(rows);
  const places = [
    namespace.value == null ? 'any namespace' : `the namespace "${namespace.value}"`,
    ...(project.value === undefined ? [] : [projectText(project.value)]),
  ];
  return refuse('not_found', `There is no memory with the key "${key.value}" in ${places.join(' of ')}.`);
};

const isOf =
  (project: string | null) =>
  (row: MemoryRow): boolean =>
    row.project === (project === NO_PROJECT ? null : project);

const projectText = (project: string | null): string =>
  project === null || project === NO_PROJECT ? 'no project' : `the project "${project}"`;
