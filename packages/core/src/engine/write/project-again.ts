/** Projects rows again from their registers, after a row differed or a register was deleted. [ST-2, TR-6] */
import { type EntityId, entityKind } from '@cairn/schema';
import { projectMemory } from '../../memory/apply.ts';
import { edgesOf } from '../../merge/edges.ts';
import { byEntityOf } from '../../merge/register-key.ts';
import { visibilityOf } from '../../merge/visibility.ts';
import type { StoreTransaction } from '../../ports/store.ts';
import { projectSchedule } from '../../schedule/project-schedule.ts';
import { isFirstPull } from './write-registers.ts';

/** Projects the rows, then decides which of them and their neighbours are shown. */
export const projectAgain = async (tx: StoreTransaction, ids: readonly EntityId[]): Promise<void> => {
  const registers = byEntityOf(await tx.registersOf(ids));
  const rows = ids.flatMap((id) => projectMemory(registers.get(id) ?? []) ?? []).map(({ row }) => row);
  const made = new Set<EntityId>(rows.map((row) => row.id));
  const before = await tx.neighboursOf(ids);
  const present = ids.filter(isSchedule).flatMap((id) => projectSchedule(registers.get(id) ?? []) ?? []);
  for (const { id } of present) made.add(id);
  const lost = ids.filter((id) => !made.has(id));
  await tx.apply({
    eraseMemories: lost,
    memories: rows,
    edges: ids.map((successor) => ({ successor, replaces: edgesOf(registers.get(successor) ?? []) })),
    schedulesErase: lost.filter(isSchedule),
    schedules: present,
  });
  await decideAgain(tx, [...new Set([...ids, ...before.map(({ id }) => id)])]);
};

/** Decides which of these memories and their neighbours are shown. */
export const decideAgain = async (tx: StoreTransaction, ids: readonly EntityId[]): Promise<void> => {
  const states = visibilityOf(await tx.neighboursOf(ids), await isFirstPull(tx));
  await tx.apply({ states: [...states].map(([id, state]) => ({ id, state })) });
};

export const isSchedule = (id: EntityId): boolean => entityKind(id) === 'schedule';
