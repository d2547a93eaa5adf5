/** The summaries that agents are shown. The person's own text about themselves replaces the generated one. [SU-5] */
import type { ReadStore } from '../ports/store.ts';
import { hasOwnNarrative } from '../profile/read-profile.engine.ts';
import { projectsOf } from './phases.ts';

export const readShownSummaries = async (
  store: ReadStore,
  project: string | null,
): Promise<Awaited<ReturnType<ReadStore['summariesShown']>>> => {
  const shown = await store.summariesShown(projectsOf(project));
  const hasGenerated = shown.some(({ type }) => type === 'narrative');
  return hasGenerated && (await hasOwnNarrative({ store }))
    ? shown.filter(({ type }) => type !== 'narrative')
    : shown;
};
