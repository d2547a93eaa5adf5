/**
 * Runs the sync state machine. The daemon gives it HTTP and real timers, the simulator gives it queues and virtual
 * time. One timer owns the retry loop. All other callers only report events.
 */
import {
  type CairnError,
  type Checked,
  cairnError,
  err,
  errorText,
  exhaustive,
  type HealingReason,
  LIMITS,
  ok,
  type SyncResult,
  type SyncStateName,
} from '@cairn/schema';
import type { Timers } from '../../ports/timers.ts';
import { nextDelayMs, paceOfRefusal } from '../../sync/backoff.ts';
import { notInVault } from '../../sync/sync-session.engine.ts';
import {
  BEGINNINGS,
  initialSync,
  type SyncEffect,
  type SyncEvent,
  type SyncTask,
  stepSync,
} from '../../sync/sync-state.ts';
import type { Answer } from '../deps.ts';
import { compareTask } from './compare-task.ts';
import { createDoubts } from './doubts.ts';
import { finishFork, forkTask, healTask } from './fork-task.ts';
import { keysTask } from './keys-task.ts';
import { createPace } from './pace.ts';
import { pullTask } from './pull-task.ts';
import { pushTask } from './push-task.ts';
import { failed, newAsking, type TaskContext, type TaskDeps, type TaskEnd } from './sync-task.ts';
import { createSyncTimer, trackCalls, wrapCalls } from './sync-timer.ts';

export interface SyncDriverDeps extends TaskDeps {
  readonly timers: Timers;
  /** The stream of hints. Both functions may be called at any time and repeatedly. [SY-L1] */
  readonly events: { readonly open: () => void; readonly close: () => void };
  /** Called after every change of `state`. */
  readonly onChange?: () => void;
}

export interface SyncDriverState {
  readonly state: SyncStateName;
  readonly lastError: { readonly kind: string; readonly message: string; readonly at: number } | null;
  /** Time of the next automatic retry after a failure or a refusal; null when none is due. [TR-32] */
  readonly nextTryAt: number | null;
}

/** `hint`: the server has something new. `keys`: the server has a new generation. */
export type PokeReason = 'local_write' | 'hint' | 'keys' | 'person';

type Waiter = (end: Checked<null>) => void;

class Abandoned extends Error {}

/** Interval between pulls at rest, in case every hint is lost. */
const POLL_MS = LIMITS.backoffMsMax;
/**
 * Interval between looks at keys and members at rest. A restored server may have lost a member that only the member and
 * its inviter knew. A pull does not show that.
 */
const KEYS_LOOK_MS = 10 * POLL_MS;
/** Pause between two steps of a re-encryption, so other work gets the store and the network. */
const RESEAL_STEP_MS = 50;

const TASKS: Readonly<Record<SyncTask, (context: TaskContext) => Promise<TaskEnd>>> = {
  keys: keysTask,
  fork: forkTask,
  heal: healTask,
  pull: pullTask,
  push: pushTask,
  compare: compareTask,
};

const POKES: Readonly<Record<PokeReason, SyncEvent>> = {
  local_write: 'local_write',
  hint: 'hint',
  keys: 'keys_hint',
  person: 'ask',
};

export type SyncDriver = ReturnType<typeof createSyncDriver>;

export const createSyncDriver = (deps: SyncDriverDeps) => {
  const { clock } = deps;
  const timer = createSyncTimer(deps);
  const { engine, allAnswered } = trackCalls(deps.engine);
  const counts = { pushed: 0, pulled: 0 };
  const doubts = createDoubts(deps);
  const asking = newAsking();
  const pace = createPace();
  const waiters = new Set<Waiter>();
  let machine = initialSync;
  let lastError: SyncDriverState['lastError'] = null;
  let retryAfterMs: number | null = null;
  let parting: HealingReason = 'epoch_changed';
  let resealing = false;
  let refusals = 0;
  let keysSeenAt = 0;
  /** Incremented when the present work is abandoned. */
  let generation = 0;

  const tell = (event: SyncEvent, tooMany = pace.tooMany()): void => {
    const step = stepSync(machine, event, tooMany);
    const changed = step.machine.state !== machine.state;
    machine = step.machine;
    for (const effect of step.effects) carryOut(effect);
    if (changed) {
      wakeWaiters();
      deps.onChange?.();
    }
  };

  const carryOut = (effect: SyncEffect): void => {
    if (effect.kind === 'run') void runTask(effect.task);
    else if (effect.kind === 'schedule') timer.set(delayMs(effect.why), onTimer, effect.why === 'hurry');
    else if (effect.kind === 'cancel_timer') timer.cancel();
    else if (effect.kind === 'open_events') deps.events.open();
    else if (effect.kind === 'close_events') {
      generation += 1;
      deps.events.close();
    } else exhaustive(effect);
  };

  /** Handles the timer. The absolute difference also covers a clock that was set back. */
  const onTimer = (): void => {
    const isAtRest = machine.state === 'idle';
    const isPoll = isAtRest && !resealing;
    if (isPoll) pace.calm();
    tell(isPoll ? 'poll' : 'timer');
    if (isAtRest && Math.abs(clock.nowMs() - keysSeenAt) >= KEYS_LOOK_MS) tell('keys_hint');
    if (isAtRest && doubts.isTime()) tell('compare_due');
  };

  const delayMs = (why: 'poll' | 'backoff' | 'lockout' | 'hurry'): number => {
    if (why === 'poll') return resealing ? RESEAL_STEP_MS : POLL_MS;
    if (why === 'hurry') return LIMITS.backoffMsMin;
    const random = unitOf(deps.random.bytes(4));
    if (why === 'backoff') return nextDelayMs({ attempt: machine.attempt, random, retryAfterMs });
    const refusal = lastError?.kind ?? '';
    return nextDelayMs({ attempt: machine.lockouts, random, retryAfterMs, pace: paceOfRefusal(refusal) });
  };

  const runTask = async (task: SyncTask): Promise<void> => {
    const mine = generation;
    try {
      const end = await TASKS[task](contextFor(mine));
      if (generation === mine) await finish(end);
    } catch (error) {
      if (error instanceof Abandoned || generation !== mine) return;
      // A bug or a broken machine never ends the loop.
      await finish(failed('internal', errorText(error)));
    }
  };

  const contextFor = (mine: number): TaskContext => {
    const assertCurrent = (): void => {
      if (generation !== mine) throw new Abandoned();
    };
    const guard = async (call: () => Promise<unknown>): Promise<unknown> => {
      assertCurrent();
      const value = await call();
      assertCurrent();
      return value;
    };
    return {
      ...{ ...deps, parting, doubts, asking, pace, assertCurrent },
      engine: wrapCalls(engine, guard),
      keyring: wrapCalls(deps.keyring, guard),
      isWanted: () => machine.wants.push || machine.wants.keys || machine.wants.fork,
      count: (what, items) => {
        counts[what] += items;
      },
      noteRefused: (isRefused) => {
        refusals = isRefused ? refusals + 1 : 0;
        return refusals;
      },
      owePush: () => tell('local_write'),
      noteResealing: (isGoingOn) => {
        resealing = isGoingOn;
      },
    };
  };

  const finish = async (end: TaskEnd): Promise<void> => {
    const failure = 'failure' in end ? end.failure : null;
    lastError = failure === null ? null : { kind: failure.kind, message: failure.message, at: clock.nowMs() };
    retryAfterMs = failure?.retryAfterMs ?? null;
    if (end.event === 'parted') parting = end.why;
    if (BEGINNINGS.has(end.event)) pace.startOver();
    const tooMany = pace.endTask(failure === null);
    if (end.event === 'parted' || failure?.kind === 'bad_answer') doubts.raise();
    if (end.event === 'keys_done') keysSeenAt = clock.nowMs();
    const mine = generation;
    if (end.event === 'stop') await engine.setStopped(lastError);
    if (generation === mine) tell(end.event, tooMany);
    if (machine.state === 'waiting' && lastError === null) lastError = { ...NOTHING_NEW, at: clock.nowMs() };
  };

  /** Resolves waiters: at rest everything is done. After a refusal or outside a vault, waiting does not help. */
  const wakeWaiters = (): void => {
    if (machine.state === 'idle') endWaiters(ok(null));
    else if (machine.state === 'stopped' || machine.state === 'locked_out')
      endWaiters(err(stoppedError(lastError)));
    else if (machine.state === 'off') endWaiters(notInVault());
  };
  const endWaiters = (end: Checked<null>): void => {
    for (const finish of [...waiters]) finish(end);
  };

  const rested = (timeoutMs: number): Answer<null> =>
    new Promise((resolve) => {
      const finish: Waiter = (end) => {
        cancel();
        waiters.delete(finish);
        resolve(end);
      };
      const cancel = deps.timers.after(timeoutMs, () => finish(err(timeoutError(timeoutMs, lastError))));
      waiters.add(finish);
    });

  const poke = (why: PokeReason): void => {
    // A person who asks does not wait for the next retry of garbled items.
    if (why === 'person') {
      Object.assign(asking, newAsking());
      pace.calm();
    }
    tell(POKES[why]);
  };

  const syncNow = async (timeoutMs: number): Answer<SyncResult> => {
    const before = { ...counts };
    if (machine.state === 'stopped') await engine.setStopped(null);
    if (machine.state === 'off') return notInVault();
    const end = rested(timeoutMs);
    poke('person');
    const finished = await end;
    if (!finished.ok) return finished;
    const facts = await engine.syncFacts();
    return ok({
      pushed: counts.pushed - before.pushed,
      pulled: counts.pulled - before.pulled,
      pending: facts.pending,
      dead: facts.dead,
      head: facts.pull?.head ?? 0,
      cursor: facts.pull?.high ?? 0,
    });
  };

  return {
    /** Starts the driver. Call it when the daemon starts and after a vault was entered. Does nothing outside a vault. */
    async start(): Answer<null> {
      const facts = await engine.syncFacts();
      if (facts.vault === null) return ok(null);
      const finished = await finishFork(deps);
      if (!finished.ok) return finished;
      // Clears other stops, which an older version stored where this version retries. [TR-32]
      const stopped = facts.stopped?.kind === 'keys_missing' ? facts.stopped : null;
      if (stopped !== facts.stopped) await engine.setStopped(null);
      lastError = stopped;
      tell(stopped === null ? 'enter' : 'stop');
      return ok(null);
    },
    /** Abandons the present work. After the promise resolves, that work does not touch the engine. */
    async stop(): Promise<void> {
      tell('leave');
      await allAnswered();
    },
    poke,
    /**
     * Waits until all local changes are acknowledged and all remote ones applied. A stopped sync is tried once more.
     * Fails with `not_in_vault`, `not_allowed`, `sync_stopped` or `timeout`, and names the last failure.
     */
    syncNow: ({ timeoutMs }: { readonly timeoutMs: number }): Answer<SyncResult> => syncNow(timeoutMs),
    state: (): SyncDriverState => ({
      state: machine.state,
      lastError,
      nextTryAt: TRIES_AGAIN.has(machine.state) ? timer.atMs() : null,
    }),
  };
};

const TRIES_AGAIN: ReadonlySet<SyncStateName> = new Set(['waiting', 'locked_out']);

/** Maps 4 random bytes to 0 ≤ x < 1. */
const unitOf = (bytes: Uint8Array): number =>
  bytes.reduce((value, byte) => value * 256 + byte, 0) / 256 ** bytes.length;

/** The details in `status` when every answer was accepted. */
const NOTHING_NEW = {
  kind: 'server_error',
  message: "The server's answers contain nothing new, or contradict each other. Sync tries again soon.",
};

const stoppedError = (last: SyncDriverState['lastError']): CairnError =>
  cairnError(
    REFUSALS.has(last?.kind ?? '') ? 'not_allowed' : 'sync_stopped',
    last?.message ?? 'Sync has stopped.',
  );

/** Refusals of this device or its keys. `cairn` has an exit code of its own for them. */
const REFUSALS: ReadonlySet<string> = new Set([
  'unauthorized',
  'device_revoked',
  'wrong_key',
  'keys_missing',
  'members_forged',
]);

const timeoutError = (timeoutMs: number, last: SyncDriverState['lastError']): CairnError =>
  cairnError(
    'timeout',
    `Sync was not done after ${timeoutMs / 1_000} s${last === null ? '.' : `: ${last.message}`}`,
    true,
  );
