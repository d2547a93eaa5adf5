/** The local task that begins a healing. [SY-E2, SY-E4] */
import { done, onEngineError, type TaskContext, type TaskEnd } from './sync-task.ts';

export const healTask = async ({ engine, parting, assertCurrent }: TaskContext): Promise<TaskEnd> => {
  const begun = await engine.heal(parting);
  assertCurrent();
  return begun.ok ? done('heal_done') : onEngineError(begun.error);
};
