/** Handlers that show current summaries and write them on request. [SU-1, SU-4] */
import type { ShownSummary } from '@cairn/core';
import { ok } from '@cairn/schema';
import { inProject } from '../services/resolve-project.ts';
import type { SummaryRun } from '../services/summaries/summary-service.ts';
import type { Projects } from '../services/summaries/write-summaries.ts';
import type { Handlers } from './answers.ts';
import type { ApiDeps } from './deps.ts';

export const summaryHandlers = ({ engine, projects, summaries }: ApiDeps) => {
  const shownOf = async (wanted: Projects) => {
    const all = wanted ?? [null, ...(await engine().summaryProjects()).summarised];
    return engine().summaries([...new Set(all)]);
  };
  const answerOf = async (wanted: Projects, run: SummaryRun) =>
    ok({ summaries: (await shownOf(wanted)).map(toResult), ...run });
  return {
    'GET /v1/summaries': async () =>
      ok({
        summaries: (await shownOf(null)).map(({ sentences, cites, ...summary }) => ({
          ...withTimes(summary),
          sentences: sentences.map((text, at) => ({ text, cites: cites[at] ?? [] })),
        })),
      }),
    'POST /v1/summaries': ({ body }) =>
      inProject(projects, body, async ({ project, trigger = 'asked' }) => {
        const wanted = projectsOf(project);
        return answerOf(wanted, await summaries.summarise(trigger, wanted));
      }),
    'POST /v1/summaries/compact': ({ body }) =>
      inProject(projects, body, async ({ project }) => {
        const wanted = projectsOf(project);
        return answerOf(wanted, await summaries.compact(wanted));
      }),
  } satisfies Partial<Handlers>;
};

/**
 * Returns the projects of a request. An absent project means all projects, null means the global summaries, and a name
 * means its summaries and the global ones.
 */
const projectsOf = (project: string | null | undefined): Projects =>
  project === undefined ? null : project === null ? [null] : [project, null];

const toResult = ({ sentences, ...summary }: ShownSummary) => ({
  ...withTimes(summary),
  content: sentences.join(' '),
});

/** Converts times to ISO 8601, and says whether a model wrote the summary. */
const withTimes = ({ model, ...summary }: Omit<ShownSummary, 'sentences' | 'cites'>) => ({
  id: summary.id,
  type: summary.type,
  project: summary.project,
  method: model === null ? ('extractive' as const) : ('model' as const),
  model,
  struck: summary.struck,
  periodStart: new Date(summary.periodStart).toISOString(),
  periodEnd: new Date(summary.periodEnd).toISOString(),
  createdAt: new Date(summary.createdAt).toISOString(),
});
