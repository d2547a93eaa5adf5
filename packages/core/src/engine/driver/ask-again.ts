/**
 * What came garbled, and the tombstones of what the server calls forgotten, are asked for by name: at the end of the next
 * pull, then ever less often. A line that changed bytes heals by itself then; a server that has nothing better is not
 * asked for ever. [TR-1, TR-7]
 */
import { LIMITS } from '@cairn/schema';
import type { SyncFacts } from '../api.ts';
import { fetchAll } from '../verify/mend-differences.ts';
import type { TaskContext } from './sync-task.ts';

const waitingIn = ({ unread, refused }: SyncFacts): number =>
  (unread.forged ?? 0) + (unread.broken ?? 0) + (refused.gone ?? 0);

/** True when something was asked for, whatever came. `garbled`: items of this pull that could not be opened. */
export const askAgain = async (
  context: TaskContext,
  before: SyncFacts,
  garbled: number,
): Promise<boolean> => {
  const { asking, engine, clock, transport, assertCurrent } = context;
  const waiting = waitingIn(before) + garbled;
  const isNews = waiting > asking.waiting;
  asking.waiting = waiting;
  if (waiting === 0) return false;
  if (isNews) asking.round = 0;
  else if (clock.nowMs() < asking.nextAtMs) return false;
  const names = await engine.namesToAsk();
  assertCurrent();
  if (names.length === 0) return false;
  asking.nextAtMs =
    clock.nowMs() + Math.min(LIMITS.askMsMax, LIMITS.askMsMin * 4 ** Math.min(asking.round, 16));
  asking.round += 1;
  const from = asking.from < names.length ? asking.from : 0;
  const round = names.slice(from, from + LIMITS.askItemsMax);
  asking.from = from + round.length;
  const given = await fetchAll(transport, round);
  assertCurrent();
  if (given.ok && given.value.length > 0) await engine.takeRegisters(given.value);
  assertCurrent();
  return true;
};
