/** `cairn schedule`: goals at set times. [SC-1 to SC-5] */
import {
  type CadenceInput,
  ok,
  type Result,
  type Schedule,
  type ScheduleActInput,
  type SchedulePatch,
  type ScheduleResult,
} from '@cairn/schema';
import { confirmOnTerminal } from '../ask.ts';
import { answered, type ParsedArgs, type Run, textOf } from '../command.ts';
import { type Answer, type Failure, failure, misuse } from '../failure.ts';
import type { Io } from '../io.ts';
import { jobsTable, logTexts, runsTable, scheduleFacts, schedulesTable } from '../output/schedule-lines.ts';
import { count } from '../output/short-time.ts';
import { projectOf } from '../request-input.ts';
import { printable } from '../style.ts';

/** Several models may take 90 s each, and the run may wait for another schedule's run. */
const RUN_MS_MAX = 600_000;

export const add: Run = async (given, io) => {
  const cadence = cadenceOf(given);
  if (!cadence.ok) return cadence;
  const heartbeat = given.flag('heartbeat');
  const when = cadence.value ?? (heartbeat ? HEARTBEAT_CADENCE : null);
  if (when === null)
    return misuse(
      'The time is missing. Give one of --cron, --at and --every: `cairn schedule add --help` has examples.',
    );
  const act = actOf(given);
  if (!act.ok) return act;
  if (act.value !== null && !heartbeat && !given.flag('act'))
    return misuse('--turns, --tokens and --money need --act.');
  const goal = heartbeat && given.args.length === 0 ? ok(HEARTBEAT_GOAL) : await textOf(given.args, io);
  if (!goal.ok) return goal;
  const acts = heartbeat || given.flag('act') ? { act: { ...act.value, heartbeat }, cwd: io.cwd } : {};
  const place = heartbeat ? { project: '.' } : {};
  const body = {
    ...{ goal: goal.value, cadence: when, source: 'user' },
    ...{ ...place, ...optionsOf(given, io), ...acts },
  };
  return written(io.ask('POST /v1/schedules', { body }), 'Scheduled');
};

export const edit: Run = async (given, io) => {
  const cadence = cadenceOf(given);
  if (!cadence.ok) return cadence;
  const goal = given.text('goal');
  const caps = actOf(given);
  if (!caps.ok) return caps;
  const [acts, answers] = [given.flag('act'), given.flag('answer-only')];
  if (answers && (acts || caps.value !== null))
    return misuse('--answer-only takes the tools away: leave out --act, --turns, --tokens and --money.');
  const id = given.arg(0);
  if (caps.value !== null && !acts) {
    const now = await io.ask('GET /v1/schedules/:id', { at: { id } });
    if (!now.ok) return now;
    if (now.value.schedule.act === null)
      return misuse('This schedule may not act. --turns, --tokens and --money need --act, which allows it.');
  }
  const body = {
    ...(acts || caps.value !== null ? { act: { ...caps.value } } : {}),
    ...(answers ? { act: null } : {}),
    ...(goal === undefined ? {} : { goal }),
    ...(cadence.value === null ? {} : { cadence: cadence.value }),
    ...optionsOf(given, io),
  };
  if (Object.keys(body).length === 0)
    return misuse('Nothing to change. `cairn schedule edit --help` shows what can be.');
  return change(id, { ...body, source: 'user' }, 'Changed', io);
};

export const pause: Run = (given, io) => change(given.arg(0), { status: 'paused' }, 'Paused', io);
export const resume: Run = (given, io) => change(given.arg(0), { status: 'active' }, 'Resumed', io);

const change = (id: string, body: SchedulePatch, said: string, io: Io): ReturnType<Run> =>
  written(io.ask('PATCH /v1/schedules/:id', { at: { id }, body }), said);

export const take: Run = (given, io) =>
  written(io.ask('POST /v1/schedules/:id/take', { at: { id: given.arg(0) } }), 'This device runs');

const written = (asked: Answer<ScheduleResult>, said: string): ReturnType<Run> =>
  answered(asked, ({ schedule, warnings = [] }) => ({
    human: (style) => `${style.green(said)} ${schedule.id}, next run ${nextOf(schedule)}`,
    notes: warnings,
  }));

const nextOf = ({ nextRunText, status, reason, runner }: Schedule): string => {
  if (nextRunText !== null) return nextRunText;
  if (status !== 'active') return `none: it is ${status}${reason === null ? '' : `. ${printable(reason)}`}`;
  return runner.state === 'nobody' ? 'none: no device runs it' : `by ${printable(runner.name)}`;
};

const HEARTBEAT_CADENCE: CadenceInput = { type: 'interval', seconds: 1_800 };
const HEARTBEAT_GOAL =
  'Look after each of the open tasks below, as far as it can be done with the memory, and say how each stands.';

/** Returns the caps of actions; null if none was given. [SC-6] */
const actOf = (given: ParsedArgs): Result<ScheduleActInput | null, Failure> => {
  const [turns, tokens, money] = [given.int('turns'), given.int('tokens'), given.text('money')];
  const cost = money === undefined ? undefined : Math.round(Number(money) * 1_000_000);
  if (cost !== undefined && !(cost >= 1 && cost <= Number.MAX_SAFE_INTEGER))
    return misuse(`--money: "${money}" is not an amount. Write it like 0.05.`);
  const caps = { turns, tokens, cost };
  return ok(Object.values(caps).every((cap) => cap === undefined) ? null : caps);
};

/** Returns null if none of the three options was given. */
const cadenceOf = (given: ParsedArgs): Result<CadenceInput | null, Failure> => {
  const [cron, at, every] = [given.text('cron'), given.text('at'), given.text('every')];
  const ways = [cron, at, every].filter((way) => way !== undefined).length;
  if (ways > 1) return misuse('Give one of --cron, --at and --every.');
  const zone = given.text('tz');
  const timezone = zone === undefined ? {} : { timezone: zone };
  if (cron !== undefined) return ok({ type: 'cron', expression: cron, ...timezone });
  if (at !== undefined) return ok({ type: 'once', at, ...timezone });
  if (every === undefined)
    return zone === undefined
      ? ok(null)
      : misuse('--tz needs --cron, --at or --every: it sets their time zone.');
  const seconds = secondsOf(every);
  return seconds === null
    ? misuse(`--every: "${every}" is not a duration. Write 30m, 2h, 1d or 1h30m.`)
    : ok({ type: 'interval', seconds, ...timezone });
};

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

const secondsOf = (span: string): number | null => {
  const text = span.trim().toLowerCase();
  if (!/^(\d{1,9}[smhdw])+$/.test(text)) return null;
  return [...text.matchAll(/(\d{1,9})([smhdw])/g)].reduce(
    (sum, [, amount = '', unit = '']) => sum + Number(amount) * (UNITS[unit] ?? 0),
    0,
  );
};

const optionsOf = (given: ParsedArgs, io: Io): Readonly<Record<string, string>> => {
  const set = ['name', 'notify', 'channel'].flatMap((key) => {
    const value = given.text(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...Object.fromEntries(set), ...projectOf(given, io) };
};

const NO_SCHEDULES = 'No schedules. `cairn schedule add --help` shows how to make one.';
const NO_MATCH = 'No schedule matches. Leave out a word or an option to see more.';

export const list: Run = async (given, io) => {
  const others = ['status', 'project', 'limit'].some((name) => given.text(name) !== undefined);
  if (given.flag('system') && (others || given.args.length > 0))
    return misuse("--system lists all of the daemon's own: leave out the words and the other options.");
  if (given.flag('system'))
    return answered(io.ask('GET /v1/schedules/system'), ({ schedules: jobs }) => ({
      human: (style) => jobsTable(jobs, style, io.nowMs),
    }));
  const status = given.text('status');
  const narrowing = {
    query: given.args.length === 0 ? undefined : given.args.join(' '),
    status,
    ...projectOf(given, io),
  };
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const query = { ...narrowing, limit: given.int('limit') };
  const isWanted = ({ status: own }: Schedule): boolean =>
    given.flag('all') || status !== undefined || own !== 'completed';
  return answered(io.ask('GET /v1/schedules', { query }), (listed) => {
    const { total, schedules: found, model } = listed;
    const shown = found.filter(isWanted);
    return {
      json: { ...listed, schedules: shown },
      human: (style) => (shown.length === 0 ? '' : schedulesTable(shown, style, io.nowMs)),
      notes: [
        total === 0 && (isNarrowed ? NO_MATCH : NO_SCHEDULES),
        total > found.length && `${found.length} of ${count(total, 'schedule')}; -n shows more.`,
        found.length > shown.length &&
          `${count(found.length - shown.length, 'completed one is', 'completed ones are')} not shown; --all shows them.`,
        !model &&
          shown.some(({ runner }) => runner.state === 'this_device') &&
          'No model is configured here, so their runs are skipped. To name one, run `cairn config set llm.models NAME`, then `cairn config set llm.baseUrl URL`.',
        shown.some((one) => one.runner.state === 'nobody' && one.status === 'active') &&
          'No device runs some of them. `cairn schedule take ID` makes this device run one.',
      ],
    };
  });
};

/** The number of runs that `show` prints. */
const SHOWN_RUNS = 5;

export const show: Run = async (given, io) => {
  const id = given.arg(0);
  const found = await io.ask('GET /v1/schedules/:id', { at: { id } });
  if (!found.ok) return found;
  const { schedule } = found.value;
  const ran = io.ask('GET /v1/schedules/:id/runs', { at: { id }, query: { limit: SHOWN_RUNS } });
  return answered(ran, ({ runs: rows }) => ({
    json: { schedule, runs: rows },
    human: (style) =>
      [
        scheduleFacts(schedule, style, io.nowMs),
        ...(rows.length === 0 ? [] : ['', runsTable(rows, style, io.nowMs)]),
        ...logTexts(rows.slice(0, 1), style),
      ].join('\n'),
  }));
};

export const runs: Run = (given, io) => {
  const query = { limit: given.int('limit') };
  const found = io.ask('GET /v1/schedules/:id/runs', { at: { id: given.arg(0) }, query });
  return answered(found, ({ runs: rows, total }) => ({
    human: (style) =>
      rows.length === 0 ? '' : [runsTable(rows, style, io.nowMs), ...logTexts(rows, style)].join('\n'),
    notes: [
      total === 0 ? 'It has not run on this device.' : '',
      total > rows.length ? `${rows.length} of ${count(total, 'run')}; -n shows more.` : '',
    ],
  }));
};

export const run: Run = (given, io) => {
  const at = { id: given.arg(0) };
  const done = io.ask('POST /v1/schedules/:id/run', { at }, { timeoutMs: RUN_MS_MAX });
  return answered(done, ({ run: { status, output, summary } }) => {
    if (status === 'ok') return { human: () => printable(output ?? '') };
    const why = `The run was ${status === 'skipped' ? 'skipped' : 'no success'}: ${summary ?? 'nothing is known'}`;
    return { human: () => '', failure: failure('refused', why) };
  });
};

export const remove: Run = async (given, io) => {
  const id = given.arg(0);
  const question = `Delete the schedule ${id} and its runs, on all devices?`;
  const sure = await confirmOnTerminal(given, io, question);
  if (!sure.ok) return sure;
  return answered(io.ask('DELETE /v1/schedules/:id', { at: { id } }), ({ deleted }) => ({
    human: (style) => `${style.green('Deleted')} ${deleted}`,
  }));
};
