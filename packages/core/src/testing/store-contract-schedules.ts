/** The contract for schedules, their times and their runs. */
import { deviceId, LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { ScheduleFilter } from '../ports/store.ts';
import { sampleDevice, sampleMs } from './sample-memories.ts';
import { sampleRun, sampleSchedule, sampleScheduleId, sampleTimes } from './sample-schedules.ts';
import type { StoreUnderTest } from './store-under-test.ts';

/** The log of a run that acted. */
const LOG = {
  asked: 'What is left?',
  given: [],
  turns: [
    { said: '', tokens: 7, calls: [{ tool: 'memory_save', arguments: '{}', result: 'saved m_1', ok: true }] },
  ],
};

const otherDevice = deviceId(1_700_000_000_001, new Uint8Array(10).fill(9));

export const scheduleContract = ({ apply, ask, failing, reader, tx }: StoreUnderTest): void => {
  const found = async (filter: Partial<ScheduleFilter>) =>
    (await reader().schedules({ limit: 100, offset: 0, ...filter })).schedules.map(({ row }) => row.goal);

  describe('[SC-2] schedules', () => {
    const full = sampleSchedule(1, 'naïve "it\'s" 日本', {
      def: {
        name: 'Ärger',
        cadence: { type: 'interval', seconds: 3_600, anchor: sampleMs(5), timezone: null },
        notify: 'on_change',
        project: 'github.com/o/r',
        channel: 'telegram',
        channelContext: '{"chat":1}',
        act: { turns: 3, tokens: 9_000, cost: null, folder: '/srv/ä', heartbeat: true },
        by: { device: sampleDevice, name: 'laptop', agent: 'claude' },
      },
      status: 'paused',
      reason: 'failed 5 times',
      runnerId: otherDevice,
      runnerName: 'desktop',
    });

    test('[SC-8] a run that acted is told of once, in its project, and goes with a memory that it names', async () => {
      const [global, other] = [sampleSchedule(2, 'b'), sampleSchedule(3, 'c', { def: { project: 'other' } })];
      const ran = (schedule: string, n: number) => sampleRun(schedule, n, { log: LOG });
      await apply({
        schedules: [full, global, other],
        scheduleRuns: [
          ran(full.id, 1),
          ran(global.id, 2),
          ran(other.id, 3),
          sampleRun(full.id, 4),
          ran(full.id, 5),
        ],
        scheduleTimes: [sampleTimes(full, { runningLog: LOG })],
      });
      const untold = async () =>
        (await reader().untoldRuns('github.com/o/r', sampleMs(2))).map(({ run, row }) => [run.id, row.goal]);
      const [newest, second] = [ran(full.id, 5), ran(global.id, 2)];
      expect(await untold()).toEqual([
        [newest.id, full.goal],
        [second.id, 'b'],
      ]);
      await apply({ scheduleRunsTold: [newest.id] });
      expect(await untold()).toEqual([[second.id, 'b']]);
      await apply({ eraseMemories: [sampleScheduleId(8)] });
      expect(await reader().scheduleRun(second.id)).toEqual(second);
      const named = { ...LOG, asked: `of ${sampleScheduleId(8)}` };
      await apply({
        scheduleTimes: [sampleTimes(full, { runningLog: named })],
        scheduleRuns: [{ ...second, log: named }],
      });
      await apply({ eraseMemories: [sampleScheduleId(8)] });
      expect(await reader().scheduleRun(second.id)).toEqual({
        ...second,
        log: null,
        output: null,
        summary: null,
      });
      expect((await reader().schedule(full.id))?.times?.runningLog).toBeNull();
      expect((await reader().scheduleRun(newest.id))?.log).toEqual(LOG);
    });

    test('every field of a schedule, its times and its runs comes back as it went in', async () => {
      const times = sampleTimes(full, {
        lastRunAt: sampleMs(3),
        lastStatus: 'failed',
        failures: 4,
        runningSince: sampleMs(4),
        runningDueAt: sampleMs(2),
        outputHash: 'ab',
        runningLog: LOG,
      });
      const bare = sampleRun(full.id, 2, { dueAt: null, summary: null, output: null, notified: false });
      await apply({
        schedules: [full],
        scheduleTimes: [times],
        scheduleRuns: [sampleRun(full.id, 1, { cost: 7, currency: 'EUR', log: LOG }), bare],
      });
      expect(await reader().schedule(full.id)).toEqual({ row: full, times });
      expect(await tx.timedSchedule(full.id)).toEqual({ row: full, times });
      expect(await reader().scheduleRuns(full.id, 9)).toEqual({
        runs: [bare, sampleRun(full.id, 1, { cost: 7, currency: 'EUR', log: LOG })],
        total: 2,
      });
      expect(await reader().scheduleRun(bare.id)).toEqual(bare);
      expect(await reader().scheduleRun('run_nine')).toBeNull();
      expect(await reader().schedule(sampleScheduleId(9))).toBeNull();
      expect(await tx.scheduleCount()).toBe(1);
      expect(await tx.unfinishedRuns()).toEqual([{ row: full, times }]);
      expect(await tx.schedulesRunBy(otherDevice)).toEqual([full]);
      expect(await tx.schedulesRunBy(otherDevice, full.goal)).toEqual([full]);
      expect(await tx.schedulesRunBy(otherDevice, 'Another goal')).toEqual([]);
      expect(await tx.schedulesRunBy(sampleDevice)).toEqual([]);
    });

    test('writing again takes the place of what was there; erasing takes times and runs along', async () => {
      await apply({
        schedules: [full],
        scheduleTimes: [sampleTimes(full)],
        scheduleRuns: [sampleRun(full.id, 1)],
      });
      const other = sampleSchedule(2, 'stays');
      await apply({
        schedules: [{ ...full, goal: 'new words' }, other],
        scheduleTimes: [sampleTimes(other)],
      });
      expect((await reader().schedule(full.id))?.row.goal).toBe('new words');
      await apply({ schedulesErase: [full.id] });
      expect(await reader().schedule(full.id)).toBeNull();
      expect((await reader().scheduleRuns(full.id, 9)).total).toBe(0);
      expect(await reader().nextScheduleAt()).toBe(sampleMs(100));
      expect(await found({})).toEqual(['stays']);
    });

    test('what a call wrote goes when it fails', async () => {
      await failing((tx) => tx.apply({ schedules: [full], scheduleTimes: [sampleTimes(full)] }));
      expect(await found({})).toEqual([]);
    });

    test('are found by every filter, the newest first, a page at a time', async () => {
      await apply({
        schedules: [
          full,
          sampleSchedule(2, 'Read the news', { def: { name: 'Morning' } }),
          sampleSchedule(3, 'Water 100% of the plants', {
            def: { cadence: { type: 'once', at: sampleMs(9), timezone: null }, notify: 'never' },
            status: 'completed',
          }),
        ],
      });
      const [plants, news, naive] = ['Water 100% of the plants', 'Read the news', full.goal];
      expect(await found({})).toEqual([plants, news, naive]);
      expect(await found({ limit: 1, offset: 1 })).toEqual([news]);
      expect((await reader().schedules({ limit: 1, offset: 2 })).total).toBe(3);
      expect(await found({ status: 'active' })).toEqual([news]);
      expect(await found({ type: 'interval' })).toEqual([naive]);
      expect(await found({ type: 'once', notify: 'never' })).toEqual([plants]);
      expect(await found({ notify: 'always' })).toEqual([news]);
      expect(await found({ project: 'github.com/o/r' })).toEqual([naive]);
      expect(await found({ project: null })).toEqual([plants, news]);
      expect(await found({ runners: [otherDevice] })).toEqual([naive]);
      expect(await found({ notRunners: [otherDevice] })).toEqual([plants, news]);
      expect(await found({ runners: [] })).toEqual([]);
      expect(await found({ words: ['NEWS', 'morn'] })).toEqual([news]);
      expect(await found({ words: ['ärger'] })).toEqual([naive]);
      expect(await found({ words: ['100%'] })).toEqual([plants]);
      expect(await found({ words: ['news', 'plants'] })).toEqual([]);
    });

    test('are due from their time on, the longest waiting first, and not while they run', async () => {
      const rows = [1, 2, 3, 4].map((n) => sampleSchedule(n, `goal ${n}`));
      const [a, b, c, d] = rows;
      if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error();
      await apply({
        schedules: rows,
        scheduleTimes: [
          sampleTimes(a, { nextRunAt: sampleMs(20) }),
          sampleTimes(b, { nextRunAt: sampleMs(10) }),
          sampleTimes(c, { nextRunAt: sampleMs(5), runningSince: sampleMs(5) }),
          sampleTimes(d, { nextRunAt: null }),
        ],
      });
      const due = async (n: number, limit = 9) =>
        (await reader().dueSchedules(sampleMs(n), limit)).map(({ row }) => row.goal);
      expect(await due(9)).toEqual([]);
      expect(await due(10)).toEqual(['goal 2']);
      expect(await due(20)).toEqual(['goal 2', 'goal 1']);
      expect(await due(20, 1)).toEqual(['goal 2']);
      expect(await reader().nextScheduleAt()).toBe(sampleMs(10));
    });

    test('keep their newest runs', async () => {
      const runs = Array.from({ length: LIMITS.scheduleRunsKept + 1 }, (_, n) => sampleRun(full.id, n));
      await apply({
        schedules: [full],
        scheduleRuns: [...runs, sampleRun('sys_backup', 0, { id: 'other' })],
      });
      const kept = await reader().scheduleRuns(full.id, LIMITS.scheduleRunsKept + 9);
      expect(kept.total).toBe(LIMITS.scheduleRunsKept);
      expect(kept.runs.at(-1)?.id).toBe('run_000001');
      expect((await reader().scheduleRuns('sys_backup', 9)).total).toBe(1);
    });
  });

  describe('[SC-5] times that do not fit', () => {
    const untimed = (limit = 9) =>
      ask(async (tx) =>
        (await tx.untimedSchedules(sampleDevice, sampleMs(50), limit)).map(({ row }) => row.goal),
      );

    test('are found: missing, of another cadence, from the future, or of what is not to run here', async () => {
      const ready = sampleSchedule(1, 'ready');
      const fresh = sampleSchedule(2, 'fresh');
      const edited = sampleSchedule(3, 'edited');
      const ahead = sampleSchedule(4, 'ahead');
      const away = sampleSchedule(5, 'away', { runnerId: otherDevice });
      const paused = sampleSchedule(6, 'paused', { status: 'paused' });
      const elsewhere = sampleSchedule(7, 'elsewhere', { runnerId: otherDevice });
      const runs = sampleSchedule(8, 'runs');
      await apply({
        schedules: [ready, fresh, edited, ahead, away, paused, elsewhere, runs],
        scheduleTimes: [
          sampleTimes(ready),
          sampleTimes(edited, { cadence: '{}' }),
          sampleTimes(ahead, { computedAt: sampleMs(51) }),
          sampleTimes(away),
          sampleTimes(paused),
          sampleTimes(elsewhere, { nextRunAt: null }),
          sampleTimes(runs, { nextRunAt: null, runningSince: sampleMs(1) }),
        ],
      });
      expect(await untimed()).toEqual(['fresh', 'edited', 'ahead', 'away', 'paused']);
      expect(await untimed(2)).toEqual(['fresh', 'edited']);
    });

    test('housekeeping has times and no row', async () => {
      const system = { ...sampleTimes(sampleSchedule(1, 'x')), schedule: 'sys_backup', cadence: null };
      await apply({ scheduleTimes: [system, { ...system, schedule: 'sysabackup' }] });
      expect(await reader().systemTimes()).toEqual([system]);
      expect(await reader().nextScheduleAt()).toBeNull();
      expect(await untimed()).toEqual([]);
    });
  });
};
