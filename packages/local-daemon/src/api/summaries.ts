/** The summaries that stand, and writing them when asked to. [SU-1, SU-4] */
import type { ShownSummary } from '@cairn/core';
import { ok } from '@cairn/schema';
import { resolveScope } from '../services/scope.ts';
import type { SummaryRun } from '../services/summaries/summary-service.ts';
import type { Projects } from '../services/summaries/write-summaries.ts';
import type { Handlers } from './answers.ts';
import type { ApiDeps } from './deps.ts';

export const summaryHandlers = ({ engine, projects, summaries }: ApiDeps) => {
  const shownOf = async (scope: Projects) => {
    const all = scope ?? [null, ...(await engine().summaryScopes()).summarised];
    return engine().summaries([...new Set(all)]);
  };
  const answerOf = async (scope: Projects, run: SummaryRun) =>
    ok({ summaries: (await shownOf(scope)).map(toResult), ...run });
  return {
    'GET /v1/summaries': async () =>
      ok({
        summaries: (await shownOf(null)).map(({ sentences, cites, ...one }) => ({
          ...withTimes(one),
          sentences: sentences.map((text, at) => ({ text, cites: cites[at] ?? [] })),
        })),
      }),
    'POST /v1/summaries': async ({ body }) => {
      const scoped = await resolveScope(projects, body);
      if (!scoped.ok) return scoped;
      const scope = projectsOf(scoped.value.project);
      return answerOf(scope, await summaries.summarise(scoped.value.trigger ?? 'asked', scope));
    },
    'POST /v1/summaries/compact': async ({ body }) => {
      const scoped = await resolveScope(projects, body);
      if (!scoped.ok) return scoped;
      const scope = projectsOf(scoped.value.project);
      return answerOf(scope, await summaries.compact(scope));
    },
  } satisfies Partial<Handlers>;
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
