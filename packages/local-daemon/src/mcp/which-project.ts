/** Finds the project for a tool call: the argument's, else the session's, else none. [M-8] */
import { type Checked, ok, refuseInput } from '@cairn/schema';
import type { CallerFacts } from './caller.ts';

/** Name for memories without a project, which are facts about the person. */
export const GLOBAL = 'global';
/** Name for all projects in a search. */
export const EVERYWHERE = '*';

export const PROJECT_HELP = `"${GLOBAL}" for facts about the person, or another project's name; default: this session's project`;
export const PROJECT_OF_KEY_HELP = `of the key: "${GLOBAL}", or a project's name`;
export const CONTEXT_PROJECT_HELP = `default: this session's project and ${GLOBAL}; "${GLOBAL}", or another project's name`;
export const SEARCH_PROJECT_HELP = `default: this session's project and ${GLOBAL}; "${GLOBAL}", another project's name, or "${EVERYWHERE}" for all`;

const ONE_PROJECT = {
  save: `A memory belongs to one project: leave it out, or "${GLOBAL}".`,
  context: `The context is about one project: name it, or ask memory_search with project "${EVERYWHERE}".`,
} as const;

/** Resolves the project argument. In a session without a project, saves are global and searches cover all projects. */
export const whichProject = (
  { project: own, cwd }: Pick<CallerFacts, 'project' | 'cwd'>,
  asked: string | undefined,
  use: 'save' | 'search' | 'context',
): Checked<{ readonly project?: string | null; readonly cwd?: string }> => {
  const name = asked?.trim() ?? '';
  // A search always includes global memories. No project can have this name.
  if (name === GLOBAL) return ok({ project: use === 'save' ? null : GLOBAL });
  if (name === EVERYWHERE) return use === 'search' ? ok({}) : refuseInput(ONE_PROJECT[use]);
  if (name !== '' && name !== '.') return ok({ project: name });
  if (own !== null) return whichProject({ project: null, cwd }, own, use);
  return ok(cwd === null ? {} : { project: '.', cwd });
};
