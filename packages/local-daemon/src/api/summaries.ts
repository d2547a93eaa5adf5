/** Writing summaries when asked to, and what models have cost. [SU-1, SU-6] */
import { dayStartMs, type ShownSummary } from '@cairn/core';
import { compactInput, type SummariesResult, summariseInput, type UsageResult } from '@cairn/schema';
import { Hono } from 'hono';
import * as z from 'zod';
import { resolveScope } from '../services/scope.ts';
import type { SummaryRun } from '../services/summaries/summary-service.ts';
import type { Projects } from '../services/summaries/write-summaries.ts';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { parseInput, queryOf, readJson } from './input.ts';
import { problem } from './problem.ts';

export const usageQuery = z.strictObject({ days: z.coerce.number().int().min(1).max(90).default(1) });
const DAY_MS = 86_400_000;
/** Newest calls that are listed one by one. */
const CALLS_MAX = 50;

export const summaryRoutes = ({ engine, projects, summaries }: ApiDeps): Hono<ApiEnv> => {
  const answerOf = async (scope: Projects, run: SummaryRun): Promise<SummariesResult> => {
    const all = scope ?? [null, ...(await engine().summaryScopes()).summarised];
    const shown = await engine().summaries([...new Set(all)]);
    return { summaries: shown.map(toResult), ...run };
  };
  return new Hono<ApiEnv>()
    .post('/', async (c) => {
      const input = await readJson(c, summariseInput);
      if (!input.ok) return problem(input.error);
      const scoped = await resolveScope(projects, input.value);
      if (!scoped.ok) return problem(scoped.error);
      const scope = projectsOf(scoped.value.project);
      return Response.json(
        await answerOf(scope, await summaries.summarise(scoped.value.trigger ?? 'asked', scope)),
      );
    })
    .post('/compact', async (c) => {
      const input = await readJson(c, compactInput);
      if (!input.ok) return problem(input.error);
      const scoped = await resolveScope(projects, input.value);
      if (!scoped.ok) return problem(scoped.error);
      const scope = projectsOf(scoped.value.project);
      return Response.json(await answerOf(scope, await summaries.compact(scope)));
    });
};

/** Without a project everything; null is global only; a project's summaries go with the global ones. */
const projectsOf = (project: string | null | undefined): Projects =>
  project === undefined ? null : project === null ? [null] : [project, null];

const toResult = ({ sentences, model, periodStart, periodEnd, createdAt, ...one }: ShownSummary) => ({
  id: one.id,
  type: one.type,
  project: one.project,
  content: sentences.join(' '),
  method: model === null ? ('extractive' as const) : ('model' as const),
  model,
  struck: one.struck,
  periodStart: new Date(periodStart).toISOString(),
  periodEnd: new Date(periodEnd).toISOString(),
  createdAt: new Date(createdAt).toISOString(),
});

export const usageRoute = ({ engine, languageModel, nowMs }: ApiDeps): Hono<ApiEnv> =>
  new Hono<ApiEnv>().get('/', async (c) => {
    const input = parseInput(queryOf(c), usageQuery);
    if (!input.ok) return problem(input.error);
    const today = dayStartMs(nowMs());
    const sinceMs = today - (input.value.days - 1) * DAY_MS;
    const spent = await engine().modelUsage(today);
    const calls = await engine().modelCalls(CALLS_MAX);
    return Response.json({
      since: new Date(sinceMs).toISOString(),
      models: [...(languageModel.state()?.models ?? [])],
      tokensPerDay: languageModel.tokensPerDay,
      tokensToday: spent.reduce((sum, one) => sum + one.promptTokens + one.completionTokens, 0),
      days: [...(await engine().modelDays(sinceMs))],
      usage: [...(await engine().modelUsage(sinceMs))],
      calls: calls
        .filter(({ at }) => at >= sinceMs)
        .map(({ at, ...call }) => ({ ...call, at: new Date(at).toISOString() })),
    } satisfies UsageResult);
  });
