/**
 * Sync as a state machine: a complete table of states and events, and a step from one machine to the next and its
 * effects. One request runs at a time, and later wants are remembered. A failed attempt always schedules the next, so
 * pending work always has a request or a timer. [SY-L4]
 */
import { exhaustive, recordOf, type SyncStateName } from '@cairn/schema';

/**
 * `keys`: fetch and check the keyring. `fork`: take a new identity [SY-E3]. `heal`: begin again with a server whose history differs
 * [SY-E2]. `compare`: check whether both hold the same [TR-15].
 */
const SYNC_TASKS = ['keys', 'fork', 'heal', 'pull', 'push', 'compare'] as const;
export type SyncTask = (typeof SYNC_TASKS)[number];

/** The ends of tasks. */
export const SYNC_ANSWERS = [
  'keys_done',
  'fork_done',
  'heal_done',
  /** A page was applied and there are more. */
  'pull_more',
  'pull_done',
  /** Like `pull_more`, and the page had items of a key generation that is not here. */
  'pull_more_keys',
  /** The pull is complete, and showed that the server lacks something. */
  'pull_push',
  /** A batch was settled and more waits. */
  'push_more',
  'push_done',
  /** A batch was settled, and other devices have written, so a pull is due. */
  'push_behind',
  'push_more_behind',
  /** The comparison ended or was cut short. It may have enqueued something. [RL-11] */
  'compare_done',
  /** Items were refused because their key generation has ended. */
  'old_key',
  'forked',
  /** The server's history differs from the one that this device knows, or this device has begun to pull from nothing. [TR-5] */
  'parted',
  'begun_again',
  'failed',
  /** The server refuses this device, or shows what no member signed. It is retried slowly. [SY-E2, TR-32] */
  'locked_out',
] as const;
export const SYNC_EVENTS = [
  ...SYNC_ANSWERS,
  /** There is a vault: the daemon started in one, or entered one. */
  'enter',
  /** The vault was left, or the daemon ends. */
  'leave',
  'local_write',
  /** The server reported something new, or the network returned. */
  'hint',
  /** The server reported a new key generation. */
  'keys_hint',
  /** A person requested a sync. */
  'ask',
  'timer',
  /** The regular timer of an idle device. */
  'poll',
  /** Idle, and a comparison with the server is due. */
  'compare_due',
  /** Sync stops until a person acts. */
  'stop',
] as const;
export type SyncEvent = (typeof SYNC_EVENTS)[number];

export interface SyncMachine {
  readonly state: SyncStateName;
  /** The request under way; set only in `pulling` and `pushing`, and always there. */
  readonly task: SyncTask | null;
  /** The previous task, so that pulls and pushes take turns. */
  readonly before: SyncTask | null;
  readonly wants: Readonly<Record<SyncTask, boolean>>;
  /** Failures in a row. */
  readonly attempt: number;
  /** How often everything began again since the last idle poll. All but the first wait, as each costs a whole pull. [TR-53] */
  readonly partings: number;
  /** How often in a row the server refused this device. While it is not 0, there is no stream of hints. */
  readonly lockouts: number;
}

/**
 * `poll`: check regularly while idle, in case every hint is lost. `backoff`: wait by `machine.attempt`. `lockout`: wait longer, by
 * `machine.lockouts` and the refusal. `hurry`: shorten a longer timer to the shortest delay.
 */
export type SyncEffect =
  | { readonly kind: 'run'; readonly task: SyncTask }
  | { readonly kind: 'schedule'; readonly why: 'poll' | 'backoff' | 'lockout' | 'hurry' }
  | { readonly kind: 'cancel_timer' }
  | { readonly kind: 'open_events' }
  | { readonly kind: 'close_events' };

export interface SyncStep {
  readonly machine: SyncMachine;
  readonly effects: readonly SyncEffect[];
}

/**
 * `ignore`: a late event. `stay`: only remember the want. `work`: start the next task, or go idle. `wait`: retry this task later.
 * `hurry`: stay, but shorten the timer, unless a server leads in circles by hints [TR-53]. `lock_out`: retry slowly, keys first,
 * without hints until then.
 */
type Transition = 'ignore' | 'stay' | 'work' | 'open' | 'wait' | 'hurry' | 'lock_out' | 'off' | 'stopped';
interface Cell {
  readonly want: readonly SyncTask[];
  readonly then: Transition;
}

const cell = (then: Transition, ...want: readonly SyncTask[]): Cell => ({ then, want });
const ignore = cell('ignore');

/** Answers of requests, in states without a request. */
const lateAnswers = recordOf(SYNC_ANSWERS, () => ignore);

const busy: Readonly<Record<SyncEvent, Cell>> = {
  enter: cell('stay', 'keys', 'pull', 'push'),
  leave: cell('off'),
  local_write: cell('stay', 'push'),
  hint: cell('stay', 'pull'),
  // Members and keys change by a commit, which a pull reports. [SY-E1]
  keys_hint: cell('stay', 'keys', 'pull'),
  ask: cell('stay', 'pull', 'push'),
  timer: cell('stay'),
  poll: cell('stay'),
  compare_due: cell('stay', 'compare'),
  // Registers that arrived under an ended key are pulled again. Those sent under it are sent again after the pull. [RL-11]
  keys_done: cell('work', 'pull'),
  // The pull shows which registers the server lacks. They are pushed after it.
  fork_done: cell('work', 'keys', 'pull'),
  heal_done: cell('work', 'keys', 'pull'),
  pull_more: cell('work', 'pull'),
  pull_done: cell('work'),
  pull_more_keys: cell('work', 'keys', 'pull', 'push'),
  pull_push: cell('work', 'push', 'pull'),
  push_more: cell('work', 'push'),
  push_done: cell('work'),
  push_behind: cell('work', 'pull'),
  push_more_behind: cell('work', 'push', 'pull'),
  compare_done: cell('work', 'push'),
  old_key: cell('work', 'keys', 'push'),
  forked: cell('work', 'fork'),
  parted: cell('work', 'heal'),
  begun_again: cell('work', 'pull', 'push'),
  failed: cell('wait'),
  locked_out: cell('lock_out', 'keys'),
  stop: cell('stopped'),
};

/** Events of a device without a vault, and of one whose sync has stopped. */
const deaf = {
  ...lateAnswers,
  enter: cell('open', 'keys', 'pull', 'push'),
  ...recordOf(['local_write', 'hint', 'keys_hint', 'timer', 'poll', 'compare_due'], () => ignore),
  // A daemon may start in a vault whose sync had stopped.
  stop: cell('stopped'),
} as const;

/** Events of a device in a vault without a request. */
const awake = {
  ...lateAnswers,
  enter: cell('work', 'keys', 'pull', 'push'),
  leave: cell('off'),
  ask: cell('work', 'pull', 'push'),
  stop: cell('stopped'),
} as const;

/**
 *              enter                 a task is wanted                failed
 *      off ────────────┐    idle ──────────────────┐         ┌───────────────────► waiting
 *       ▲              ▼     ▲                     ▼         │                        │
 *       │ leave        └──►  │            pulling ⇄ pushing ─┤ ◄──────────────────────┘
 *       │                    └──────────────────── │         │      timer, ask
 *   (every state)             nothing is wanted    │         │
 *                                                  │         │ locked_out
 *      stopped ◄───────────────────────────────────┘         └───────────────────► locked_out
 *         │     stop: until a person acts                                             │
 *         └──── ask: pulls again ──► pulling                pulling ◄── timer, ask ───┘
 *
 * A task's name decides between the two busy states: `push` and `fork` are pushing, the others are pulling. Events that come in
 * a busy state only add to `wants`; the answer of the task picks the next one.
 */
export const SYNC_TABLE: Readonly<Record<SyncStateName, Readonly<Record<SyncEvent, Cell>>>> = {
  off: { ...deaf, leave: ignore, ask: ignore },
  idle: {
    ...awake,
    local_write: cell('work', 'push'),
    hint: cell('work', 'pull'),
    keys_hint: cell('work', 'keys', 'pull'),
    timer: cell('work', 'pull', 'push'),
    poll: cell('work', 'pull', 'push'),
    compare_due: cell('work', 'compare'),
  },
  pulling: busy,
  pushing: busy,
  waiting: {
    ...awake,
    local_write: cell('hurry', 'push'),
    hint: cell('hurry', 'pull'),
    keys_hint: cell('hurry', 'keys', 'pull'),
    timer: cell('work'),
    poll: cell('work'),
    compare_due: ignore,
  },
  locked_out: {
    ...awake,
    // These events do not restore the device on the server, so they do not shorten the wait.
    local_write: cell('stay', 'push'),
    hint: cell('stay', 'pull'),
    keys_hint: cell('stay', 'keys', 'pull'),
    timer: cell('work', 'pull', 'push'),
    poll: cell('work', 'pull', 'push'),
    compare_due: ignore,
  },
  stopped: { ...deaf, leave: cell('off'), ask: cell('open', 'keys', 'pull', 'push') },
};

const NOTHING: SyncMachine['wants'] = recordOf(SYNC_TASKS, () => false);
export const initialSync: SyncMachine = {
  state: 'off',
  task: null,
  before: null,
  wants: NOTHING,
  attempt: 0,
  partings: 0,
  lockouts: 0,
};

/** Steps the machine. `tooMany`: useless answers in a row, above what an honest server sends; then the next task waits. [TR-53] */
export const stepSync = (machine: SyncMachine, event: SyncEvent, tooMany = 0): SyncStep => {
  const { want, then } = SYNC_TABLE[machine.state][event];
  const wanting = { ...machine, wants: withWants(machine.wants, want) };
  switch (then) {
    case 'ignore':
      return { machine, effects: [] };
    case 'stay':
      return { machine: wanting, effects: [] };
    case 'hurry': {
      const isLed = event !== 'local_write' && (tooMany > 0 || machine.partings > 1);
      return { machine: wanting, effects: isLed ? [] : [{ kind: 'schedule', why: 'hurry' }] };
    }
    case 'work':
      if (isKeysLoop(machine, event)) return wait(wanting, tooMany);
      if (BEGINNINGS.has(event)) return listening(machine, part({ ...wanting, lockouts: 0 }));
      return listening(machine, workOrWait(afterEvent(wanting, event), isAnswer(event) ? tooMany : 0));
    case 'open':
      return before({ kind: 'open_events' }, work({ ...wanting, attempt: 0 }));
    case 'wait':
      return wait(wantingAgain(wanting), tooMany);
    case 'lock_out':
      return lockOut(wantingAgain(wanting));
    case 'off':
    case 'stopped':
      return {
        machine: { ...initialSync, state: then },
        effects: [{ kind: 'cancel_timer' }, { kind: 'close_events' }],
      };
    default:
      return exhaustive(then);
  }
};

const wantingAgain = (machine: SyncMachine): SyncMachine =>
  machine.task === null ? machine : { ...machine, wants: withWants(machine.wants, [machine.task]) };

/** Whether the server still refuses keys that were just fetched. An immediate retry would loop. */
const isKeysLoop = (machine: SyncMachine, event: SyncEvent): boolean =>
  event === 'old_key' && machine.before === 'keys';

/** Events after which everything is pulled from nothing. */
export const BEGINNINGS: ReadonlySet<SyncEvent> = new Set(['parted', 'fork_done', 'begun_again']);

const isAnswer = (event: SyncEvent): boolean => event in lateAnswers;

/** Resets the failure counts after an answer. Answers cost a lying server nothing, so only an idle poll resets `partings`. [TR-53] */
const afterEvent = (machine: SyncMachine, event: SyncEvent): SyncMachine => {
  if (event === 'poll' && machine.state === 'idle') return { ...machine, partings: 0 };
  return isAnswer(event) ? { ...machine, attempt: 0, lockouts: 0 } : machine;
};

const workOrWait = (machine: SyncMachine, tooMany: number): SyncStep =>
  tooMany > 0 && nextTask(machine.wants, null) !== null ? wait(machine, tooMany) : work(machine);

/** Opens the stream of hints when the server accepts this device again. */
const listening = ({ lockouts }: SyncMachine, step: SyncStep): SyncStep =>
  lockouts > 0 && step.machine.lockouts === 0 ? before({ kind: 'open_events' }, step) : step;

const part = (machine: SyncMachine): SyncStep => {
  const parted = { ...machine, partings: machine.partings + 1 };
  return machine.partings === 0 ? work(parted) : wait({ ...parted, attempt: machine.partings });
};

/** Starts the most urgent task, or goes idle. */
const work = (machine: SyncMachine): SyncStep => {
  const last = machine.task ?? machine.before;
  const task = nextTask(machine.wants, last);
  if (task === null)
    return {
      machine: { ...machine, state: 'idle', task: null, before: last },
      effects: [{ kind: 'schedule', why: 'poll' }],
    };
  return {
    machine: {
      ...machine,
      state: task === 'push' || task === 'fork' ? 'pushing' : 'pulling',
      task,
      before: last,
      wants: { ...machine.wants, [task]: false },
    },
    effects: [{ kind: 'cancel_timer' }, { kind: 'run', task }],
  };
};

const wait = (machine: SyncMachine, tooMany = 0): SyncStep => ({
  machine: {
    ...machine,
    state: 'waiting',
    task: null,
    before: machine.task ?? machine.before,
    attempt: Math.max(machine.attempt + 1, tooMany),
  },
  effects: [{ kind: 'schedule', why: 'backoff' }],
});

const lockOut = (machine: SyncMachine): SyncStep => ({
  machine: {
    ...machine,
    state: 'locked_out',
    task: null,
    before: machine.task ?? machine.before,
    attempt: 0,
    lockouts: machine.lockouts + 1,
  },
  effects: [{ kind: 'close_events' }, { kind: 'schedule', why: 'lockout' }],
});

/** Returns the most urgent task: identity and history, then keys, then pushes and pulls in turn, and a comparison last. */
const nextTask = (wants: SyncMachine['wants'], last: SyncTask | null): SyncTask | null => {
  if (wants.fork) return 'fork';
  if (wants.heal) return 'heal';
  if (wants.keys) return 'keys';
  if (wants.push && wants.pull) return last === 'push' ? 'pull' : 'push';
  if (wants.push || wants.pull) return wants.push ? 'push' : 'pull';
  return wants.compare ? 'compare' : null;
};

const withWants = (wants: SyncMachine['wants'], more: readonly SyncTask[]): SyncMachine['wants'] => ({
  ...wants,
  ...Object.fromEntries(more.map((task) => [task, true])),
});

const before = (effect: SyncEffect, step: SyncStep): SyncStep => ({
  ...step,
  effects: [effect, ...step.effects],
});
