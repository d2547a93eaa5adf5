/** Every version of a memory that is on this device, oldest first. [M-3, SY-M5, SY-M7] */
import {
  type CairnError,
  type EntityId,
  err,
  type HistoryResult,
  isEntityId,
  ok,
  type Result,
} from '@cairn/schema';
import { isoTime, rowToMemory } from '../../memory/to-memory.ts';
import { chainOf } from '../../merge/chain.ts';
import type { MemoryRow, Neighbour, ReadStore } from '../../ports/store.ts';
import { bodiesOf, type PastBody } from './body-at.ts';
import { unknownId } from './find-head.ts';

type Version = HistoryResult['versions'][number];

export const history = async (store: ReadStore, raw: string): Promise<Result<HistoryResult, CairnError>> => {
  const id = raw.trim();
  if (!isEntityId(id)) return err(unknownId(id));
  const { neighbours, chain } = await family(store, id);
  const rows = await store.memoriesByIds(chain);
  if (!rows.some((row) => row.id === id)) return err(unknownId(id));
  const bodies = await bodiesOf(store, chain);
  const dated = rows.flatMap((row) => versionsOf(row, bodies.get(row.id) ?? []));
  const versions = dated.sort((a, b) => a.at - b.at || a.order - b.order).map(({ version }) => version);
  return ok({ versions, incomplete: isIncomplete(neighbours, chain, rows, bodies) });
};

interface Family {
  readonly neighbours: readonly Neighbour[];
  readonly chain: readonly EntityId[];
}

/** How often links that lost may lead on to others. */
const FORKS_MAX = 8;

/**
 * The chain, and what links that lost lead to: when two devices superseded the same memory one link won, and both new
 * memories belong to its history. [SY-M5]
 */
const family = async (store: ReadStore, id: EntityId): Promise<Family> => {
  let starts: readonly EntityId[] = [id];
  for (let round = 0; ; round++) {
    const neighbours = await store.neighboursOf(starts);
    const here = new Set(neighbours.map((neighbour) => neighbour.id));
    const chain = [...new Set(starts.flatMap((start) => [...chainOf(neighbours, start)]))];
    const more = (await lostTargets(store, chain)).filter((target) => !chain.includes(target));
    // A link that lost says nothing about completeness when what it led to never came here.
    const kept = chain.filter((one) => here.has(one) || !starts.includes(one));
    if (more.length === 0 || round === FORKS_MAX) return { neighbours, chain: kept };
    starts = [...starts, ...more];
  }
};

const lostTargets = async (store: ReadStore, chain: readonly EntityId[]): Promise<readonly EntityId[]> =>
  (await store.revisionsOf(chain)).flatMap(({ register }) =>
    register.facet === 'link' && register.value.supersededBy !== null ? [register.value.supersededBy] : [],
  );

interface Dated {
  readonly at: number;
  /** Among those of one instant: superseded ones first. */
  readonly order: number;
  readonly version: Version;
}

/** One for every body; only the last is what the memory says now. Equal texts that met in a merge are one version. */
const versionsOf = (row: MemoryRow, bodies: readonly PastBody[]): readonly Dated[] => {
  const past = bodies.slice(0, -1).filter((body, at) => body.value.content !== bodies[at + 1]?.value.content);
  const first = bodies.length <= 1;
  const at = first ? row.createdAt : (bodies.at(-1)?.at ?? row.createdAt);
  const now = { at, order: row.state === 1 ? 0 : 1, version: presentVersion(row, at) };
  return [...past.map((body, index) => ({ ...pastVersion(row, body, index), order: 0 })), now];
};

const presentVersion = (row: MemoryRow, at: number): Version => {
  const { seen: _, ...memory } = rowToMemory(row);
  return { ...memory, at: isoTime(at), current: row.state === 0 };
};

/** The first body is dated by the memory's creation, which an import may have dated back. */
const pastVersion = (row: MemoryRow, { at, value }: PastBody, index: number): Omit<Dated, 'order'> => {
  const since = index === 0 ? Math.min(at, row.createdAt) : at;
  const { content, source, project, tags = row.tags, trust = row.trust, by } = value;
  const version: Version = {
    ...presentVersion(row, since),
    ...{ content, source, project, trust, tags: [...tags], updatedAt: isoTime(since) },
    ...{ device: { id: by.device, name: by.name }, session: by.session, agent: by.agent },
    ...{ current: false, supersededBy: null },
  };
  return { at: since, version };
};

/** A link leads out of what is here, a version was forgotten, or a rewrite is missing between those that are known. */
const isIncomplete = (
  neighbours: readonly Neighbour[],
  chain: readonly EntityId[],
  rows: readonly MemoryRow[],
  bodies: ReadonlyMap<EntityId, readonly PastBody[]>,
): boolean => {
  const here = new Set(rows.map((row) => row.id));
  if (chain.some((id) => !here.has(id))) return true;
  if (neighbours.some(({ id, gone }) => gone && chain.includes(id))) return true;
  return rows.some((row) => {
    const known = new Set((bodies.get(row.id) ?? []).map(({ value }) => value.rewrite ?? 0));
    return known.size <= Math.max(0, ...known);
  });
};
