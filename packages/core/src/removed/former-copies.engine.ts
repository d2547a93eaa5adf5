/** Keeps the copies of a key's former values, because a key has the same id each time that it is forgotten. [M-16] */
import { deriveImportedId } from '../memory/content-hash.ts';
import type { RemovedMemory, StoreReads } from '../ports/store.ts';
import { allCopies } from './end-removed.engine.ts';

/** Returns the new copies, and the former ones that they would overwrite, under ids made of their texts. */
export const besideFormer = async (
  tx: StoreReads,
  added: readonly RemovedMemory[],
): Promise<readonly RemovedMemory[]> => {
  const keyed = new Map(added.flatMap((copy) => (copy.body.key === null ? [] : [[copy.entity, copy.body]])));
  const salt = await tx.meta('salt');
  if (keyed.size === 0 || salt === null) return added;
  const former = (await allCopies(tx)).filter(({ entity, body }) => {
    const after = keyed.get(entity);
    return after !== undefined && after.content !== body.content;
  });
  return [...added, ...former.map((copy) => ({ ...copy, entity: deriveImportedId(salt, copy.body) }))];
};
