/** An id that somebody typed → the memory that stands for it now. [M-3] */
import { type CairnError, cairnError, type EntityId, err, isEntityId, ok, type Result } from '@cairn/schema';
import { headOf } from '../../merge/chain.ts';
import type { MemoryRow, Neighbour } from '../../ports/store.ts';

/** The questions that both stores can answer. */
export interface HeadReads {
  memory(id: EntityId): Promise<MemoryRow | null>;
  neighboursOf(ids: readonly EntityId[]): Promise<readonly Neighbour[]>;
}

/** On an old id the head of its chain, also on one that another successor took the place of. [RL-2] */
export const findHead = async (reads: HeadReads, raw: string): Promise<Result<MemoryRow, CairnError>> => {
  const id = raw.trim();
  if (!isEntityId(id)) return err(unknownId(id));
  const row = await reads.memory(id);
  if (row !== null && row.supersededBy === null && row.state !== 1) return ok(row);
  const head = headOf(await reads.neighboursOf([id]), id);
  if (head.kind === 'unknown') return err(unknownId(id));
  if (head.kind === 'gone') return err(goneId(id));
  const found = head.id === id ? row : await reads.memory(head.id);
  return found === null ? err(unknownId(id)) : ok(found);
};

export const unknownId = (id: string): CairnError =>
  cairnError(
    'not_found',
    `There is no memory with the id "${[...id].slice(0, 64).join('')}" on this device. Search or list to find the right one.`,
  );

const goneId = (id: string): CairnError =>
  cairnError('not_found', `The memory ${id} was forgotten. Save it again if it is needed after all.`);
