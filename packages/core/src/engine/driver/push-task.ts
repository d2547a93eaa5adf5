/** One batch: frozen, sent as it is, settled by its verdicts. [SY-U2, SY-U5] */
import type { TransportError } from '../../ports/transport.ts';
import { REACTIONS } from '../../sync/failure.ts';
import type { FrozenBatch } from '../api.ts';
import {
  done,
  onEngineError,
  onTransportError,
  type TaskContext,
  type TaskEnd,
  take,
  timed,
} from './sync-task.ts';

export const pushTask = async (context: TaskContext): Promise<TaskEnd> => {
  const frozen = await context.engine.freezeBatch();
  context.assertCurrent();
  // The engine was opened anew and has no keys: they come first then.
  if (!frozen.ok) return frozen.error.kind === 'not_allowed' ? done('old_key') : onEngineError(frozen.error);
  if (frozen.value === null) {
    const { reseal } = await context.engine.syncFacts();
    context.assertCurrent();
    context.noteResealing(false);
    // Nothing is left to seal again, which is for the member list to say.
    return done(reseal?.isDone === true && !reseal.isOver ? 'old_key' : 'push_done');
  }
  const { bytes } = frozen.value;
  const answer = await take(
    context,
    timed(context, () => context.transport.push(bytes)),
  );
  if (!answer.ok) return onPushRefused(context, frozen.value, answer.error);
  const { verdicts, head, anchor } = answer.value;
  const settled = await context.engine.settleBatch({ pushNo: frozen.value.pushNo, verdicts, head, anchor });
  context.assertCurrent();
  if (!settled.ok) return onEngineError(settled.error);
  const { acknowledged, dead, restamped, needsKeys, behind, pending, resealing } = settled.value;
  context.count('pushed', acknowledged);
  context.noteResealing(resealing);
  if (needsKeys) return done('old_key');
  const stuck = pending > 0 && acknowledged + dead + restamped === 0;
  if (stuck)
    return {
      event: 'failed',
      failure: {
        kind: 'server_error',
        message: 'The server accepted nothing of a push.',
        retryAfterMs: null,
      },
    };
  if (behind) return done(pending > 0 ? 'push_more_behind' : 'push_behind');
  return done(pending > 0 ? 'push_more' : 'push_done');
};

const onPushRefused = async (
  context: TaskContext,
  frozen: FrozenBatch,
  error: TransportError,
): Promise<TaskEnd> => {
  const reaction = REACTIONS[error.kind];
  if (reaction !== 'halve' && reaction !== 'heal') return onTransportError(error);
  const thawed = await context.engine.thawBatch(frozen.pushNo, reaction === 'halve' ? 'halve' : 'as_is');
  context.assertCurrent();
  if (!thawed.ok) return onEngineError(thawed.error);
  return reaction === 'halve' ? done('push_more') : onTransportError(error);
};
