/** A device that has just entered a vault: how far its first pull has come. [SY-P4] */
import type { VaultDeps } from './vault-deps.ts';

const LOOK_MS = 100;
const TELL_MS = 1_000;

/**
 * Waits until everything is here, and answers how many memories that is. Ends early when time is over, the caller has
 * gone, or sync has stopped: the device is in the vault then, and the rest comes by itself.
 */
export const awaitBootstrap = async (
  deps: VaultDeps,
  { untilMs, signal }: { readonly untilMs: number; readonly signal: AbortSignal },
): Promise<number> => {
  let toldAt = 0;
  for (;;) {
    const { pull, stopped, times } = await deps.engine().syncFacts();
    const isDone = pull?.bootstrap === null && (times?.lastPullAt ?? null) !== null;
    if (isDone || stopped !== null || signal.aborted || deps.nowMs() >= untilMs) break;
    if (pull?.bootstrap !== null && pull !== null && deps.nowMs() - toldAt >= TELL_MS) {
      toldAt = deps.nowMs();
      const { done, expected } = pull.bootstrap;
      deps.events.publish({ kind: 'join', message: `Received ${done} of ${expected} entries.` });
    }
    await deps.sleep(LOOK_MS);
  }
  return (await deps.engine().counts()).memories;
};
