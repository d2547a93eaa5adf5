/**
 * Measures how long it takes to find due schedules among many others, and to search schedules. Also measures how late runs begin.
 * [SC-2, SC-4]
 */
import { type Engine, openEngine } from '@cairn/core';
import { LIMITS, scheduleResult } from '@cairn/schema';
import { chunksOf, eachInTurn, range, sleep, timedEach } from '../measure.ts';
import { must } from '../must.ts';
import { type Device, makeDevice } from '../processes/device.ts';
import { createHttpClient } from '../processes/keep-alive.ts';
import { belowRow, named } from '../report.ts';
import type { Bench, World } from '../world.ts';

/** Upper bounds in milliseconds: of the query for due schedules, and of the delay of a run. */
const DUE_MS = 2;
const LATE_MS = 1_000;
/** Number of schedules that are added together, so that they share a commit. */
const BLOCK = 64;
/** Milliseconds from adding a one-time schedule until it is due. */
const AHEAD_MS = 2_000;
const LATE_RUNS = 5;
/** Number of schedules that are due when the query for due schedules is measured. */
const DUE = 10;

export const schedule: Bench = async (world) => {
  const stored = world.size(LIMITS.schedulesMax - LATE_RUNS - DUE, 500);
  const device = await makeDevice(world, 'schedule');
  const engine = must(await openEngine({ path: device.paths.database, deviceName: 'bench' }));
  world.say(`schedule: making ${stored} schedules`);
  await fill(engine, stored);
  await makeDue(engine);
  const askDue = async (): Promise<void> => {
    const found = (await engine.dueSchedules(DUE)).due.length;
    if (found !== DUE) throw new Error(`${found} schedules were due`);
  };
  const due = await timedEach(range(world.size(500, 50)), askDue);
  const filter = { words: ['number 7'], limit: 50, offset: 0 };
  const listed = await timedEach(range(world.size(50, 10)), () => engine.schedules(filter));
  await engine.close();
  const late = await lateness(world, device);
  const what = `of ${stored} schedules`;
  return [
    belowRow(named('schedule.due', `${DUE} that are due, ${what}`), due, 'p95', DUE_MS),
    belowRow(named('schedule.search', `a page by words, ${what}`), listed, 'p99', 50),
    belowRow(named('schedule.late', 'a run begins after its time'), late, 'p99', LATE_MS),
  ];
};

const fill = async (engine: Engine, stored: number): Promise<void> => {
  for (const block of chunksOf(range(stored), BLOCK)) {
    const adding = block.map(async (n) => {
      const cadence = { type: 'interval', seconds: 86_400 + n } as const;
      must(await engine.addSchedule({ goal: `Look at service number ${n}`, cadence }, 'UTC'));
    });
    await Promise.all(adding);
  }
};

/** Adds `DUE` schedules, and waits until they are due. */
const makeDue = async (engine: Engine): Promise<void> => {
  const cadence = { type: 'once', at: new Date(Date.now() + AHEAD_MS).toISOString() } as const;
  for (const n of range(DUE)) {
    must(await engine.addSchedule({ goal: `Say that ${n} is due`, cadence }, 'UTC'));
  }
  await sleep(AHEAD_MS);
};

/** Returns the delay of each run, in milliseconds. Without a model a run is skipped, but its record has the time at which it began. */
const lateness = async (world: World, device: Device): Promise<number[]> => {
  await device.start();
  const http = createHttpClient(device);
  const schedules = await eachInTurn(range(world.size(LATE_RUNS, 2)), async () => {
    const at = new Date(Date.now() + AHEAD_MS).toISOString();
    const made = await http.post('/v1/schedules', { goal: 'Say the time', cadence: { type: 'once', at } });
    await sleep(AHEAD_MS + LATE_MS);
    return scheduleResult.parse(JSON.parse(made)).schedule.id;
  });
  http.close();
  await device.stop();
  const engine = must(await openEngine({ path: device.paths.database, deviceName: 'bench' }));
  const samples = await eachInTurn(schedules, async (id) => {
    const ran = await engine.scheduleRuns(id, 1);
    const run = ran.ok ? ran.value.runs[0] : undefined;
    if (run === undefined) throw new Error('a schedule did not run within a second of its time');
    return run.startedAt - (run.dueAt ?? 0);
  });
  await engine.close();
  return samples;
};
