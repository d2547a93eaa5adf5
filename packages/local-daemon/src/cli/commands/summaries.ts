/** `cairn summarise`, `cairn compact`, `cairn usage`. [SU-1, SU-6] */
import type { SummariesResult, UsageResult } from '@cairn/schema';
import { answered, type ParsedArgs, type Run } from '../command.ts';
import type { Io } from '../io.ts';
import { columns, facts, numbers } from '../output/columns.ts';
import { count, shortTime } from '../output/short-time.ts';
import { otherProject, projectOf } from '../request-input.ts';
import { printable, type Style } from '../style.ts';

/** A model may take 90 s for each summary, and several are written. */
const ANSWER_MS_MAX = 900_000;

export const summarise: Run = (given, io) => write('POST /v1/summaries', given, io);
export const compact: Run = (given, io) => write('POST /v1/summaries/compact', given, io);

const write = (
  route: 'POST /v1/summaries' | 'POST /v1/summaries/compact',
  given: ParsedArgs,
  io: Io,
): ReturnType<Run> =>
  answered(io.ask(route, { body: projectOf(given, io) }, { timeoutMs: ANSWER_MS_MAX }), async (written) => ({
    human: (style) => summariesText(written, style, io.nowMs),
    notes: [
      await otherProject(given, io),
      written.withoutModel !== null && WITHOUT_MODEL[written.withoutModel],
    ],
  }));

const WITHOUT_MODEL: Readonly<Record<NonNullable<SummariesResult['withoutModel']>, string>> = {
  off: '',
  resting: 'The model failed recently and is called again later. Until then Cairn works without it.',
  capped: "Today's tokens are used up: the model continues tomorrow. `cairn usage` shows what used them.",
  failed:
    "The model's answer was not usable, so the summary consists of sentences of the memories. `cairn usage` shows why.",
};

const summariesText = ({ summaries, written }: SummariesResult, style: Style, nowMs: number): string => {
  if (summaries.length === 0) return 'There is nothing to summarise yet.';
  const blocks = summaries.map(({ type, project, content, model, periodEnd, struck }) => {
    const by = model === null ? 'sentences of the memories' : `by ${printable(model)}`;
    const left = struck === 0 ? '' : `, ${count(struck, 'sentence')} no longer true`;
    const head = `${type}, ${project === null ? 'global' : printable(project)}`;
    return `${style.bold(head)} ${style.dim(`(${by}, up to ${shortTime(periodEnd, nowMs)}${left})`)}\n${printable(content)}`;
  });
  return [`${count(written, 'summary', 'summaries')} written.`, ...blocks].join('\n\n');
};

export const usage: Run = (given, io) =>
  answered(io.ask('GET /v1/usage', { query: { days: given.int('days') } }), (used) => ({
    human: (style) => usageText(used, style, io.nowMs),
  }));

const usageText = (used: UsageResult, style: Style, nowMs: number): string => {
  const { models, tokensToday, tokensPerDay, currency, costToday } = used;
  const money = (cost: number | null): string => (cost === null ? '' : moneyText(cost, currency));
  const spent = costToday === null ? '' : `, ${money(costToday)}`;
  const head = facts(
    [
      ['models', models.length === 0 ? 'none: no model is called' : models.map(printable).join(', then ')],
      ['today', models.length === 0 ? '0 tokens' : `${tokensToday} of ${tokensPerDay} tokens${spent}`],
      ...latencyFacts(used),
    ],
    style,
  );
  if (used.usage.length === 0) return `${head}\n\nNo model was called since ${shortTime(used.since, nowMs)}.`;
  const rows = used.usage.map((one) => [
    one.purpose,
    printable(one.model),
    one.outcome,
    String(one.calls),
    String(one.promptTokens),
    String(one.completionTokens),
    `${(one.ms / 1_000).toFixed(1)} s`,
    ...(currency === null ? [] : [money(one.cost)]),
  ]);
  const figures = ['calls', 'asked', 'answered', 'time', ...(currency === null ? [] : ['cost'])];
  return `${head}\n\n${columns(['for', 'model', 'outcome', ...figures.map(numbers)], rows, style)}`;
};

/** Small sums keep two significant digits. */
const moneyText = (millionths: number, currency: string | null): string => {
  const amount = millionths / 1_000_000;
  const digits = amount === 0 || amount >= 1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(amount)));
  return `${amount.toFixed(Math.max(2, digits))} ${printable(currency ?? '')}`;
};

/** Returns the figures of the newest day that has some. [OP-10] */
const latencyFacts = ({ figures }: UsageResult): readonly (readonly [string, string])[] =>
  (['saves', 'searches'] as const).flatMap((which) => {
    const last = figures.findLast((day) => day[which] !== null);
    const took = last?.[which];
    if (last === undefined || took == null) return [];
    const said = `half within ${took.p50} ms, 95 in 100 within ${took.p95} ms, 99 in 100 within ${took.p99} ms`;
    return [[which, `${took.count} on ${last.day}: ${said}`] as const];
  });
