/** Passages get their entries in the index, with the words of those that follow, a few at a time. [F-12] */
import { withFollowing } from '../passages/turn-passages.ts';
import type { WhichWaiting, WriteStore } from '../ports/store.ts';

/** Passages of one transaction: a new entry takes less than a tenth of a millisecond, one that is rewritten some milliseconds. */
const STEPS: Readonly<Record<WhichWaiting, number>> = { unfound: 64, behind: 2 };

/** The newest `leave` may go on waiting, for others to follow them. `more`: whether others wait. */
export const settlePassages = (
  store: Pick<WriteStore, 'write'>,
  which: WhichWaiting,
  leave: number,
): Promise<{ readonly more: boolean }> =>
  store.write(async (tx) => {
    const count = (await tx.countWaitingPassages(which)) - leave;
    if (count <= 0) return { more: false };
    const waiting = await tx.waitingPassages(which, Math.min(STEPS[which], count));
    await tx.apply({ passagesSettled: waiting.map(withFollowing) });
    return { more: count > waiting.length };
  });
