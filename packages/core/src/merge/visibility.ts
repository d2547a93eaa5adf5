/**
 * Which memories are current, from the links between them, what they say that they replaced, and their twins. A pure function of
 * the registers, so every device shows the same, whatever came first. [SY-M5, SY-M8, G-1, RL-1 to RL-4]
 */
import { type EntityId, entityKind, HLC_ZERO, type Hlc } from '@cairn/schema';
import type { MemoryState, Neighbour } from '../ports/store.ts';

/** Two successors of one memory. The memory that the winner led to hides the one that the loser led to. [RL-2] */
export interface Fork {
  readonly original: EntityId;
  readonly winner: EntityId;
  readonly winnerHead: EntityId;
  readonly loser: EntityId;
  readonly loserHead: EntityId;
}

export interface View {
  /** From a memory to what hides it; following it always ends. */
  readonly next: ReadonlyMap<EntityId, EntityId>;
  readonly forks: readonly Fork[];
  /** Memories that wait because the memory that they replaced was forgotten elsewhere. [RL-4] */
  readonly orphans: ReadonlySet<EntityId>;
}

/**
 * The state of every memory among `neighbours` that has a row. The list must be closed over links and edges in both directions
 * and over equal content hashes, or the answer is one of a smaller world. `isArriving`: a first pull is under way, so what is not
 * here is not known to be forgotten.
 */
export const visibilityOf = (
  neighbours: readonly Neighbour[],
  isArriving = false,
): ReadonlyMap<EntityId, MemoryState> => {
  const { next, orphans } = viewOf(neighbours, isArriving);
  const states = new Map<EntityId, MemoryState>();
  for (const { id, gone, trust } of neighbours) {
    if (!gone) states.set(id, trust === 'held' || orphans.has(id) ? 3 : next.has(id) ? 1 : 0);
  }
  for (const id of hiddenTwins(neighbours.filter((neighbour) => states.get(neighbour.id) === 0)))
    states.set(id, 2);
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

/** To every memory those that say that they replaced it, by id, and whether a person keeps them beside others. */
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
 * Nobody who forgets a memory leaves what it knows to have replaced it, so such a one was written by somebody who knew nothing of
 * that. Its successors wait too. A tombstone need not be here: a first pull is spared old ones. [RL-4]
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
 * The links that hide something: from a memory to its successor. A link to an absent entity hides nothing, to one that is
 * gone still hides [SY-M5]; a successor that is held for review hides nothing until it is approved [G-1]. Where the link leads to
 * nothing, what says that it replaced the memory does, the one with the largest id; a link that was taken away hides nothing.
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
 * The stamp of the link decides which of two successors is current, because it is the same on every device. The memory that the
 * other led to gives way to the one that this led to, unless both lead to the same, or a person keeps it. [RL-2, RL-3]
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

/** Puts `value` into the list of `key`. A list that is copied for each of n values costs n². [TR-55] */
export const append = <K, V>(lists: Map<K, V[]>, key: K, value: V): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
};

/** Where the links lead from `id`. */
export const endOf = (next: ReadonlyMap<EntityId, EntityId>, id: EntityId): EntityId => {
  let at = id;
  for (let to = next.get(at); to !== undefined; to = next.get(at)) at = to;
  return at;
};
/**
 * `endOf` for many, while links are added at the ends: a way that was walked is not walked again, so forks along one chain do not
 * cost its length each. [TR-55]
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

/** Every node has at most one successor, so each walk ends in nothing, in what was seen before, or in a new cycle. */
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

/** Among current free memories with equal text in the same project and namespace, the one with the smallest id shows. [SY-M8] */
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

/** Equal for memories that are shown as one. */
export const twinKey = (
  contentHash: string,
  { project, namespace }: { readonly project: string | null; readonly namespace: string | null },
): string => JSON.stringify([contentHash, project, namespace]);
