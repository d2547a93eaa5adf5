/**
 * Keeps copies of the memories that a page of tombstones erases, when they are many [TR-3]. Always keeps a copy when the
 * tombstone is sealed under a key that a revoked device also has. [TR-51]
 */
import { hlcNode } from '@cairn/schema';
import { firstBody } from '../memory/body-value.ts';
import { STATE } from '../memory/memory-state.ts';
import type { MemoryRow, StoredRegister, StoreReads, WriteSet } from '../ports/store.ts';
import { type GenerationBounds, isPast } from '../sync/generation-bounds.ts';
import { besideFormer } from './former-copies.engine.ts';
import { countEndings } from './mass-removal.ts';

/**
 * Returns `planned` with the copies and the count of ended memories. With copies, `erasedAt` is omitted, so the daemon's
 * own backups keep the text until the copies are deleted. [ST-4]
 */
export const keepRemoved = async (
  tx: StoreReads,
  planned: WriteSet,
  { bounds, nowMs }: { readonly bounds: GenerationBounds; readonly nowMs: number },
): Promise<WriteSet> => {
  const ending = await endedBy(tx, planned);
  if (ending.length === 0) return planned;
  const counted = countEndings(await tx.meta('endings'), {
    nowMs,
    ending: ending.length,
    living: await tx.livingCount(),
  });
  const { endings, isMass } = counted;
  const kept = ending.filter(({ gone }) => isMass || isPast(bounds, gone));
  if (kept.length === 0) return { ...planned, meta: { ...planned.meta, endings } };
  const { erasedAt: _, ...meta } = planned.meta ?? {};
  const removedAdd = kept.map(({ row, gone }) => ({
    entity: row.id,
    body: firstBody(row),
    node: hlcNode(gone.hlc),
    at: nowMs,
  }));
  return { ...planned, removedAdd: await besideFormer(tx, removedAdd), meta: { ...meta, endings } };
};

interface Ended {
  readonly row: MemoryRow;
  readonly gone: StoredRegister;
}

/**
 * Returns the erased memories that were visible or held. Tombstones with this device's node count too, because the
 * device that seals a tombstone chooses the node in its stamp. Memories that were forgotten here are already absent.
 */
const endedBy = async (
  tx: StoreReads,
  { eraseMemories = [], memories = [], registers = [] }: WriteSet,
): Promise<readonly Ended[]> => {
  if (eraseMemories.length === 0) return [];
  const tombstones = new Map(
    registers.flatMap((one) => (one.facet === 'gone' ? [[one.entity, one] as const] : [])),
  );
  const lives = new Set(memories.map(({ id }) => id));
  const ended: Ended[] = [];
  for (const id of eraseMemories) {
    const gone = tombstones.get(id);
    if (gone === undefined || lives.has(id)) continue;
    const row = await tx.memory(id);
    if (row !== null && (row.state === STATE.current || row.state === STATE.held)) ended.push({ row, gone });
  }
  return ended;
};
