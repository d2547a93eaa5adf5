/** The local task that begins a healing. [SY-E2, SY-E4] */
import { pushTask } from './push-task.ts';
import { done, onEngineError, type TaskContext, type TaskEnd } from './sync-task.ts';

export const healTask = async (context: TaskContext): Promise<TaskEnd> => {
  const { engine, parting, assertCurrent } = context;
  const unknown = parting === 'resync_required' ? await askForFrozen(context) : null;
  if (unknown !== null) return unknown;
  const begun = await engine.heal(parting);
  assertCurrent();
  return begun.ok ? done('heal_done') : onEngineError(begun.error);
};

/**
 * Null once it is known what became of the frozen batch. In the same epoch push numbers go on, and its number with other bytes
 * would be taken for a copy's push. The server knows the batch, however old, or refuses it as a whole. [SY-U2, SY-U3]
 */
const askForFrozen = async (context: TaskContext): Promise<TaskEnd | null> => {
  const { inflight } = await context.engine.syncFacts();
  context.assertCurrent();
  if (inflight === 0) return null;
  const end = await pushTask(context);
  const isUnknown = 'failure' in end || end.event === 'forked';
  const isOther = end.event === 'parted' && end.why !== 'resync_required';
  return isUnknown || isOther ? end : null;
};
