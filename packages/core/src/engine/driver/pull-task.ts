/** Pulls pages and applies each in one transaction. [SY-P2, SY-P4] */
import { COMPARING_LIMITS, LIMITS, type PullResponse } from '@cairn/schema';
import type { MetaValues } from '../../ports/store.ts';
import type { TransportError } from '../../ports/transport.ts';
import { isDoubted } from '../../sync/read-page.ts';
import type { PageOutcome, SyncFacts } from '../api.ts';
import { fetchAll } from '../verify/mend-differences.ts';
import {
  done,
  failed,
  onEngineError,
  onTransportError,
  type TaskContext,
  type TaskEnd,
  type Timed,
  take,
  timed,
} from './sync-task.ts';

/**
 * Pulls pages until there are none or another task is wanted. A request acknowledges everything up to its cursor. So a
 * page is applied before the next one is requested. Only a bootstrap prefetches, because it acknowledges nothing until
 * its end. After the last rows, an empty page is fetched for the acknowledgement alone. [SY-P2, SY-E4]
 */
export const pullTask = async (context: TaskContext): Promise<TaskEnd> => {
  const facts = await context.engine.syncFacts();
  const { pull, push } = facts;
  let received = pull?.bootstrap?.done ?? 0;
  let page = await take(context, requestPage(context, { ...pull, received }, push));
  let owes = false;
  let fruitless = 0;
  let garbled = 0;
  let high = pull?.high ?? 0;
  for (;;) {
    if (!page.ok) return onPullRefused(page.error, pull?.cursor ?? null);
    const { cursor, hasMore, expected, items, epoch, anchor } = page.value;
    const isFurther =
      page.value.high > high || (expected !== null && received < expected && items.length > 0);
    high = Math.max(high, page.value.high);
    if (isDoubtful(context, facts, page.value)) context.doubts.raise();
    received += expected === null ? 0 : items.length;
    const after = { cursor, received: expected === null ? 0 : received };
    const early =
      expected !== null && hasMore && !context.isWanted()
        ? requestPage(context, after, { epoch, anchor })
        : null;
    const applied = await context.engine.applyPage(page.value);
    if (!applied.ok) {
      await early;
      return onEngineError(applied.error);
    }
    context.count('pulled', applied.value.applied);
    fruitless = isFruitful(context, applied.value) || isFurther ? 0 : fruitless + 1;
    if (applied.value.missingKeys.length > 0) {
      // If a later page failed, nothing would record that keys are missing.
      await early;
      return done('pull_more_keys');
    }
    if (applied.value.next === 'pull') {
      await early;
      return done('begun_again');
    }
    // If a later page fails, this still records that something has to be sent.
    if (applied.value.next === 'push') context.owePush();
    owes ||= applied.value.next === 'push';
    garbled += applied.value.garbled;
    const isDone = early === null && (context.isWanted() || (!hasMore && items.length === 0));
    if (isDone && !hasMore) await askAgain(context, facts, garbled);
    if (isDone) return done(pulledEvent(owes, hasMore));
    if (fruitless > FRUITLESS_PAGES_MAX || context.pace.tooMany() > 0) {
      await early;
      return failed('server_error', ENDLESS);
    }
    page = await take(context, early ?? requestPage(context, after, { epoch, anchor }));
  }
};

/**
 * Most pages in a row without news. Without a limit, a server that promises more and repeats old data would cause
 * requests without pause. [TR-5]
 */
const FRUITLESS_PAGES_MAX = 3;
const ENDLESS = 'The server keeps announcing more changes but sends no new ones. Sync tries again later.';

const isFruitful = ({ pace }: TaskContext, { isNews, knownUpTo }: PageOutcome): boolean => {
  if (!isNews) return pace.known(knownUpTo);
  pace.news();
  return true;
};

/** Whether to compare with the server: after a long silence, or when its head is lower than before. */
const isDoubtful = (
  { clock }: TaskContext,
  { times, push }: SyncFacts,
  { epoch, head }: PullResponse,
): boolean => {
  const silence = times?.lastPullAt == null ? 0 : Math.abs(clock.nowMs() - times.lastPullAt);
  return silence > COMPARING_LIMITS.compareAfterSilenceMs || (push?.epoch === epoch && head < push.head);
};

/** Starts the pull over when the server refuses a cursor that it never issued, or issued in a false answer. [TR-1] */
const onPullRefused = (error: TransportError, cursor: string | null): TaskEnd =>
  error.kind === 'malformed' && cursor !== null
    ? { event: 'parted', why: 'resync_required' }
    : onTransportError(error);

const pulledEvent = (owes: boolean, hasMore: boolean) => {
  if (owes) return 'pull_push';
  return hasMore ? 'pull_more' : 'pull_done';
};

const requestPage = (
  context: TaskContext,
  pull: Partial<Pick<MetaValues['pull'], 'cursor' | 'bootstrap'>> & { readonly received: number },
  past: Pick<MetaValues['push'], 'epoch' | 'anchor'> | null,
): Promise<Timed<PullResponse>> =>
  timed(context, () =>
    context.transport.pull({
      cursor: pull.cursor ?? null,
      limit: context.pageItems ?? pageItemsAfter(pull.received),
      empty: pull.cursor == null && pull.bootstrap?.empty === true,
      epoch: past?.epoch ?? null,
      anchor: past?.anchor ?? null,
    }),
  );

/**
 * Returns the size of the next page. The newest rows of a bootstrap come in small pages, to arrive soon. Large pages
 * cost less for the rest. `received`: rows of the bootstrap so far. [SY-P4]
 */
const pageItemsAfter = (received: number): number =>
  received < LIMITS.bootstrapNewest ? LIMITS.pullItemsDefault : LIMITS.bootstrapPageItems;

/**
 * Counts the items to request by name: garbled registers, and tombstones that the server claims but does not show.
 * `askAgain` adds the tombstones of successors that never came. They are requested at the end of the next pull, then
 * ever less often. So a line that altered bytes heals by itself, and a server without better data is not asked forever.
 * [TR-1, TR-7, SY-P6]
 */
const waitingIn = ({ unread, refused }: SyncFacts): number =>
  Object.entries(unread).reduce(
    (sum, [reason, n]) => sum + (isDoubted({ reason }) ? n : 0),
    refused.gone ?? 0,
  );

/** Requests garbled and missing items by name. `garbled`: items of this pull that were altered. */
const askAgain = async (context: TaskContext, before: SyncFacts, garbled: number): Promise<void> => {
  const { asking, clock, engine } = context;
  const missing = await engine.missingCount();
  const waiting = waitingIn(before) + garbled + missing;
  // A register that was sent again and refused as forgotten again is no news.
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
  // The items that are left are no news at the next pull.
  while (await askRound(context));
};

/** Requests some items. Returns whether items are left, but fewer than before. */
const askRound = async (context: TaskContext): Promise<boolean> => {
  const { asking, engine, transport, assertCurrent } = context;
  const names = await engine.namesToAsk();
  const from = asking.from < names.length ? asking.from : 0;
  const round = names.slice(from, from + COMPARING_LIMITS.askItemsMax);
  asking.from = from + round.length;
  if (round.length === 0) return false;
  const given = await fetchAll(transport, round);
  assertCurrent();
  const taken = given.ok ? await engine.takeRegisters(given.value, round) : given;
  if (taken.ok && taken.value.owesPush) context.owePush();
  const left = waitingIn(await engine.syncFacts()) + (await engine.missingCount());
  const helps = left < asking.waiting;
  asking.waiting = left;
  if (taken.ok) asking.resent = Math.max(asking.resent, taken.value.resent);
  return helps && left > 0;
};
