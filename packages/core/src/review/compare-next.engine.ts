/**
 * Compares memories with others, in batches. A memory is compared once, and again only when its content changes. Only rows with the
 * memory's rarest words are read, so the cost does not grow with the store. [M-4]
 */

import type { ComparedBatch } from '../engine/api.ts';
import type { StoreDeps } from '../engine/deps.ts';
import { learnedAt } from '../memory/to-memory.ts';
import type { Compared, Finding, MemoryRow, ReadStore } from '../ports/store.ts';
import { candidatesFor, namesakesOf } from '../search/similar.engine.ts';
import { contradictionOf } from './compare.ts';
import { stalenessOf } from './stale.ts';
import { statementOf } from './statement.ts';

export const compareNext = async ({ store }: StoreDeps, limit: number): Promise<ComparedBatch> => {
  const rows = await store.uncompared(limit);
  const findings: Finding[] = [];
  for (const row of rows) findings.push(...(await findingsAbout(store, row)));
  return { compared: rows.map(comparedOf), findings };
};

export const comparedOf = ({ id, contentHash }: MemoryRow): Compared => ({ id, contentHash });

const findingsAbout = async (store: ReadStore, row: MemoryRow): Promise<readonly Finding[]> => {
  const stale = stalenessOf(row.content, row.createdAt);
  const namesakes = await namesakesOf(store, row);
  const others = await candidatesFor(store, row);
  const contrary = [...namesakes, ...others.filter((other) => reasonOf(row, other) !== null)];
  const unique = new Map(contrary.map((other) => [other.id, other]));
  return [
    ...(stale === null ? [] : [{ entity: comparedOf(row), other: null, dueAt: stale.at }]),
    ...[...unique.values()].map((other) => pairOf(row, other)),
  ];
};

/** Returns the finding about a pair. The order of the two does not matter. */
export const pairOf = (a: MemoryRow, b: MemoryRow): Finding => {
  const [entity, other] = a.id < b.id ? [a, b] : [b, a];
  return { entity: comparedOf(entity), other: comparedOf(other), dueAt: 0 };
};

/** Returns why two memories conflict: equal key and project, or contradicting texts. Null when they do not. */
export const reasonOf = (a: MemoryRow, b: MemoryRow) => {
  if (a.key !== null && a.key === b.key && a.project === b.project) return 'same_key';
  const [older, newer] = inOrder(a, b);
  return contradictionOf(older, statementOf(newer));
};

export const inOrder = (a: MemoryRow, b: MemoryRow): readonly [MemoryRow, MemoryRow] =>
  learnedAt(a) < learnedAt(b) || (learnedAt(a) === learnedAt(b) && a.id < b.id) ? [a, b] : [b, a];
