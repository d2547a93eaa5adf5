/** M-8: what `project` and `cwd` of an input mean, before the engine sees it. */
import { isAbsolute } from 'node:path';
import { type CairnError, cairnError, err, ok, type Result } from '@cairn/schema';

export interface ProjectFinder {
  /** The identity of the project that holds this absolute folder. */
  projectOf(folder: string): Promise<string>;
  /** The same project under its own name: aliases by hand, and a remote in any of its spellings. */
  canonical(project: string): string;
}

interface Placed {
  readonly project?: string | null | undefined;
  readonly cwd?: string | undefined;
}

/** The input with `project` canonical and `cwd` gone. */
export const resolveProject = async <T extends Placed>(
  finder: ProjectFinder,
  input: T,
): Promise<Result<Omit<T, 'cwd'>, CairnError>> => {
  const { cwd, ...rest } = input;
  if (typeof input.project !== 'string') return ok(rest);
  if (input.project !== '.') return ok({ ...rest, project: finder.canonical(input.project) });
  if (cwd === undefined || !isAbsolute(cwd))
    return err(cairnError('invalid_input', 'Project "." needs `cwd`, the absolute path of a folder.'));
  return ok({ ...rest, project: await finder.projectOf(cwd) });
};
