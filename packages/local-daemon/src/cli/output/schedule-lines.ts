/** Formats schedules, runs and housekeeping jobs for people. */
import type { Schedule, ScheduleRunResult, SystemJob } from '@cairn/schema';
import { oneLine, printable, type Style } from '../style.ts';
import { columns, facts, numbers, whole, wrapping } from './columns.ts';
import { shortSpan, shortTime } from './short-time.ts';

/** Cells of the goal that is shown if there is no name. `schedule show` has the whole goal. */
const GOAL_CELLS = 40;

export const schedulesTable = (schedules: readonly Schedule[], style: Style, nowMs: number): string =>
  columns(
    [
      ...[whole('id'), whole('what'), whole('when')],
      whole('next', { paint: (cell) => (cell.startsWith('nobody') ? style.yellow(cell) : cell) }),
      whole('last', { paint: (cell) => (cell.startsWith('failed') ? style.red(cell) : cell) }),
    ],
    schedules.map((one) => [
      one.id,
      one.name ?? (style.width === null ? one.goal : oneLine(one.goal, GOAL_CELLS)),
      cadenceText(one.cadence),
      nextText(one),
      lastText(one, nowMs),
    ]),
    style,
  );

const cadenceText = (cadence: Schedule['cadence']): string => {
  if (cadence.type === 'cron') return `${cadence.expression} (${cadence.timezone})`;
  return cadence.type === 'once' ? 'once' : `every ${spanText(cadence.seconds)}`;
};

/** 5400 → "1 h 30 min". */
const spanText = (seconds: number): string => {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ');
};

const nextText = ({ status, running, runner, nextRunText }: Schedule): string => {
  if (running) return 'runs now';
  if (status !== 'active') return status;
  if (runner.state === 'nobody') return 'nobody runs it';
  return runner.state === 'other_device' ? `on ${runner.name}` : (nextRunText ?? 'none');
};

const lastText = ({ lastRunAt, lastStatus, failures }: Schedule, nowMs: number): string => {
  if (lastRunAt === null || lastStatus === null) return '';
  const often = failures > 1 ? ` ${failures} times` : '';
  return `${lastStatus}${often} ${shortTime(lastRunAt, nowMs)}`;
};

export const scheduleFacts = (one: Schedule, style: Style, nowMs: number): string =>
  facts(
    [
      ['id', one.id],
      ['name', shown(one.name)],
      ['goal', printable(one.goal)],
      ['when', cadenceText(one.cadence)],
      ['status', one.reason === null ? one.status : `${one.status}: ${printable(one.reason)}`],
      ['next', printable(nextText(one))],
      ['runs on', runnerText(one)],
      ['told of', one.notify.replace('_', ' ')],
      ['project', shown(one.project)],
      ['may act', one.act === null ? null : actText(one.act)],
      ['channel', shown(one.channel)],
      [
        'made',
        `${shortTime(one.createdAt, nowMs)} on ${printable(one.device.name)}${one.agent === null ? '' : ` by ${printable(one.agent)}`}`,
      ],
    ],
    style,
  );

const shown = (text: string | null): string | null => (text === null ? null : printable(text));

const actText = ({ turns, tokens, cost, heartbeat, folder }: NonNullable<Schedule['act']>): string => {
  const money = cost === null ? '' : `, ${cost / 1_000_000} of money`;
  const where = heartbeat ? `, on HEARTBEAT.md in ${printable(folder ?? 'the settings’ folder')}` : '';
  return `search, save, list tasks; at most ${turns} turns, ${tokens} tokens${money} a run${where}`;
};

const runnerText = ({ runner }: Schedule): string => {
  const name = printable(runner.name);
  const texts = {
    this_device: `this device (${name})`,
    other_device: name,
    nobody: `no device: ${name} left, was revoked, or became another device`,
  };
  return texts[runner.state];
};

const statusPaint = (style: Style) => (cell: string) =>
  cell === 'ok' ? style.green(cell) : cell === 'skipped' ? style.yellow(cell) : style.red(cell);

export const runsTable = (runs: readonly ScheduleRunResult[], style: Style, nowMs: number): string =>
  columns(
    [
      ...[whole('run'), whole('when'), numbers('took'), whole('how', { paint: statusPaint(style) })],
      ...[numbers('tokens'), 'said'],
    ],
    runs.map((run) => [
      run.id,
      shortTime(run.startedAt, nowMs),
      shortSpan((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1_000),
      run.status,
      String(run.tokens),
      (run.summary ?? '').replace(/\s+/g, ' '),
    ]),
    style,
  );

/** Lists what each run did, turn by turn. [SC-8] */
export const logTexts = (runs: readonly ScheduleRunResult[], style: Style): readonly string[] =>
  runs.flatMap(({ id, log }) =>
    log === null
      ? []
      : [
          `\n${style.bold(id)}`,
          `  asked: ${inOneLine(log.asked)}`,
          ...log.turns.flatMap(({ said, tokens, calls }, nth) => [
            `  ${nth + 1}. ${said === '' ? '' : `${inOneLine(said)} `}${style.dim(`${tokens} tokens`)}`,
            ...calls.map(
              (call) =>
                `     ${printable(call.tool)} ${inOneLine(call.arguments)} → ${call.ok ? inOneLine(call.result) : style.red(inOneLine(call.result))}`,
            ),
          ]),
        ],
  );

const inOneLine = (text: string): string => oneLine(text, Number.POSITIVE_INFINITY);

export const jobsTable = (jobs: readonly SystemJob[], style: Style, nowMs: number): string =>
  columns(
    [whole('id'), 'what', whole('every'), whole('next'), whole('last'), numbers('took'), wrapping('outcome')],
    jobs.map((job) => [
      job.id,
      job.name,
      spanText(job.everySeconds),
      job.running ? 'runs now' : job.nextRunAt === null ? '' : shortTime(job.nextRunAt, nowMs),
      job.lastRunAt === null ? 'not yet' : `${job.lastStatus ?? ''} ${shortTime(job.lastRunAt, nowMs)}`,
      job.lastMs === null ? '' : shortSpan(job.lastMs / 1_000),
      job.outcome ?? '',
    ]),
    style,
  );
