/** The summaries that are told: what a person wrote of themselves stands in place of the text that was made. [SU-5] */
import type { ReadStore } from '../ports/store.ts';
import { hasOwnNarrative } from '../profile/read-profile.engine.ts';
import { projectsOf } from './phases.ts';

export const readShownSummaries = async (
  store: ReadStore,
  project: string | null,
): Promise<Awaited<ReturnType<ReadStore['summariesShown']>>> => {
  const shown = await store.summariesShown(projectsOf(project));
  const isMade = shown.some(({ type }) => type === 'narrative');
  return isMade && (await hasOwnNarrative({ store }))
    ? shown.filter(({ type }) => type !== 'narrative')
    : shown;
};
