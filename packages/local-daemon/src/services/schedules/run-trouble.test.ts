// Runs whose store or context fails for a while, over a real engine.

import { createEngineBench, mustBe } from '@cairn/core/testing';
import { HOUR_MS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { createPass } from '../../testing/pass-time.ts';
import { createGate } from '../gate.ts';
import { createScheduleRunner } from './schedule-runner.ts';

/** Makes a runner whose calls `failing` of the engine throw. */
const scene = async () => {
  const { write, read, time, clock } = createEngineBench();
  const failing = new Set<string>();
  const guarded = <A extends readonly unknown[], R>(name: string, call: (...args: A) => R) => {
    return (...args: A): R => {
      if (failing.has(name)) throw new Error('the disk is full');
      return call(...args);
    };
  };
  const engine = {
    ...{ ...read, ...write },
    context: guarded('context', read.context),
    endRun: guarded('endRun', write.endRun),
  };
  const answer = { value: 'All quiet.', tokens: 120, cost: null };
  const asker = {
    ask: async () => ({ ok: true, value: answer }),
    state: () => ({ lastError: null }),
    prices: () => null,
    restsUntilMs: () => null,
    wake: () => undefined,
  };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const runner = createScheduleRunner(
    Object.assign(Object.create(null), {
      ...{ engine: () => engine, gate: createGate(), asker, clock, timers: time, log },
      acting: { tools: () => [], openTasks: () => [] },
      tell: async () => undefined,
      wrote: () => undefined,
    }),
  );
  await runner.begin();
  const cadence = { type: 'interval', seconds: 3_600 } as const;
  const { row } = await mustBe(write.addSchedule({ goal: 'look at it', cadence }, 'UTC'));
  const pass = createPass(time);
  const statuses = async () =>
    (await mustBe(read.scheduleRuns(row.id, 100))).runs.map(({ status }) => status);
  return { id: row.id, runner, failing, pass, statuses };
};

test('[SC-4] a run that throws has failed, and the schedule runs again', async () => {
  const { id, runner, failing, pass, statuses } = await scene();
  failing.add('context');
  expect(await mustBe(runner.runNow(id))).toMatchObject({ run: { status: 'failed' } });
  failing.clear();
  await pass(2 * HOUR_MS);
  expect((await statuses()).at(-1)).toBe('failed');
  expect((await statuses())[0]).toBe('ok');
});

test.each(['by hand', 'when it is due'])(
  '[SC-4] a run whose end could not be saved is ended later, before the next one %s',
  async (how) => {
    const { id, runner, failing, pass, statuses } = await scene();
    failing.add('endRun');
    await expect(runner.runNow(id)).rejects.toThrow('the disk is full');
    failing.clear();
    await pass(1);
    if (how === 'by hand') await mustBe(runner.runNow(id));
    else await pass(2 * HOUR_MS);
    expect((await statuses()).length).toBeGreaterThan(1);
    expect(new Set(await statuses())).toEqual(new Set(['ok']));
  },
);
