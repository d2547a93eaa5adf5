import { createEngineBench } from '@cairn/core/testing';
import { DAY_MS, HOUR_MS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { createPass } from '../../testing/pass-time.ts';
import { createHousekeeping, type Job, type JobOutcome } from './housekeeping.ts';

const scene = (bench = createEngineBench()) => {
  const { read, write, time, clock } = bench;
  const warnings: string[] = [];
  const engine = { ...read, ...write, readOnly: null };
  const housekeeping = createHousekeeping({
    engine: () => engine,
    clock,
    timers: time,
    random: { bytes: (count) => new Uint8Array(count).fill(warnings.length + ran.length) },
    log: { info: () => undefined, warn: (message) => void warnings.push(message), error: () => undefined },
  });
  const ran: number[] = [];
  const job = (fields: Partial<Job> = {}, outcome: () => Promise<JobOutcome> = async () => null): Job => ({
    ...{ id: 'sys_look', name: 'look', everyMs: HOUR_MS, firstMs: 60_000 },
    run: () => {
      ran.push(time.nowMs());
      return outcome();
    },
    ...fields,
  });
  const pass = createPass(time);
  return { ...{ bench, time, clock, housekeeping, ran, job, pass, warnings, read } };
};

describe('[SC-2] housekeeping', () => {
  test('runs again and again, says what it came to, and ends', async () => {
    const { housekeeping, job, pass, ran, time } = scene();
    const start = time.nowMs();
    housekeeping.add(job({}, async () => ({ status: 'ok', said: 'Did two things.' })));
    await pass(2 * HOUR_MS + 60_000);
    expect(ran.map((at) => at - start)).toEqual([60_000, HOUR_MS + 60_000, 2 * HOUR_MS + 60_000]);
    expect(await housekeeping.list()).toMatchObject([
      {
        ...{ id: 'sys_look', name: 'look', everySeconds: 3_600, lastStatus: 'ok', lastMs: 0 },
        ...{ outcome: 'Did two things.', running: false },
        nextRunAt: new Date(start + 3 * HOUR_MS + 60_000).toISOString(),
      },
    ]);
    await housekeeping.end();
    await pass(9 * HOUR_MS);
    expect(ran).toHaveLength(3);
  });

  test('what did something is in the history; a look that found nothing is not written down', async () => {
    const { housekeeping, job, pass, read, ran } = scene();
    let said: JobOutcome = null;
    housekeeping.add(job({}, async () => said));
    await pass(3 * HOUR_MS);
    expect(await read.systemTimes()).toEqual([]);
    said = { status: 'skipped', said: 'The disk is full.' };
    await pass(HOUR_MS);
    const history = await read.scheduleRuns('sys_look', 9);
    expect(history).toMatchObject({
      value: { total: 1, runs: [{ status: 'skipped', summary: 'The disk is full.' }] },
    });
    expect(ran).toHaveLength(4);
  });

  test('a failure is told, and tried again the next time', async () => {
    const { housekeeping, job, pass, warnings, read, ran } = scene();
    housekeeping.add(job({}, () => Promise.reject(new Error('no permission'))));
    await pass(HOUR_MS + 60_000);
    expect(ran).toHaveLength(2);
    expect(warnings).toEqual(Array(2).fill('housekeeping failed: look; it is tried again'));
    expect(await housekeeping.list()).toMatchObject([{ lastStatus: 'failed', outcome: 'no permission' }]);
    expect(await read.systemTimes()).toMatchObject([{ schedule: 'sys_look', lastStatus: 'failed' }]);
  });

  test('a job does not overlap itself, and does not hold up another', async () => {
    const { housekeeping, job, pass, ran } = scene();
    const { promise, resolve } = Promise.withResolvers<JobOutcome>();
    housekeeping.add(job({}, () => promise));
    const others: string[] = [];
    housekeeping.add(
      job({
        id: 'sys_other',
        run: async () => {
          others.push('ran');
          return null;
        },
      }),
    );
    await pass(3 * HOUR_MS);
    expect([ran.length, others.length]).toEqual([1, 3]);
    expect(await housekeeping.list()).toMatchObject([{ running: true }, { running: false }]);
    resolve(null);
  });

  test('what runs once a day keeps its time over a restart, and is not kept waiting by a clock that was wrong', async () => {
    const daily = { id: 'sys_daily', everyMs: DAY_MS, firstMs: 600_000 } as const;
    const first = scene();
    first.housekeeping.add(first.job(daily));
    await first.pass(HOUR_MS);
    expect(first.ran).toHaveLength(1);
    await first.housekeeping.end();

    const second = scene(first.bench);
    second.housekeeping.add(second.job(daily));
    await second.pass(22 * HOUR_MS);
    expect(second.ran).toEqual([]);
    await second.pass(3 * HOUR_MS);
    expect(second.ran).toHaveLength(1);
    await second.housekeeping.end();

    second.clock.skewMs -= 400 * DAY_MS;
    const third = scene(first.bench);
    third.housekeeping.add(third.job(daily));
    await third.pass(23 * HOUR_MS);
    expect(third.ran).toHaveLength(1);
    await third.housekeeping.end();

    const fourth = scene(first.bench);
    fourth.housekeeping.add(fourth.job(daily));
    await fourth.pass(30 * 60_000);
    expect(fourth.ran).toEqual([]);
    await fourth.housekeeping.end();
  });

  test('one that was taken out, or whose place another took, runs no more; by hand it runs at once', async () => {
    const { housekeeping, job, pass, ran } = scene();
    const remove = housekeeping.add(job());
    remove();
    await pass(2 * HOUR_MS);
    expect(ran).toEqual([]);
    housekeeping.add(job());
    housekeeping.add(job());
    await housekeeping.runNow('sys_look');
    expect(ran).toHaveLength(1);
    await pass(HOUR_MS);
    expect(ran).toHaveLength(2);
  });
});
