/** Returns every version of a memory that is on this device, oldest first. [M-3, SY-M5, SY-M7, RL-5] */
import {
  type CairnError,
  cairnError,
  type EntityId,
  err,
  type HistoryResult,
  isEntityId,
  ok,
  writtenId,
} from '@cairn/schema';
import { STATE } from '../../memory/memory-state.ts';
import { isoTime, rowToMemory } from '../../memory/to-memory.ts';
import { chainOf, headOf } from '../../merge/chain.ts';
import type { MemoryRow, Neighbour, ReadStore } from '../../ports/store.ts';
import type { Answer, StoreDeps } from '../deps.ts';
import { bodiesOf, type PastBody, rowWith } from './body-at.ts';

type Version = HistoryResult['versions'][number];

export const history = async ({ store }: StoreDeps, raw: string): Answer<HistoryResult> => {
  const id = writtenId(raw);
  if (!isEntityId(id)) return err(unknownId(id));
  const neighbours = await store.neighboursOf([id]);
  const chain = chainOf(neighbours, id);
  const rows = await store.memoriesByIds(chain);
  if (!rows.some((row) => row.id === id)) {
    const head = await findHead(store, id);
    return head.ok ? err(unknownId(id)) : head;
  }
  const bodies = await bodiesOf(store, chain);
  const dated = rows.flatMap((row) => versionsOf(row, bodies.get(row.id) ?? []));
  const versions = dated.sort(inTime).map(({ version }) => version);
  return ok({ versions, incomplete: isIncomplete(neighbours, chain, rows, bodies) });
};

interface Dated {
  readonly at: number;
  /** Position among versions of the same time: 0 for a superseded version, 1 for the present one. */
  readonly order: number;
  /** Stamp of the body, or the memory's id when no body is known. */
  readonly hlc: string;
  readonly version: Version;
}

/** Returns a version for every body. Only the last can be current. Adjacent bodies with equal text are one version. */
const versionsOf = (row: MemoryRow, bodies: readonly PastBody[]): readonly Dated[] => {
  const runs = runsOf(bodies);
  const past = runs.slice(0, -1);
  const at = past.length === 0 ? row.createdAt : (runs.at(-1)?.at ?? row.createdAt);
  const hlc = runs.at(-1)?.hlc ?? row.id;
  const now = { at, hlc, order: row.state === STATE.superseded ? 0 : 1, version: presentVersion(row, at) };
  return [...past.map((body, index) => ({ ...pastVersion(row, body, index), order: 0 })), now];
};

/** Joins adjacent bodies with equal text. The text has the time of the first and the author and tags of the last. */
const runsOf = (bodies: readonly PastBody[]): readonly PastBody[] => {
  const runs: PastBody[] = [];
  for (const body of bodies) {
    const run = runs.at(-1);
    if (run?.value.content === body.value.content) runs[runs.length - 1] = { ...run, value: body.value };
    else runs.push(body);
  }
  return runs;
};

const presentVersion = (row: MemoryRow, at: number): Version => {
  const { seen: _, ...memory } = rowToMemory(row);
  return { ...memory, at: isoTime(at), current: row.state === STATE.current };
};

/** Returns an earlier version. The first body has the memory's date, which an import may have backdated. */
const pastVersion = (row: MemoryRow, { at, value, hlc }: PastBody, index: number): Omit<Dated, 'order'> => {
  const since = index === 0 ? Math.min(at, row.createdAt) : at;
  const then = { ...rowWith(row, value), updatedAt: since, supersededBy: null };
  return { at: since, hlc, version: { ...presentVersion(then, since), current: false } };
};

/** Compares by time. Versions of the same time also have the same order on every device. */
const inTime = (a: Dated, b: Dated): number => a.at - b.at || a.order - b.order || (a.hlc < b.hlc ? -1 : 1);

/**
 * True when history is missing: a link or an edge leads to a memory that is not here, a version was forgotten, or a
 * rewrite is missing.
 */
const isIncomplete = (
  neighbours: readonly Neighbour[],
  chain: readonly EntityId[],
  rows: readonly MemoryRow[],
  bodies: ReadonlyMap<EntityId, readonly PastBody[]>,
): boolean => {
  const here = new Set(rows.map((row) => row.id));
  if (chain.some((id) => !here.has(id))) return true;
  const members = new Set(chain);
  if (neighbours.some(({ id, gone }) => gone && members.has(id))) return true;
  return rows.some((row) => {
    const known = new Set((bodies.get(row.id) ?? []).map(({ value }) => value.rewrite ?? 0));
    return known.size <= Math.max(0, ...known);
  });
};

/**
 * Finds the present memory for an id that a person typed. [M-3] For an old id, returns the head of its chain. When two
 * memories replaced the old one, returns the head of the winner. [RL-2]
 */
export const findHead = async (
  reads: Pick<ReadStore, 'memory' | 'neighboursOf' | 'removed'>,
  raw: string,
): Answer<MemoryRow> => {
  const id = writtenId(raw);
  if (!isEntityId(id)) return err(unknownId(id));
  const row = await reads.memory(id);
  if (row !== null && row.supersededBy === null && row.state !== STATE.superseded) return ok(row);
  const head = headOf(await reads.neighboursOf([id]), id);
  if (head.kind !== 'head') return err(await absent(reads, id, head.kind));
  const found = head.id === id ? row : await reads.memory(head.id);
  return found === null ? err(unknownId(id)) : ok(found);
};

/** More memories than any trash has. */
const ALL = 10_000_000;

/** The former value of a key is in the trash under an id that no memory had. */
const absent = async (
  reads: Pick<ReadStore, 'removed'>,
  id: EntityId,
  kind: 'unknown' | 'gone',
): Promise<CairnError> => {
  const isKept = (await reads.removed('here', ALL)).some(({ entity }) => entity === id);
  if (kind === 'unknown' && !isKept) return unknownId(id);
  const advice = isKept
    ? `It is in the trash of this device: \`cairn trash restore ${id}\` saves it again.`
    : 'Save it again if it is needed after all.';
  return cairnError('not_found', `The memory ${id} was forgotten. ${advice}`);
};

export const unknownId = (id: string): CairnError =>
  cairnError(
    'not_found',
    `There is no memory with the id "${[...id].slice(0, 64).join('')}" on this device. Search or list to find the right one.`,
  );
