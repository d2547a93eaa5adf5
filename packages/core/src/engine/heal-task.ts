/** The two local tasks of a healing: to begin it, and to remove what is gone on the server. [SY-E2, SY-E4] */
import { done, onEngineError, type TaskContext, type TaskEnd } from './sync-task.ts';

export const healTask = async ({ engine, parting, assertCurrent }: TaskContext): Promise<TaskEnd> => {
  const begun = await engine.heal(parting);
  assertCurrent();
  return begun.ok ? done('heal_done') : onEngineError(begun.error);
};

/** Gives way after every step, for a sweep may be long. */
export const sweepTask = async ({ engine, assertCurrent }: TaskContext): Promise<TaskEnd> => {
  const step = await engine.sweep();
  assertCurrent();
  if (!step.ok) return onEngineError(step.error);
  return done(step.value.isDone ? 'sweep_done' : 'sweep_more');
};
