/**
 * Garbled registers, and the tombstones of what the server calls forgotten, are asked for by name: at the end of the next
 * pull, then ever less often. A line that changed bytes heals by itself then; a server that has nothing better is not
 * asked for ever. [TR-1, TR-7]
 */
import { COMPARING_LIMITS } from '@cairn/schema';
import { isDoubted } from '../../sync/read-page.ts';
import type { SyncFacts } from '../api.ts';
import { fetchAll } from '../verify/mend-differences.ts';
import type { TaskContext } from './sync-task.ts';

const waitingIn = ({ unread, refused }: SyncFacts): number =>
  Object.entries(unread).reduce(
    (sum, [reason, n]) => sum + (isDoubted({ reason }) ? n : 0),
    refused.gone ?? 0,
  );

/** `garbled`: items of this pull that could not be opened. */
export const askAgain = async (context: TaskContext, before: SyncFacts, garbled: number): Promise<void> => {
  const { asking, clock } = context;
  const waiting = waitingIn(before) + garbled;
  // A register that was sent again and is called gone once more is no news.
  const isNews = waiting > asking.waiting + asking.resent;
  asking.waiting = waiting;
  if (waiting === 0 && before.pending === 0) asking.resent = 0;
  if (waiting === 0) return;
  if (isNews) asking.round = 0;
  else if (clock.nowMs() < asking.nextAtMs) return;
  asking.nextAtMs =
    clock.nowMs() +
    Math.min(COMPARING_LIMITS.askMsMax, COMPARING_LIMITS.askMsMin * 4 ** Math.min(asking.round, 16));
  asking.round += 1;
  // As long as it helps: what is left then is no news at the next look.
  while (await askRound(context));
};

/** Whether fewer are left than before, but some. */
const askRound = async ({ asking, engine, transport, assertCurrent }: TaskContext): Promise<boolean> => {
  const names = await engine.namesToAsk();
  assertCurrent();
  const from = asking.from < names.length ? asking.from : 0;
  const round = names.slice(from, from + COMPARING_LIMITS.askItemsMax);
  asking.from = from + round.length;
  if (round.length === 0) return false;
  const given = await fetchAll(transport, round);
  assertCurrent();
  const taken = given.ok ? await engine.takeRegisters(given.value, round) : given;
  assertCurrent();
  const left = waitingIn(await engine.syncFacts());
  assertCurrent();
  const helps = left < asking.waiting;
  asking.waiting = left;
  if (taken.ok) asking.resent = Math.max(asking.resent, taken.value.resent);
  return helps && left > 0;
};
