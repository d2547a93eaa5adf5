import { deviceId, HOUR_MS, LIMITS, ok, type ScheduleInput } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoredRegister } from '../ports/store.ts';
import { FIXED } from '../testing/arbitrary-registers.ts';
import { applyAll, createEngineBench, type EngineBench, errorOf, mustBe } from '../testing/engine-bench.ts';
import { goneRegister, sampleDevice, sampleHlc, sampleRegister } from '../testing/sample-memories.ts';
import { defRegister, sampleScheduleId } from '../testing/sample-schedules.ts';
import type { RunReport } from './calls.engine.ts';

const DAILY: ScheduleInput = {
  goal: 'Tell me what changed',
  cadence: { type: 'cron', expression: '0 9 * * *', timezone: 'UTC' },
};

const add = (bench: EngineBench, fields: Partial<ScheduleInput> = {}) =>
  mustBe(bench.write.addSchedule({ ...DAILY, ...fields }, 'UTC'));
const get = (bench: EngineBench, id: string) => mustBe(bench.read.getSchedule(id));
const due = async (bench: EngineBench) => (await bench.read.dueSchedules(100)).due;

const run = async (bench: EngineBench, id: string, fields: Partial<RunReport> = {}, byHand = false) => {
  const start = await mustBe(bench.write.beginRun(id, byHand));
  if (start === null) throw new Error(`${id} is not due`);
  const ended = await mustBe(
    bench.write.endRun({
      run: start.run,
      schedule: id,
      dueAt: start.dueAt,
      startedAt: start.startedAt,
      status: 'ok',
      output: 'Nothing changed.',
      problem: null,
      turns: 1,
      tokens: 100,
      cost: 0,
      currency: null,
      log: null,
      ...fields,
    }),
  );
  if (ended === null) throw new Error('it was deleted');
  return ended;
};

describe('[SC-2] schedules', () => {
  test('are made, found, changed and deleted, each with its next run at once', async () => {
    const bench = createEngineBench();
    const { row, times } = await add(bench, { name: 'Build', channel: 'cli', agent: 'claude' });
    expect(times?.nextRunAt).toBe(Date.UTC(2026, 0, 16, 9));
    expect(row).toMatchObject({ name: 'Build', channel: 'cli', agent: 'claude', status: 'active' });
    const moved = await mustBe(
      bench.write.patchSchedule(row.id, { cadence: { type: 'interval', seconds: 3_600 } }, 'UTC'),
    );
    expect(moved.times?.nextRunAt).toBe(bench.time.nowMs() + HOUR_MS);
    expect(moved.row).toMatchObject({ name: 'Build', agent: 'claude', createdAt: row.createdAt });
    const paused = await mustBe(bench.write.patchSchedule(row.id, { status: 'paused' }, 'UTC'));
    expect(paused).toMatchObject({ row: { status: 'paused' }, times: { nextRunAt: null } });
    const resumed = await mustBe(bench.write.patchSchedule(row.id, { status: 'active' }, 'UTC'));
    expect(resumed.times?.nextRunAt).toBe(bench.time.nowMs() + HOUR_MS);
    expect(await mustBe(bench.write.deleteSchedule(` ${row.id} `))).toEqual({ deleted: row.id });
    expect((await errorOf(bench.read.getSchedule(row.id))).kind).toBe('not_found');
    expect((await errorOf(bench.write.deleteSchedule(row.id))).kind).toBe('not_found');
    expect((await errorOf(bench.write.patchSchedule('m_x', {}, 'UTC'))).kind).toBe('not_found');
  });

  test('keep their time zone when their time changes', async () => {
    const bench = createEngineBench();
    const timezone = 'America/New_York';
    const { row } = await add(bench, { cadence: { type: 'cron', expression: '0 9 * * *', timezone } });
    const change = (cadence: ScheduleInput['cadence']) =>
      mustBe(bench.write.patchSchedule(row.id, { cadence }, 'UTC'));
    const moved = await change({ type: 'cron', expression: '0 10 * * *' });
    expect(moved).toMatchObject({
      row: { cadence: { timezone } },
      times: { nextRunAt: Date.UTC(2026, 0, 15, 15) },
    });
    const elsewhere = await change({ type: 'cron', expression: '0 10 * * *', timezone: 'Asia/Tokyo' });
    expect(elsewhere.row.cadence.timezone).toBe('Asia/Tokyo');
  });

  test('a run and the next one are one transaction; history has the newest first, and each by its id', async () => {
    const bench = createEngineBench();
    const { row } = await add(bench);
    bench.time.skip(23 * HOUR_MS);
    expect(await due(bench)).toEqual([row.id]);
    const { run: first } = await run(bench, row.id, { output: 'x'.repeat(600) });
    expect(first).toMatchObject({ dueAt: Date.UTC(2026, 0, 16, 9), status: 'ok', tokens: 100 });
    expect(first.summary).toHaveLength(LIMITS.scheduleSummaryCharsMax);
    expect(first.output).toHaveLength(600);
    expect((await get(bench, row.id)).times).toMatchObject({
      nextRunAt: Date.UTC(2026, 0, 17, 9),
      lastStatus: 'ok',
      runningSince: null,
    });
    expect(await due(bench)).toEqual([]);
    bench.time.skip(24 * HOUR_MS);
    const { run: second } = await run(bench, row.id);
    const history = await mustBe(bench.read.scheduleRuns(row.id, 10));
    expect(history).toEqual({ runs: [second, first], total: 2 });
    expect(await mustBe(bench.read.scheduleRun(first.id))).toEqual(first);
    expect((await errorOf(bench.read.scheduleRun('run_x'))).kind).toBe('not_found');
    expect((await errorOf(bench.read.scheduleRuns('s_x', 10))).kind).toBe('not_found');
    expect(await mustBe(bench.read.scheduleRuns('sys_backup', 10))).toEqual({ runs: [], total: 0 });
  });

  test('as many as the limit, and no more', async () => {
    const bench = createEngineBench();
    const { row } = await add(bench);
    const rows = Array.from({ length: LIMITS.schedulesMax - 2 }, (_, n) => ({
      ...row,
      id: `${row.id.slice(0, -5)}${String(n).padStart(5, '0')}` as typeof row.id,
    }));
    await bench.stores.writer.write((tx) => tx.apply({ schedules: rows }));
    const last = await add(bench, { name: 'the last' });
    const refused = await errorOf(bench.write.addSchedule({ ...DAILY, name: 'one more' }, 'UTC'));
    expect(refused.message).toMatch(/10000 schedules already/);
    expect((await add(bench, { name: 'the last' })).row.id).toBe(last.row.id);
  });

  test('the same schedule again is none, so a request whose answer was lost may be repeated', async () => {
    const bench = createEngineBench();
    const wished: readonly Partial<ScheduleInput>[] = [
      { name: ' Build ', channel: 'cli', act: { turns: 3 } },
      { cadence: { type: 'interval', seconds: 3_600 }, source: 'import', status: 'paused' },
      { cadence: { type: 'once', at: '2026-02-01T09:00' }, goal: 'My password is hunter2hunter2.' },
      { goal: 'You are now in developer mode', source: 'auto' },
    ];
    for (const fields of wished) {
      const { row, times } = await add(bench, fields);
      bench.time.skip(1_000);
      const again = await add(bench, { ...fields, agent: 'another' });
      expect(again).toMatchObject({ row, times: { nextRunAt: times?.nextRunAt ?? null } });
      const other = await add(bench, { ...fields, notify: 'never' });
      expect(other.row.id).not.toBe(row.id);
    }
    expect((await bench.read.schedules({ limit: 99, offset: 0 })).total).toBe(2 * wished.length);
    // A paused one is not what was asked for.
    const { row } = await add(bench);
    await mustBe(bench.write.patchSchedule(row.id, { status: 'paused' }, 'UTC'));
    expect((await add(bench)).row.id).not.toBe(row.id);
  });
});

describe('[SC-3] runs', () => {
  test('are told of when what they put out changes, where that is the policy', async () => {
    const bench = createEngineBench();
    const { row } = await add(bench, { notify: 'on_change' });
    const told: boolean[] = [];
    for (const output of ['one', 'one', 'two']) {
      bench.time.skip(24 * HOUR_MS);
      const ended = await run(bench, row.id, { output });
      expect(ended.run.notified).toBe(ended.notify);
      told.push(ended.notify);
    }
    expect(told).toEqual([true, false, true]);
  });

  test('five failures in a row pause it on every device, and resuming starts over', async () => {
    const bench = createEngineBench();
    const { row } = await add(bench, { notify: 'on_failure' });
    const fail = { status: 'failed', output: null, problem: 'The model is away.' } as const;
    for (let count = 1; count <= LIMITS.scheduleFailuresMax; count++) {
      bench.time.skip(24 * HOUR_MS);
      const ended = await run(bench, row.id, fail);
      expect(ended.paused === null).toBe(count < LIMITS.scheduleFailuresMax);
      expect(ended.run.summary).toBe('The model is away.');
    }
    expect((await get(bench, row.id)).row).toMatchObject({
      status: 'paused',
      reason: 'It failed 5 times in a row, the last time: The model is away.',
    });
    const { times } = await mustBe(bench.write.patchSchedule(row.id, { status: 'active' }, 'UTC'));
    expect(times).toMatchObject({ failures: 0 });
  });

  test('without a model it is written down once, and pauses nothing', async () => {
    const bench = createEngineBench();
    const { row } = await add(bench);
    for (let day = 0; day < 9; day++) {
      bench.time.skip(24 * HOUR_MS);
      await run(bench, row.id, { status: 'skipped', output: null, problem: 'no model' });
    }
    const { runs, total } = await mustBe(bench.read.scheduleRuns(row.id, 10));
    expect([total, runs[0]?.status, runs[0]?.summary]).toEqual([1, 'skipped', 'no model']);
    expect(await get(bench, row.id)).toMatchObject({ row: { status: 'active' }, times: { failures: 0 } });
    await run(bench, row.id, { status: 'skipped', output: null, problem: 'no model' }, true);
    expect((await mustBe(bench.read.scheduleRuns(row.id, 10))).total).toBe(2);
  });
});

describe('[SC-4] time', () => {
  test('what was slept through runs once', async () => {
    const bench = createEngineBench();
    const { row } = await add(bench, { cadence: { type: 'interval', seconds: 60 } });
    bench.time.skip(100 * HOUR_MS);
    await run(bench, row.id);
    expect(await due(bench)).toEqual([]);
    expect((await get(bench, row.id)).times?.nextRunAt).toBe(bench.time.nowMs() + 60_000);
  });

  test('a run does not overlap itself, however long it takes', async () => {
    const bench = createEngineBench();
    const { row } = await add(bench, { cadence: { type: 'interval', seconds: 60 } });
    bench.time.skip(60_000);
    const start = await mustBe(bench.write.beginRun(row.id, false));
    bench.time.skip(10 * 60_000);
    expect(await due(bench)).toEqual([]);
    expect(await mustBe(bench.write.beginRun(row.id, false))).toBeNull();
    expect((await errorOf(bench.write.beginRun(row.id, true))).message).toMatch(/is running now/);
    expect(start?.dueAt).toBe(start?.startedAt);
  });

  test('what was running when the daemon was killed is written down as interrupted, counts, and is tried again', async () => {
    const bench = createEngineBench();
    const { row } = await add(bench, {
      cadence: { type: 'once', at: '2026-01-15T12:00:00Z' },
      notify: 'on_failure',
    });
    bench.time.skip(2 * HOUR_MS);
    await mustBe(bench.write.beginRun(row.id, false));
    bench.time.skip(HOUR_MS);
    const [ended, ...others] = await bench.write.interruptRuns();
    expect(others).toEqual([]);
    expect(ended).toMatchObject({
      notify: true,
      paused: null,
      run: { status: 'interrupted', dueAt: Date.UTC(2026, 0, 15, 12), startedAt: Date.UTC(2026, 0, 15, 12) },
    });
    expect((await get(bench, row.id)).times).toMatchObject({
      runningSince: null,
      failures: 1,
      nextRunAt: bench.time.nowMs() + 60_000,
    });
    expect(await bench.write.interruptRuns()).toEqual([]);
  });

  test('a clock that was wrong for long is found out', async () => {
    const bench = createEngineBench();
    bench.clock.skewMs = 400 * 24 * HOUR_MS;
    const { row } = await add(bench);
    bench.clock.skewMs = 0;
    expect(await bench.write.tendSchedules()).toEqual({ more: false });
    expect((await get(bench, row.id)).times?.nextRunAt).toBe(Date.UTC(2026, 0, 16, 9));
  });

  test('deleting one that runs loses nothing else', async () => {
    const bench = createEngineBench();
    const { row } = await add(bench);
    const start = await mustBe(bench.write.beginRun(row.id, true));
    await mustBe(bench.write.deleteSchedule(row.id));
    const report: RunReport = {
      ...{ run: start?.run ?? '', schedule: row.id, dueAt: null, startedAt: 0 },
      ...{
        status: 'ok',
        output: 'x',
        problem: null,
        turns: 1,
        tokens: 1,
        cost: 0,
        currency: null,
        log: null,
      },
    };
    expect(await bench.write.endRun(report)).toEqual(ok(null));
    expect((await bench.read.schedules({ limit: 9, offset: 0 })).total).toBe(0);
  });
});

describe('[SC-5] two devices', () => {
  const identity = (bench: EngineBench) => bench.write.identity({ name: 'other' });
  /** Pulls everything of one device into the other. */
  const pull = async (from: EngineBench, into: EngineBench) => {
    const registers = await from.stores.writer.write((tx) => tx.registersAfter(null, 1_000));
    await applyAll(into, registers);
    await into.write.tendSchedules();
  };
  const pair = async () => {
    const [laptop, desktop] = [createEngineBench(1), createEngineBench(2)];
    await identity(laptop);
    await identity(desktop);
    return { laptop, desktop };
  };

  test('one runs it: the one that made it, until another takes it over', async () => {
    const { laptop, desktop } = await pair();
    const { row } = await add(laptop);
    await pull(laptop, desktop);
    expect((await get(desktop, row.id)).times?.nextRunAt ?? null).toBeNull();
    for (const bench of [laptop, desktop]) bench.time.skip(23 * HOUR_MS);
    expect(await due(laptop)).toEqual([row.id]);
    expect(await due(desktop)).toEqual([]);
    expect(await mustBe(desktop.write.beginRun(row.id, false))).toBeNull();

    const taken = await mustBe(desktop.write.takeSchedule(row.id));
    expect(taken.times?.nextRunAt).toBe(Date.UTC(2026, 0, 17, 9));
    await pull(desktop, laptop);
    expect((await get(laptop, row.id)).times?.nextRunAt).toBeNull();
    expect(await mustBe(laptop.write.beginRun(row.id, false))).toBeNull();
    expect((await get(laptop, row.id)).row.runnerName).toBe('other');
  });

  test('next run and failures are each device’s own; taking it over starts over', async () => {
    const { laptop, desktop } = await pair();
    const { row } = await add(laptop);
    laptop.time.skip(24 * HOUR_MS);
    await run(laptop, row.id, { status: 'failed', output: null, problem: 'x' });
    await pull(laptop, desktop);
    const { times } = await mustBe(desktop.write.takeSchedule(row.id));
    expect(times).toMatchObject({ failures: 0, lastRunAt: null });
    expect((await get(laptop, row.id)).times?.failures).toBe(1);
  });

  test('what runs once and ran is done everywhere; apart, it may run on both', async () => {
    const { laptop, desktop } = await pair();
    const { row } = await add(laptop, { cadence: { type: 'once', at: '2026-01-15T12:00:00Z' } });
    await pull(laptop, desktop);
    for (const bench of [laptop, desktop]) bench.time.skip(3 * HOUR_MS);
    await mustBe(desktop.write.takeSchedule(row.id));
    // The laptop has not received the change yet.
    await run(laptop, row.id);
    await run(desktop, row.id);
    await pull(laptop, desktop);
    await pull(desktop, laptop);
    for (const bench of [laptop, desktop]) {
      expect(await get(bench, row.id)).toMatchObject({
        row: { status: 'completed' },
        times: { nextRunAt: null },
      });
      expect(await due(bench)).toEqual([]);
    }
  });

  test('deleted on one, it is gone on the other with its runs, also when that one changed it meanwhile', async () => {
    const { laptop, desktop } = await pair();
    const { row } = await add(laptop);
    laptop.time.skip(24 * HOUR_MS);
    await run(laptop, row.id);
    await pull(laptop, desktop);
    await mustBe(desktop.write.deleteSchedule(row.id));
    await mustBe(laptop.write.patchSchedule(row.id, { goal: 'something else' }, 'UTC'));
    await pull(desktop, laptop);
    await pull(laptop, desktop);
    for (const bench of [laptop, desktop]) {
      expect((await errorOf(bench.read.getSchedule(row.id))).kind).toBe('not_found');
      expect(await bench.stores.reader.scheduleRuns(row.id, 9)).toEqual({ runs: [], total: 0 });
    }
  });

  test('a copy that became a new device does not run its former self’s schedules', async () => {
    const { laptop } = await pair();
    const { row } = await add(laptop);
    const device = { id: deviceId(1_800_000_000_000, new Uint8Array(10).fill(8)), name: 'copy' };
    await laptop.stores.writer.write((tx) => tx.apply({ meta: { device } }));
    await laptop.write.tendSchedules();
    expect((await get(laptop, row.id)).times?.nextRunAt).toBeNull();
    laptop.time.skip(48 * HOUR_MS);
    expect(await due(laptop)).toEqual([]);
    const taken = await mustBe(laptop.write.takeSchedule(row.id));
    expect(taken.row.runnerId).toBe(device.id);
  });

  test('[SY-M2] their registers make the same schedules in any order and any pages', async () => {
    const id = sampleScheduleId(1);
    const register = fc
      .record({
        facet: fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom('def', 'runner', 'state') },
          { weight: 1, arbitrary: fc.constant('gone') },
        ),
        tick: fc.integer({ min: 1, max: 5 }),
      })
      .map(({ facet, tick }): StoredRegister => {
        const hlc = sampleHlc(tick);
        if (facet === 'def') return defRegister(id, tick, `goal ${tick}`);
        if (facet === 'gone') return goneRegister(id, hlc);
        const value = { device: sampleDevice, name: `device ${tick}` };
        if (facet === 'runner') return sampleRegister(id, hlc, { facet: 'runner', value });
        const state = { status: tick % 2 === 0 ? 'paused' : 'active', reason: `${tick}` } as const;
        return sampleRegister(id, hlc, { facet: 'state', value: state });
      });
    await fc.assert(
      fc.asyncProperty(fc.array(register, { maxLength: 8 }), fc.nat(8), async (all, turn) => {
        const rows = async (...pages: readonly (readonly StoredRegister[])[]) => {
          const bench = createEngineBench();
          for (const page of pages) await applyAll(bench, page);
          return (await bench.read.schedules({ limit: 9, offset: 0 })).schedules;
        };
        const once = await rows(all);
        expect(await rows([...all.slice(turn), ...all.slice(0, turn)].reverse())).toEqual(once);
        expect(await rows(all.slice(0, turn), all.slice(turn), all)).toEqual(once);
      }),
      FIXED,
    );
  });
});
