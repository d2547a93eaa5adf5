/**
 * Runs the daemon's own recurring jobs by the clock. `cairn schedule list --system` shows the last run that did something. Jobs with an
 * interval of a day or more keep their times over a restart. [SC-2]
 */
import { type Clock, type Engine, planSystemTimes, type ScheduleTimes, type Timers } from '@cairn/core';
import { DAY_MS, encodeBase32, errorText, type RunStatus, type SystemJob, uuidV7Bytes } from '@cairn/schema';
import { type Log, warningOf } from '../log.ts';
import { type Alarm, createAlarm } from '../schedules/alarm.ts';

/** The outcome of a run, in a sentence. Null when there was nothing to do. */
export type JobOutcome = { readonly status: 'ok' | 'skipped'; readonly said: string } | null;

export interface Job {
  readonly id: `sys_${string}`;
  readonly name: string;
  readonly everyMs: number;
  /** Shortest delay of the first run after the start. */
  readonly firstMs: number;
  /** Runs the job. A throw is a failure, and the job runs again at its next time. */
  run(): Promise<JobOutcome>;
}

export type Housekeeping = ReturnType<typeof createHousekeeping>;
export type Housekeeper = Pick<Housekeeping, 'add'>;

export interface HousekeepingDeps {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  readonly engine: () => Pick<Engine, 'systemTimes' | 'noteSystemRun' | 'readOnly'>;
  readonly random: { bytes(count: number): Uint8Array };
}

/**
 * Longest wait until the next look at the clock, so a job is at most this late after the machine slept. Rare looks let an idle device
 * sleep.
 */
const LOOK_MS_MAX = 3_600_000;

interface Kept {
  readonly job: Job;
  readonly alarm: Alarm;
  nextAtMs: number;
  /** Resolves when the last run has ended. Never rejects. */
  last: Promise<void>;
  done: {
    readonly at: number;
    readonly ms: number;
    readonly status: RunStatus;
    readonly said: string | null;
  } | null;
  isRunning: boolean;
}

export const createHousekeeping = (deps: HousekeepingDeps) => {
  const { engine, clock, log } = deps;
  const kept = new Map<string, Kept>();
  let isOver = false;
  let remembered: Promise<ReadonlyMap<string, ScheduleTimes>> | null = null;

  const rememberedTimes = () => {
    remembered ??= engine()
      .systemTimes()
      .then((times) => new Map(times.map((one) => [one.schedule, one])));
    return remembered;
  };

  const schedule = (one: Kept): void => {
    one.alarm.set(one.nextAtMs, LOOK_MS_MAX, () => void inTurn(one));
  };

  /** Runs a job after its previous run, so that runs of one job never overlap. */
  const inTurn = (one: Kept): Promise<void> => {
    one.last = one.last.then(() => run(one));
    return one.last;
  };

  const run = async (one: Kept): Promise<void> => {
    if (isOver || kept.get(one.job.id) !== one) return;
    const startedAt = clock.nowMs();
    one.isRunning = true;
    const outcome = await outcomeOf(one.job);
    one.isRunning = false;
    if (outcome.status === 'failed')
      log.warn(`housekeeping failed: ${one.job.name}; it is tried again`, { error: outcome.said });
    const finishedAt = Math.max(startedAt, clock.nowMs());
    one.done = { at: finishedAt, ms: finishedAt - startedAt, ...outcome };
    one.nextAtMs = finishedAt + one.job.everyMs;
    if (isOver || kept.get(one.job.id) !== one) return;
    schedule(one);
    await keep(one, startedAt).catch(warningOf(log, 'a run of housekeeping could not be written down'));
  };

  /** Writes the last run. A run without work is written only for jobs of a day or more, so an idle device seldom writes. */
  const keep = async ({ job, done }: Kept, startedAt: number): Promise<void> => {
    if (done === null || engine().readOnly || (done.said === null && job.everyMs < DAY_MS)) return;
    const { at: finishedAt, status, said } = done;
    const times = planSystemTimes(job.id, { lastStatus: status, finishedAt, everyMs: job.everyMs });
    const id = `run_${encodeBase32(uuidV7Bytes(Math.max(0, Math.round(startedAt)), deps.random.bytes(10)))}`;
    await engine().noteSystemRun(times, {
      ...{ id, schedule: job.id, dueAt: null, startedAt, finishedAt, status, summary: said },
      ...{ output: null, turns: 0, tokens: 0, cost: 0, currency: null, notified: false, log: null, told: 0 },
    });
  };

  const begin = async (one: Kept): Promise<void> => {
    const { id, everyMs } = one.job;
    const times = everyMs < DAY_MS ? undefined : (await rememberedTimes()).get(id);
    if (isOver || kept.get(id) !== one) return;
    const planned = times?.nextRunAt ?? 0;
    // A time beyond the interval was written before the clock was set back, so it does not count.
    if (planned <= clock.nowMs() + everyMs) one.nextAtMs = Math.max(one.nextAtMs, planned);
    schedule(one);
  };

  return {
    /** Adds a job. Returns a function that removes it. */
    add(job: Job): () => void {
      const one: Kept = {
        job,
        alarm: createAlarm(deps),
        nextAtMs: clock.nowMs() + job.firstMs,
        last: Promise.resolve(),
        done: null,
        isRunning: false,
      };
      kept.get(job.id)?.alarm.clear();
      kept.set(job.id, one);
      schedule(one);
      if (job.everyMs >= DAY_MS)
        begin(one).catch(warningOf(log, 'the times of housekeeping could not be read'));
      return () => {
        one.alarm.clear();
        if (kept.get(job.id) === one) kept.delete(job.id);
      };
    },
    async list(): Promise<readonly SystemJob[]> {
      const times = new Map((await engine().systemTimes()).map((one) => [one.schedule, one]));
      return [...kept.values()].map((one) => shown(one, times.get(one.job.id)));
    },
    /** Runs a job at once, whatever its time is. */
    async runNow(id: Job['id']): Promise<void> {
      const one = kept.get(id);
      if (one !== undefined) await inTurn(one);
    },
    /** Stops all jobs. Resolves when none runs. */
    async end(): Promise<void> {
      isOver = true;
      for (const { alarm } of kept.values()) alarm.clear();
      await Promise.all([...kept.values()].map(({ last }) => last));
    },
  };
};

const outcomeOf = async (job: Job): Promise<{ readonly status: RunStatus; readonly said: string | null }> => {
  try {
    return (await job.run()) ?? { status: 'ok', said: null };
  } catch (error) {
    return { status: 'failed', said: errorText(error) };
  }
};

const shown = ({ job, nextAtMs, done, isRunning }: Kept, times: ScheduleTimes | undefined): SystemJob => {
  const lastAt = done?.at ?? times?.lastRunAt ?? null;
  return {
    id: job.id,
    name: job.name,
    everySeconds: Math.round(job.everyMs / 1_000),
    nextRunAt: new Date(nextAtMs).toISOString(),
    lastRunAt: lastAt === null ? null : new Date(lastAt).toISOString(),
    lastStatus: done?.status ?? times?.lastStatus ?? null,
    lastMs: done?.ms ?? null,
    outcome: done?.said ?? null,
    running: isRunning,
  };
};
