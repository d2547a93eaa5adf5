import { SYNC_STATES } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  initialSync,
  SYNC_ANSWERS,
  SYNC_EVENTS,
  SYNC_TABLE,
  type SyncEffect,
  type SyncEvent,
  type SyncMachine,
  stepSync,
} from './sync-state.ts';

/** The outside world as the effects build it: a request or none, a timer or none. */
interface World {
  readonly machine: SyncMachine;
  readonly requests: number;
  readonly timer: boolean;
  readonly streamOpen: boolean;
}

const start: World = { machine: initialSync, requests: 0, timer: false, streamOpen: false };
const ANSWERS: ReadonlySet<SyncEvent> = new Set(SYNC_ANSWERS);

const act = (world: World, effect: SyncEffect): World => {
  if (effect.kind === 'run') return { ...world, requests: world.requests + 1 };
  if (effect.kind === 'schedule') return { ...world, timer: true };
  if (effect.kind === 'cancel_timer') return { ...world, timer: false };
  return { ...world, streamOpen: effect.kind === 'open_events' };
};

/** Applies an event: an answer ends its request, leaving and stopping abandon it, and a timer fires once. */
const happen = (world: World, event: SyncEvent): World => {
  const step = stepSync(world.machine, event);
  const ends = ANSWERS.has(event) || event === 'leave' || event === 'stop';
  const before = { ...world, machine: step.machine };
  const after = {
    ...before,
    requests: ends ? 0 : before.requests,
    timer: event === 'timer' || event === 'poll' ? false : before.timer,
  };
  return step.effects.reduce(act, after);
};

/** Whether the event is possible: answers need a request, timers a timer. */
const canHappen = (world: World, event: SyncEvent): boolean => {
  if (ANSWERS.has(event)) return world.requests > 0;
  return (event !== 'timer' && event !== 'poll') || world.timer;
};

const runs = fc.array(fc.constantFrom(...SYNC_EVENTS), { maxLength: 60 });
const walk = (events: readonly SyncEvent[], check: (world: World) => void): World => {
  let world = start;
  for (const event of events) {
    if (!canHappen(world, event)) continue;
    world = happen(world, event);
    check(world);
  }
  return world;
};

describe('whatever happens', () => {
  test('[SY-L4] there are never two requests at once, and one exactly while pulling or pushing', () => {
    fc.assert(
      fc.property(runs, (events) => {
        walk(events, ({ machine, requests }) => {
          const busy = machine.state === 'pulling' || machine.state === 'pushing';
          expect(requests).toBe(busy ? 1 : 0);
          expect(machine.task !== null).toBe(busy);
        });
      }),
      { seed: 7, numRuns: 2_000 },
    );
  });

  test('[SY-L4] in a vault there is always a request or a timer, so nothing pending is forgotten', () => {
    fc.assert(
      fc.property(runs, (events) => {
        walk(events, ({ machine, requests, timer, streamOpen }) => {
          const live = machine.state !== 'off' && machine.state !== 'stopped';
          if (live) expect(requests + Number(timer)).toBeGreaterThan(0);
          else expect(timer).toBe(false);
          expect(streamOpen).toBe(live && machine.lockouts === 0);
        });
      }),
      { seed: 8, numRuns: 2_000 },
    );
  });

  test('[SY-L4] once faults stop, everything wanted is done and the machine rests', () => {
    const good: Readonly<Record<string, SyncEvent>> = {
      keys: 'keys_done',
      fork: 'fork_done',
      heal: 'heal_done',
      compare: 'compare_done',
      pull: 'pull_done',
      push: 'push_done',
    };
    fc.assert(
      fc.property(runs, (events) => {
        let world = walk(events, () => undefined);
        for (let steps = 0; steps < 20; steps++) {
          const answer = world.machine.task === null ? undefined : good[world.machine.task];
          if (world.machine.state === 'waiting' || world.machine.state === 'locked_out')
            world = happen(world, 'timer');
          else if (answer !== undefined) world = happen(world, answer);
        }
        expect(['idle', 'off', 'stopped']).toContain(world.machine.state);
        expect(Object.values(world.machine.wants)).not.toContain(true);
      }),
      { seed: 9, numRuns: 1_000 },
    );
  });
});

test('[SY-L4] a failed attempt wants the same task again and counts up until an answer comes', () => {
  let { machine } = stepSync(initialSync, 'enter');
  expect(machine.task).toBe('keys');
  for (let attempt = 1; attempt <= 3; attempt++) {
    const failed = stepSync(machine, 'failed');
    expect(failed.machine).toMatchObject({ state: 'waiting', attempt });
    expect(failed.machine.wants.keys).toBe(true);
    expect(failed.effects).toEqual([{ kind: 'schedule', why: 'backoff' }]);
    machine = stepSync(failed.machine, 'timer').machine;
  }
  expect(stepSync(machine, 'keys_done').machine.attempt).toBe(0);
});

test('[SY-L4] a write or a hint during a wait wakes it early, a person at once', () => {
  const waiting = stepSync(stepSync(initialSync, 'enter').machine, 'failed').machine;
  for (const event of ['local_write', 'hint'] as const)
    expect(stepSync(waiting, event).effects).toEqual([{ kind: 'schedule', why: 'hurry' }]);
  expect(stepSync(waiting, 'ask').effects).toContainEqual({ kind: 'run', task: 'keys' });
});

test('a write that comes during a push is pushed after it, and pulls take turns with pushes', () => {
  const tasks: (string | null)[] = [];
  let machine = stepSync(initialSync, 'enter').machine;
  for (const event of [
    'keys_done',
    'push_more',
    'pull_more',
    'push_more',
    'pull_more',
    'push_done',
    'pull_done',
  ] as const) {
    machine = stepSync(machine, event).machine;
    tasks.push(machine.task);
  }
  expect(tasks).toEqual(['push', 'pull', 'push', 'pull', 'push', 'pull', null]);
});

test('keys that the server refuses again right after they were fetched are not fetched in a circle', () => {
  let machine = stepSync(stepSync(initialSync, 'enter').machine, 'keys_done').machine;
  expect(machine.task).toBe('push');
  const refused = stepSync(machine, 'old_key').machine;
  expect(refused.state).toBe('waiting');
  machine = stepSync(refused, 'timer').machine;
  expect(machine.task).toBe('keys');
});

test('[SY-E3] a fork comes before everything else, and is followed by keys and a pull', () => {
  const pushing = stepSync(stepSync(initialSync, 'enter').machine, 'keys_done').machine;
  const forking = stepSync(pushing, 'forked').machine;
  expect(forking.task).toBe('fork');
  const after = stepSync(forking, 'fork_done').machine;
  expect(after.task).toBe('keys');
  expect(after.wants).toMatchObject({ pull: true });
});

test('[SY-E2] pasts that part are healed by keys, a full pull, and a push of what the server lacks', () => {
  const tasks: (string | null)[] = [];
  let { machine } = stepSync(initialSync, 'enter');
  for (const event of [
    'keys_done',
    'parted',
    'heal_done',
    'keys_done',
    'pull_push',
    'push_more',
    'push_done',
    'pull_done',
  ] as const) {
    machine = stepSync(machine, event).machine;
    tasks.push(machine.task);
  }
  // The pull that was wanted at the start comes first when a push was under way.
  expect(tasks).toEqual(['push', 'heal', 'keys', 'pull', 'push', 'pull', 'push', null]);
});

test('[RL-11] after the keys comes a pull, also where only a refused push had asked for them', () => {
  let machine = stepSync(initialSync, 'enter').machine;
  const tasks: (string | null)[] = [];
  for (const event of [
    'keys_done',
    'push_done',
    'pull_done',
    'local_write',
    'old_key',
    'keys_done',
  ] as const) {
    machine = stepSync(machine, event).machine;
    tasks.push(machine.task);
  }
  expect(tasks).toEqual(['push', 'pull', null, 'push', 'keys', 'push']);
  expect(stepSync(machine, 'push_done').machine.task).toBe('pull');
});

test('[TR-15, RL-11] a comparison begins at rest only, comes after everything else, and what it leaves is sent', () => {
  let machine = stepSync(initialSync, 'enter').machine;
  const tasks = (
    [
      'compare_due',
      'keys_done',
      'push_done',
      'pull_done',
      'local_write',
      'compare_done',
      'push_done',
    ] as const
  ).map((event) => {
    machine = stepSync(machine, event).machine;
    return machine.task;
  });
  expect(tasks).toEqual(['keys', 'push', 'pull', 'compare', 'compare', 'push', null]);
  const waiting = stepSync(stepSync(machine, 'poll').machine, 'failed').machine;
  expect(stepSync(waiting, 'compare_due')).toEqual({ machine: waiting, effects: [] });
  expect(machine.state).toBe('idle');
  expect(stepSync(machine, 'compare_due').machine).toMatchObject({ state: 'pulling', task: 'compare' });
});

test('[SY-E2, TR-53] pasts that part again before the device was at rest do not cost one full pull after the other', () => {
  let { machine } = stepSync(initialSync, 'enter');
  for (const event of ['keys_done', 'parted', 'heal_done', 'keys_done'] as const)
    machine = stepSync(machine, event).machine;
  const waits: number[] = [];
  for (let n = 0; n < 3; n++) {
    const again = stepSync(machine, 'parted');
    expect(again.machine.state).toBe('waiting');
    expect(stepSync(again.machine, 'hint').effects).toEqual([]);
    waits.push(again.machine.attempt);
    machine = stepSync(again.machine, 'timer').machine;
    expect(machine.task).toBe('heal');
    machine = stepSync(stepSync(machine, 'heal_done').machine, 'keys_done').machine;
  }
  expect(waits).toEqual([2, 3, 4]);
  machine = stepSync(machine, 'pull_push').machine;
  machine = stepSync(machine, 'push_done').machine;
  // A server can accept a push and then show another history, as often as it likes.
  expect(stepSync(machine, 'parted').machine).toMatchObject({ state: 'waiting', attempt: 5 });
  // A copy changes its identity at once; the tasks after that wait.
  const forking = stepSync(machine, 'forked').machine;
  expect(forking.task).toBe('fork');
  expect(stepSync(forking, 'fork_done').machine).toMatchObject({ state: 'waiting', attempt: 5 });
  const rested = stepSync(machine, 'pull_done').machine;
  expect(rested.state).toBe('idle');
  expect(stepSync(stepSync(rested, 'timer').machine, 'parted').machine.state).toBe('waiting');
  expect(stepSync(stepSync(rested, 'poll').machine, 'parted').machine.task).toBe('heal');
});

test('[TR-53] after too many answers that brought nothing the next task waits, and a hint does not wake it', () => {
  const keys = stepSync(initialSync, 'enter').machine;
  expect(stepSync(keys, 'keys_done', 0).machine.task).toBe('push');
  const waiting = stepSync(keys, 'keys_done', 3);
  expect(waiting.machine).toMatchObject({ state: 'waiting', attempt: 3, wants: { pull: true, push: true } });
  expect(waiting.effects).toEqual([{ kind: 'schedule', why: 'backoff' }]);
  expect(stepSync(waiting.machine, 'hint', 3).effects).toEqual([]);
  expect(stepSync(waiting.machine, 'local_write', 3).effects).toEqual([{ kind: 'schedule', why: 'hurry' }]);
  const pushing = stepSync(waiting.machine, 'timer', 3).machine;
  expect(pushing.task).toBe('push');
  expect(stepSync(pushing, 'failed', 4).machine.attempt).toBe(4);
  // With nothing left to do it goes idle as usual.
  const last = stepSync(stepSync(pushing, 'push_done').machine, 'pull_done', 5);
  expect(last.machine.state).toBe('idle');
});

test('[SY-E2] a server that does not know this device is asked again slowly, keys first, until it does', () => {
  let { machine } = stepSync(stepSync(initialSync, 'enter').machine, 'keys_done');
  expect(machine.task).toBe('push');
  for (let lockouts = 1; lockouts <= 3; lockouts++) {
    const refused = stepSync(machine, 'locked_out');
    expect(refused.machine).toMatchObject({
      state: 'locked_out',
      lockouts,
      wants: { keys: true, push: true },
    });
    expect(refused.effects).toEqual([{ kind: 'close_events' }, { kind: 'schedule', why: 'lockout' }]);
    // Later wants are remembered, but do not cause a request.
    for (const event of ['local_write', 'hint'] as const)
      expect(stepSync(refused.machine, event)).toMatchObject({
        machine: { state: 'locked_out' },
        effects: [],
      });
    const again = stepSync(refused.machine, 'timer');
    expect(again.effects).toEqual([{ kind: 'cancel_timer' }, { kind: 'run', task: 'keys' }]);
    // The device was offline meanwhile, which does not show whether the server knows it.
    const away = stepSync(again.machine, 'failed');
    expect(away.machine.lockouts).toBe(lockouts);
    machine = stepSync(away.machine, 'timer').machine;
  }
  const known = stepSync(machine, 'keys_done');
  expect(known.machine.lockouts).toBe(0);
  expect(known.effects[0]).toEqual({ kind: 'open_events' });
  expect(stepSync(machine, 'stop').machine).toMatchObject({ state: 'stopped', lockouts: 0 });
});

test('the table is complete: every state says something about every event', () => {
  for (const state of SYNC_STATES)
    expect(Object.keys(SYNC_TABLE[state]).sort()).toEqual([...SYNC_EVENTS].sort());
});
