/** Which project a tool means: what it is told, else the session's, else none. [M-8] */
import { type CairnError, cairnError, err, ok, type Result } from '@cairn/schema';
import type { CallerFacts } from './caller.ts';

/** Belongs to no project: facts about the person. */
const GLOBAL = 'global';
/** Looks in every project. */
export const EVERYWHERE = '*';

export const PROJECT_HELP = `"${GLOBAL}" for facts about the person, or another project's name; default: this session's project`;
export const SEARCH_PROJECT_HELP = `default: this session's project and ${GLOBAL}; "${GLOBAL}", another project's name, or "${EVERYWHERE}" for all`;

interface ProjectArguments {
  readonly project?: string | null;
  readonly cwd?: string;
}

/** Without a project of its own, what a session saves is global, and it looks everywhere. */
export const whichProject = (
  { project: own, cwd }: Pick<CallerFacts, 'project' | 'cwd'>,
  asked: string | undefined,
  use: 'save' | 'search',
): Result<ProjectArguments, CairnError> => {
  const name = asked?.trim() ?? '';
  // A search always looks at what is global too; of a project by this name there is nothing else.
  if (name === GLOBAL) return ok({ project: use === 'save' ? null : GLOBAL });
  if (name === EVERYWHERE)
    return use === 'search'
      ? ok({})
      : err(cairnError('invalid_input', `A memory belongs to one project: leave it out, or "${GLOBAL}".`));
  if (name !== '' && name !== '.') return ok({ project: name });
  if (own !== null) return whichProject({ project: null, cwd }, own, use);
  return ok(cwd === null ? {} : { project: '.', cwd });
};
