/**
 * Projects an entity's registers to the row that searches, lists and contexts read. The order in which the registers arrived does not
 * matter. [SY-D3]
 */
import {
  compareHlc,
  type EntityId,
  entityKind,
  HLC_ZERO,
  type Hlc,
  hlcMs,
  type Register,
  type Trust,
} from '@cairn/schema';
import { erases } from '../merge/beats.ts';
import { edgesOf } from '../merge/edges.ts';
import { isPast } from '../merge/past.ts';
import { tagsOf } from '../merge/tags.ts';
import type { MemoryRow, Neighbour } from '../ports/store.ts';
import { searchColumns } from '../search/search-columns.ts';
import { toldBy } from './body-value.ts';
import { contentHashOf } from './content-hash.ts';
import { totalCount } from './count.ts';
import { STATE } from './memory-state.ts';

/** `row`: its state is 0, because its visibility is not yet decided. */
export interface ProjectedMemory extends Pick<Neighbour, 'linkHlc' | 'replaces'> {
  readonly row: MemoryRow;
}

/** Returns the row of one entity. Null when it has no body, when a tombstone erased it, or when it is not a memory. */
export const projectMemory = (registers: readonly Register[]): ProjectedMemory | null => {
  const body = facetIn(registers, 'body');
  if (body === undefined || !isMemory(body.entity)) return null;
  const [link, flags] = [facetIn(registers, 'link'), facetIn(registers, 'flags')];
  const gone = facetIn(registers, 'gone');
  if (gone !== undefined && erases(gone, body)) return null;
  const { value } = body;
  const fields = { ...toldBy(value), tags: tagsOf(registers, value.tags ?? []) };
  const supersededBy = link?.value.supersededBy ?? null;
  const row: MemoryRow = {
    id: body.entity,
    ...fields,
    trust: flags?.value.trust ?? value.trust ?? DEFAULT_TRUST,
    pinned: flags?.value.pinned ?? value.pinned ?? false,
    supersededBy,
    supersededAt: link === undefined || supersededBy === null ? null : hlcMs(link.hlc),
    updatedAt: hlcMs(newest(registers)),
    contentHash: contentHashOf(value.content),
    ...searchColumns(fields),
    seen: totalCount(registers),
    state: STATE.current,
  };
  return { row, linkHlc: link?.hlc ?? null, replaces: edgesOf(registers) };
};

/** The trust of a body that an older program wrote without one. */
const DEFAULT_TRUST: Trust = 'normal';

/** Returns the entity's register of a facet. */
export const facetIn = <F extends Register['facet']>(registers: readonly Register[], facet: F) =>
  registers.find((one): one is Extract<Register, { facet: F }> => one.facet === facet);

export const isMemory = (id: EntityId): boolean => {
  const kind = entityKind(id);
  return kind === 'memory' || kind === 'keyed';
};

/** Returns the newest stamp of what the entity says now. */
export const newest = (registers: readonly Register[]): Hlc =>
  registers.reduce<Hlc>(
    (max, one) => (one.facet !== 'gone' && !isPast(one) && compareHlc(one.hlc, max) > 0 ? one.hlc : max),
    HLC_ZERO,
  );
