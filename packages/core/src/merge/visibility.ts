/**
 * Decides which memories are current, from their links, the edges to what they replaced, and their twins. A pure function of the
 * registers, so every device shows the same whatever the order of arrival. [SY-M5, SY-M8, G-1, RL-1 to RL-4]
 */
import { type EntityId, entityKind, HLC_ZERO, type Hlc } from '@cairn/schema';
import { type MemoryState, STATE } from '../memory/memory-state.ts';
import type { Neighbour } from '../ports/store.ts';

/** Two successors of one memory. The head of the winner's chain hides the head of the loser's chain. [RL-2] */
export interface Fork {
  readonly original: EntityId;
  readonly winner: EntityId;
  readonly winnerHead: EntityId;
  readonly loser: EntityId;
  readonly loserHead: EntityId;
}

export interface View {
  /** From a memory to the memory that hides it. Free of cycles. */
  readonly next: ReadonlyMap<EntityId, EntityId>;
  readonly forks: readonly Fork[];
  /** Memories that wait for review because the memory that they replaced was forgotten on another device. [RL-4] */
  readonly orphans: ReadonlySet<EntityId>;
}

/**
 * Returns the state of every memory in `neighbours` that has a row. The list must contain everything that links, edges in either
 * direction and equal content hashes reach; else the states are wrong. `isArriving`: a first pull is under way, so an absent memory
 * counts as not forgotten.
 */
export const visibilityOf = (
  neighbours: readonly Neighbour[],
  isArriving = false,
): ReadonlyMap<EntityId, MemoryState> => {
  const { next, orphans } = viewOf(neighbours, isArriving);
  const states = new Map<EntityId, MemoryState>();
  for (const { id, gone, trust } of neighbours) {
    if (gone) continue;
    const isHeld = trust === 'held' || orphans.has(id);
    states.set(id, isHeld ? STATE.held : next.has(id) ? STATE.superseded : STATE.current);
  }
  for (const id of hiddenTwins(neighbours.filter((neighbour) => states.get(neighbour.id) === STATE.current)))
    states.set(id, STATE.twin);
  return states;
};

export const viewOf = (neighbours: readonly Neighbour[], isArriving = false): View => {
  const byId = new Map(neighbours.map((neighbour) => [neighbour.id, neighbour]));
  const successors = successorsIn(neighbours);
  const orphans = orphansIn(neighbours, byId, isArriving);
  const isShowable = (id: EntityId): boolean => {
    const one = byId.get(id);
    return one !== undefined && !one.gone && one.trust !== 'held' && !orphans.has(id);
  };
  const next = linksIn(neighbours, successors, (id) => byId.get(id)?.gone === true || isShowable(id));
  for (const cycle of cyclesOf(next)) next.delete(weakest(cycle, byId));
  return { next, orphans, forks: resolveForks(next, successors, isShowable) };
};

/** Maps every memory to its successors by id, with a mark when a person keeps both beside each other. */
type Successors = ReadonlyMap<EntityId, readonly { readonly id: EntityId; readonly kept: boolean }[]>;

const successorsIn = (neighbours: readonly Neighbour[]): Successors => {
  const successors = new Map<EntityId, { id: EntityId; kept: boolean }[]>();
  for (const { id, replaces } of neighbours)
    for (const { original, kept } of replaces) {
      append(successors, original, { id, kept });
    }
  for (const known of successors.values()) known.sort((a, b) => (a.id < b.id ? -1 : 1));
  return successors;
};

/**
 * Returns memories whose original was forgotten, and their successors. A forget also deletes all known successors, so an orphan was
 * written by a device that did not know of the forget. The tombstone may be absent, because a first pull skips old ones. [RL-4]
 */
const orphansIn = (
  neighbours: readonly Neighbour[],
  byId: ReadonlyMap<EntityId, Neighbour>,
  isArriving: boolean,
): ReadonlySet<EntityId> => {
  const isLost = (id: EntityId): boolean => byId.get(id)?.gone ?? !isArriving;
  const after = new Map<EntityId, EntityId[]>();
  const orphans = new Set<EntityId>();
  const keptBeside = new Set<string>();
  for (const { id, replaces } of neighbours)
    for (const { original, kept } of replaces) {
      if (kept) keptBeside.add(`${original} ${id}`);
      else append(after, original, id);
      if (!kept && isLost(original)) orphans.add(id);
    }
  for (const { id, gone, supersededBy } of neighbours)
    if (!gone && supersededBy !== null && byId.has(supersededBy) && !keptBeside.has(`${id} ${supersededBy}`))
      append(after, id, supersededBy);
  for (const id of orphans) for (const next of after.get(id) ?? []) orphans.add(next);
  return orphans;
};

/**
 * Returns the links that hide something, from a memory to its successor. A link to an absent entity hides nothing; a link to a forgotten
 * one still hides [SY-M5]. A successor that is held for review hides nothing until it is approved [G-1]. Without a link that hides it, a
 * memory is hidden by its successor with the largest id. A link that was removed hides nothing, and then no successor does.
 */
const linksIn = (
  neighbours: readonly Neighbour[],
  successors: Successors,
  hides: (id: EntityId) => boolean,
): Map<EntityId, EntityId> => {
  const next = new Map<EntityId, EntityId>();
  for (const { id, gone, supersededBy, linkHlc } of neighbours) {
    if (gone || (supersededBy === null && linkHlc !== null)) continue;
    const said = (successors.get(id) ?? []).filter((one) => hides(one.id)).at(-1)?.id;
    const target = supersededBy !== null && hides(supersededBy) ? supersededBy : said;
    if (target !== undefined) next.set(id, target);
  }
  return next;
};

/**
 * Lets one of two successors hide the other. The link decides, because its stamp is the same on every device. The head of the loser's
 * chain links to the head of the winner's, unless both are the same, or a person keeps the loser. [RL-2, RL-3]
 */
const resolveForks = (
  next: Map<EntityId, EntityId>,
  successors: Successors,
  isShowable: (id: EntityId) => boolean,
): readonly Fork[] => {
  const forks: Fork[] = [];
  const ends = shortcuts(next);
  for (const original of [...successors.keys()].sort()) {
    const winner = next.get(original);
    if (winner === undefined || !isShowable(winner)) continue;
    for (const { id: loser, kept } of successors.get(original) ?? []) {
      if (loser === winner || kept || !isShowable(loser)) continue;
      const [winnerHead, loserHead] = [ends(winner), ends(loser)];
      if (winnerHead === loserHead || !isShowable(winnerHead) || !isShowable(loserHead)) continue;
      next.set(loserHead, winnerHead);
      forks.push({ original, winner, winnerHead, loser, loserHead });
    }
  }
  return forks;
};

/** Appends `value` to the list of `key`. Copying the list for each of n values would cost n². [TR-55] */
export const append = <K, V>(lists: Map<K, V[]>, key: K, value: V): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
};

/** Returns the end of the links from `id`. */
export const endOf = (next: ReadonlyMap<EntityId, EntityId>, id: EntityId): EntityId => {
  let at = id;
  for (let to = next.get(at); to !== undefined; to = next.get(at)) at = to;
  return at;
};
/**
 * Returns an `endOf` with a cache, for use while links are added at the ends. It walks no path twice, so forks along one chain do not
 * cost the chain's length each. [TR-55]
 */
const shortcuts = (next: ReadonlyMap<EntityId, EntityId>): ((id: EntityId) => EntityId) => {
  const further = new Map<EntityId, EntityId>();
  return (id) => {
    const way: EntityId[] = [];
    let at = id;
    for (let to = further.get(at) ?? next.get(at); to !== undefined; to = further.get(at) ?? next.get(at)) {
      way.push(at);
      at = to;
    }
    for (const one of way) further.set(one, at);
    return at;
  };
};

/** Finds cycles. Every node has at most one successor, so each walk ends in nothing, in a visited node, or in a new cycle. */
const cyclesOf = (next: ReadonlyMap<EntityId, EntityId>): readonly (readonly EntityId[])[] => {
  const cycles: EntityId[][] = [];
  const walkOf = new Map<EntityId, EntityId>();
  for (const start of next.keys()) {
    const path: EntityId[] = [];
    let at: EntityId | undefined = start;
    while (at !== undefined && !walkOf.has(at)) {
      walkOf.set(at, start);
      path.push(at);
      at = next.get(at);
    }
    if (at !== undefined && walkOf.get(at) === start) {
      const from = path.indexOf(at);
      if (from >= 0) cycles.push(path.slice(from));
    }
  }
  return cycles;
};

const weakest = (cycle: readonly EntityId[], byId: ReadonlyMap<EntityId, Neighbour>): EntityId => {
  const stamp = (id: EntityId): Hlc => byId.get(id)?.linkHlc ?? HLC_ZERO;
  return cycle.reduce((min, id) =>
    stamp(id) < stamp(min) || (stamp(id) === stamp(min) && id < min) ? id : min,
  );
};

/**
 * Returns the twins to hide. Current memories without a key are twins when text, project and namespace are equal. The smallest id
 * stays visible. [SY-M8]
 */
const hiddenTwins = (current: readonly Neighbour[]): readonly EntityId[] => {
  const smallest = new Map<string, EntityId>();
  const hidden: EntityId[] = [];
  for (const neighbour of current) {
    if (neighbour.contentHash === null || entityKind(neighbour.id) !== 'memory') continue;
    const key = twinKey(neighbour.contentHash, neighbour);
    const shown = smallest.get(key);
    if (shown === undefined || neighbour.id < shown) smallest.set(key, neighbour.id);
    if (shown === undefined) continue;
    hidden.push(...[neighbour.id, shown].filter((id) => id !== smallest.get(key)));
  }
  return hidden;
};

/** Returns a key that is equal for twins. */
export const twinKey = (
  contentHash: string,
  { project, namespace }: { readonly project: string | null; readonly namespace: string | null },
): string => JSON.stringify([contentHash, project, namespace]);
