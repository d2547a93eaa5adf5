/** The writes when one memory replaces another: a link in the old one, and an edge in the new one. [RL-1] */
import type { EntityId, FacetValue } from '@cairn/schema';
import { STATE } from '../../memory/memory-state.ts';
import type { FacetDraft } from '../../memory/stamp.ts';
import { addEdges, isFrom } from '../../merge/edges.ts';
import { twinKey } from '../../merge/visibility.ts';
import type { Edge, MemoryRow, StoreTransaction } from '../../ports/store.ts';
import type { WriterFacts } from './writer-facts.ts';

export interface Writing {
  readonly tx: Pick<StoreTransaction, 'registersOf' | 'neighboursOf' | 'memoriesByHash'>;
  readonly facts: Pick<WriterFacts, 'device'>;
}

/**
 * Returns the writes of a replacement. Its twins are replaced with it, or its text would still show. When the old memory is an
 * orphan that waits for review, the save counts as the review, so the new memory does not wait. [RL-4]
 */
export const replacing = async (
  writing: Writing,
  old: MemoryRow,
  by: EntityId,
): Promise<readonly FacetDraft[]> => {
  const twins = (await twinsOf(writing, old)).filter((id) => id !== by);
  return [
    ...[old.id, ...twins].map((id) => linkDraft(id, by)),
    ...(await fromDrafts(writing, by, [
      { original: old.id, kept: isOrphan(old) },
      ...twins.map((original) => ({ original, kept: false })),
    ])),
  ];
};

/** Returns the other memories that are shown as one with this one. [SY-M8] */
const twinsOf = async ({ tx }: Writing, one: MemoryRow): Promise<readonly EntityId[]> => {
  if (one.key !== null || !isShownOrHidden(one)) return [];
  const text = twinKey(one.contentHash, one);
  const equal = await tx.memoriesByHash([one.contentHash]);
  return equal
    .filter((row) => row.key === null && isShownOrHidden(row) && twinKey(row.contentHash, row) === text)
    .map(({ id }) => id)
    .filter((id) => id !== one.id);
};

const isShownOrHidden = ({ state }: MemoryRow): boolean => state === STATE.current || state === STATE.twin;

/** True when a memory is held only because the one that it replaced was forgotten. [RL-4] */
export const isOrphan = ({ state, trust }: MemoryRow): boolean => state === STATE.held && trust !== 'held';

export const linkDraft = (from: EntityId, to: EntityId | null): FacetDraft => ({
  entity: from,
  facet: { facet: 'link', value: { supersededBy: to } },
});

/** Joins the drafts for each register. Otherwise only the last draft for a register would count. */
export const joinFroms = (drafts: readonly FacetDraft[]): readonly FacetDraft[] => {
  const joined = new Map<string, FacetDraft>();
  for (const { entity, facet } of drafts) {
    const name = `${entity} ${facet.facet}`;
    const before = joined.get(name)?.facet;
    joined.set(name, { entity, facet: before === undefined ? facet : joinFacets(before, facet) });
  }
  return [...joined.values()];
};

const joinFacets = (before: FacetValue, after: FacetValue): FacetValue => {
  if (!isFrom(before) || !isFrom(after)) return after;
  const { replaces, kept = [] } = after.value;
  const edges = replaces.map((original) => ({ original, kept: kept.includes(original) }));
  return { facet: after.facet, value: addEdges(before.value, edges) };
};

/** Adds these edges to this device's own register. Returns no draft when it has all of them. */
export const fromDrafts = async (
  { tx, facts }: Writing,
  successor: EntityId,
  edges: readonly Edge[],
): Promise<readonly FacetDraft[]> => {
  const facet = `from.${facts.device.id}` as const;
  const present = await tx.registersOf([successor]);
  const own = present.filter((one) => isFrom(one)).find((one) => one.facet === facet)?.value;
  const value = addEdges(own, edges);
  return JSON.stringify(value) === JSON.stringify(own)
    ? []
    : [{ entity: successor, facet: { facet, value } }];
};
