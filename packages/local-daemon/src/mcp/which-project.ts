/** Finds the project that a tool means: the argument's, else the session's, else none. [M-8] */
import { type CairnError, cairnError, err, ok, type Result } from '@cairn/schema';
import type { CallerFacts } from './caller.ts';

/** No project: facts about the person. */
const GLOBAL = 'global';
/** Searches every project. */
export const EVERYWHERE = '*';

export const PROJECT_HELP = `"${GLOBAL}" for facts about the person, or another project's name; default: this session's project`;
export const SEARCH_PROJECT_HELP = `default: this session's project and ${GLOBAL}; "${GLOBAL}", another project's name, or "${EVERYWHERE}" for all`;

interface ProjectArguments {
  readonly project?: string | null;
  readonly cwd?: string;
}

/** Without a project, a session's saves are global, and it searches everywhere. */
export const whichProject = (
  { project: own, cwd }: Pick<CallerFacts, 'project' | 'cwd'>,
  asked: string | undefined,
  use: 'save' | 'search',
): Result<ProjectArguments, CairnError> => {
  const name = asked?.trim() ?? '';
  // A search always includes global memories, and nothing else has this name.
  if (name === GLOBAL) return ok({ project: use === 'save' ? null : GLOBAL });
  if (name === EVERYWHERE)
    return use === 'search'
      ? ok({})
      : err(cairnError('invalid_input', `A memory belongs to one project: leave it out, or "${GLOBAL}".`));
  if (name !== '' && name !== '.') return ok({ project: name });
  if (own !== null) return whichProject({ project: null, cwd }, own, use);
  return ok(cwd === null ? {} : { project: '.', cwd });
};
