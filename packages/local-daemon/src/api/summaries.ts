/** The summaries that stand, and writing them when asked to. [SU-1, SU-4] */
import type { ShownSummary } from '@cairn/core';
import { compactInput, type SummariesRead, type SummariesResult, summariseInput } from '@cairn/schema';
import { Hono } from 'hono';
import { resolveScope } from '../services/scope.ts';
import type { SummaryRun } from '../services/summaries/summary-service.ts';
import type { Projects } from '../services/summaries/write-summaries.ts';
import type { ApiDeps } from './deps.ts';
import type { ApiEnv } from './guard-door.ts';
import { readJson } from './input.ts';
import { problem } from './problem.ts';

export const summaryRoutes = ({ engine, projects, summaries }: ApiDeps): Hono<ApiEnv> => {
  const answerOf = async (scope: Projects, run: SummaryRun): Promise<SummariesResult> => {
    const all = scope ?? [null, ...(await engine().summaryScopes()).summarised];
    const shown = await engine().summaries([...new Set(all)]);
    return { summaries: shown.map(toResult), ...run };
  };
  return new Hono<ApiEnv>()
    .get('/', async () => {
      const scopes = [null, ...(await engine().summaryScopes()).summarised];
      const shown = await engine().summaries([...new Set(scopes)]);
      return Response.json({
        summaries: shown.map(({ sentences, cites, ...one }) => ({
          ...withTimes(one),
          sentences: sentences.map((text, at) => ({ text, cites: cites[at] ?? [] })),
        })),
      } satisfies SummariesRead);
    })
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

const toResult = ({ sentences, ...one }: ShownSummary) => ({
  ...withTimes(one),
  content: sentences.join(' '),
});

const withTimes = ({ model, ...one }: Omit<ShownSummary, 'sentences' | 'cites'>) => ({
  id: one.id,
  type: one.type,
  project: one.project,
  method: model === null ? ('extractive' as const) : ('model' as const),
  model,
  struck: one.struck,
  periodStart: new Date(one.periodStart).toISOString(),
  periodEnd: new Date(one.periodEnd).toISOString(),
  createdAt: new Date(one.createdAt).toISOString(),
});
