/** Sends one batch: it is frozen, sent unchanged, and settled by its verdicts. [SY-U2, SY-U5] */
import type { TransportError, TransportErrorKind } from '../../ports/transport.ts';
import { REACTIONS } from '../../sync/failure.ts';
import type { FrozenBatch } from '../api.ts';
import {
  ask,
  done,
  failed,
  onEngineError,
  onTransportError,
  type TaskContext,
  type TaskEnd,
} from './sync-task.ts';

export const pushTask = async (context: TaskContext): Promise<TaskEnd> => {
  const frozen = await context.engine.freezeBatch();
  // The engine was reopened and has no keys, so they are fetched first.
  if (!frozen.ok) return frozen.error.kind === 'not_allowed' ? done('old_key') : onEngineError(frozen.error);
  if (frozen.value === null) {
    const { reseal } = await context.engine.syncFacts();
    context.noteResealing(false);
    // Nothing is left to seal again, so the member list has to record it.
    return done(reseal?.isDone === true && !reseal.isOver ? 'old_key' : 'push_done');
  }
  const { bytes } = frozen.value;
  const answer = await ask(context, () => context.transport.push(bytes));
  if (!answer.ok) return onPushRefused(context, frozen.value, answer.error);
  const { verdicts, head, anchor } = answer.value;
  const settled = await context.engine.settleBatch({ pushNo: frozen.value.pushNo, verdicts, head, anchor });
  if (!settled.ok) return onEngineError(settled.error);
  const { acknowledged, dead, restamped, mended, needsKeys, behind, pending, resealing } = settled.value;
  context.count('pushed', acknowledged);
  if (acknowledged > 0) context.pace.less();
  context.noteResealing(resealing);
  if (needsKeys) return done('old_key');
  if (mended) return done('begun_again');
  const isRefused = pending > 0 && acknowledged + dead === 0;
  const refusals = context.noteRefused(isRefused);
  // New stamps may help once. The same refusal after that counts as a failure, with growing waits. [TR-5]
  if (isRefused && (restamped === 0 || refusals > 1))
    return failed(
      'server_error',
      restamped === 0
        ? 'The server accepted none of the changes that were sent.'
        : 'The server refuses the times of the changes on this device, and new ones too. Compare the clocks of both machines.',
    );
  if (behind) return done(pending > 0 ? 'push_more_behind' : 'push_behind');
  return done(pending > 0 ? 'push_more' : 'push_done');
};

const onPushRefused = async (
  context: TaskContext,
  frozen: FrozenBatch,
  error: TransportError,
): Promise<TaskEnd> => {
  const how = thawingOf(error.kind);
  if (how === null) return onTransportError(error);
  const thawed = await context.engine.thawBatch(frozen.pushNo, how);
  if (!thawed.ok) return onEngineError(thawed.error);
  return thawed.value ? done('push_more') : onTransportError(error);
};

/**
 * Returns how to unfreeze a batch of this epoch that was refused as a whole, because retries do not help. Null: it is sent
 * again unchanged. In another epoch it stays until a page says which epoch is right. [RL-10]
 */
const thawingOf = (kind: TransportErrorKind): 'as_is' | 'halve' | 'ends_first' | null => {
  if (REACTIONS[kind] === 'halve') return 'halve';
  if (kind === 'quota_exceeded') return 'ends_first';
  return kind === 'resync_required' ? 'as_is' : null;
};
