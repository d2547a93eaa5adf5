/** Begins, ends and interrupts runs. Each is one transaction with its effects on the schedule. [SC-2, SC-3] */
import { hash } from 'node:crypto';
import {
  type EntityId,
  encodeBase32,
  isEntityId,
  LIMITS,
  ok,
  type RunLog,
  refuse,
  uuidV7Bytes,
} from '@cairn/schema';
import type { Answer, WriteDeps } from '../engine/deps.ts';
import { commit } from '../engine/write/write-memory.ts';
import { loadWriterFacts } from '../engine/write/writer-facts.ts';
import type { ScheduleRun, StoreTransaction, TimedSchedule } from '../ports/store.ts';
import type { EndedRun, RunReport, RunStart } from './calls.engine.ts';
import { isWorthTelling } from './notify.ts';
import { summaryOf } from './prompt.ts';
import { findSchedule, stateDrafts } from './read-schedules.engine.ts';
import { isDue, planAfterRun, planRunStart } from './times.ts';

/** Begins a run. Null when the schedule is no longer due, or runs already. */
export const beginRun = (deps: WriteDeps, id: string, byHand: boolean): Answer<RunStart | null> =>
  deps.store.write(async (tx) => {
    const found = await findSchedule(tx, id);
    if (!found.ok) return byHand ? found : ok(null);
    const facts = await loadWriterFacts(tx, deps);
    if (byHand && found.value.times?.runningSince != null)
      return refuse('invalid_input', 'It is running now. Wait until it is done.', true);
    if (!byHand && !isDue(found.value, facts.device.id, facts.nowMs)) return ok(null);
    const times = planRunStart(found.value, facts.nowMs, byHand);
    await tx.apply({ scheduleTimes: [times] });
    const { row } = found.value;
    const run = runIdOf(row.id, facts.nowMs);
    return ok({ run, row, dueAt: times.runningDueAt, startedAt: facts.nowMs });
  });

/** Returns an id of schedule and start alone, so it stays when the daemon is killed before the run ends. */
const runIdOf = (schedule: string, startedAt: number): string => {
  const unique = hash('sha256', `${schedule} ${startedAt}`, 'buffer').subarray(0, 10);
  return `run_${encodeBase32(uuidV7Bytes(Math.max(0, Math.round(startedAt)), unique))}`;
};

/** SC-8: saves the log of a run that is still going on. */
export const noteRunLog = (deps: WriteDeps, schedule: EntityId, log: RunLog): Promise<void> =>
  deps.store.write(async (tx) => {
    const found = await tx.timedSchedule(schedule);
    if (found?.times?.runningSince == null) return;
    const runningLog = (await isForgotten(tx, log)) ? null : log;
    await tx.apply({ scheduleTimes: [{ ...found.times, runningLog }] });
  });

/** ST-4: whether a memory that the model was given was forgotten during the run. */
const isForgotten = async (tx: StoreTransaction, log: RunLog | null): Promise<boolean> => {
  for (const id of (log?.given ?? []).filter(isEntityId)) if ((await tx.memory(id)) === null) return true;
  return false;
};

/** Ends a run. Null when the schedule was deleted meanwhile. */
export const endRun = (deps: WriteDeps, report: RunReport): Answer<EndedRun | null> =>
  deps.store.write(async (tx) => {
    const found = await findSchedule(tx, report.schedule);
    return ok(found.ok ? await record(tx, deps, found.value, report) : null);
  });

/** Ends runs that a killed daemon left open. When a daemon starts, nothing can be running. [SC-4] */
export const interruptRuns = (deps: WriteDeps): Promise<readonly EndedRun[]> =>
  deps.store.write(async (tx) => {
    const ended: EndedRun[] = [];
    for (const found of await tx.unfinishedRuns())
      ended.push(await record(tx, deps, found, interrupted(found, deps)));
    return ended;
  });

const interrupted = ({ row, times }: TimedSchedule, deps: WriteDeps): RunReport => {
  const startedAt = times?.runningSince ?? deps.clock.nowMs();
  const log = times?.runningLog ?? null;
  return {
    run: runIdOf(row.id, startedAt),
    schedule: row.id,
    dueAt: times?.runningDueAt ?? null,
    startedAt,
    status: 'interrupted',
    output: null,
    problem: 'The daemon ended in the middle of it.',
    turns: log?.turns.length ?? 0,
    tokens: log?.turns.reduce((sum, { tokens }) => sum + tokens, 0) ?? 0,
    cost: 0,
    currency: null,
    log,
  };
};

const record = async (
  tx: StoreTransaction,
  deps: WriteDeps,
  found: TimedSchedule,
  report: RunReport,
): Promise<EndedRun> => {
  const facts = await loadWriterFacts(tx, deps);
  const { run: id, problem, ...reported } = report;
  const { status } = reported;
  const hides = await isForgotten(tx, report.log);
  const output = hides ? null : report.output;
  const finishedAt = Math.max(facts.nowMs, report.startedAt);
  const outputHash = output === null ? null : hash('sha256', output);
  const outcome = { status, outputHash, problem, finishedAt, byHand: report.dueAt === null };
  const plan = planAfterRun(found, facts.device.id, outcome);
  const paused = plan.state?.status === 'paused' ? plan.state.reason : null;
  const hasChanged = outputHash !== null && outputHash !== (found.times?.outputHash ?? null);
  const notify = isWorthTelling(found.row.notify, { status, hasChanged, isPaused: paused !== null });
  const run: ScheduleRun = {
    ...reported,
    id,
    finishedAt,
    summary: output === null ? problem : summaryOf(output),
    output: output === null ? null : [...output].slice(0, LIMITS.scheduleOutputCharsMax).join(''),
    notified: notify,
    log: hides ? null : report.log,
    told: 0,
  };
  const drafts = stateDrafts(found.row.id, plan.state);
  if (drafts.length > 0) await commit({ tx, deps, facts }, drafts);
  await tx.apply({ scheduleTimes: [plan.times], ...(isNews(found, run) ? { scheduleRuns: [run] } : {}) });
  return { run, row: found.row, notify, paused };
};

/** Whether the run is recorded. The first of consecutive skipped runs is recorded, the others are not. */
const isNews = ({ times }: TimedSchedule, { status, dueAt }: ScheduleRun): boolean =>
  status !== 'skipped' || times?.lastStatus !== 'skipped' || dueAt === null;
