/** M-8: resolves `project` and `cwd` of an input before the engine receives it. */
import { isAbsolute } from 'node:path';
import type { Answer } from '@cairn/core';
import { ok, refuseInput } from '@cairn/schema';

export interface ProjectFinder {
  /** Returns the identity of the project that holds this absolute folder. */
  projectOf(folder: string): Promise<string>;
  /** Returns the canonical name of a project: resolves aliases and every spelling of a remote. */
  canonical(project: string): string;
}

export interface Placed {
  readonly project?: string | null | undefined;
  readonly cwd?: string | undefined;
}

/** Returns the input with a canonical `project` and without `cwd`. */
export const resolveProject = async <T extends Placed>(
  finder: ProjectFinder,
  input: T,
): Answer<Omit<T, 'cwd'>> => {
  const { cwd, ...rest } = input;
  if (typeof input.project !== 'string') return ok(rest);
  if (input.project !== '.') return ok({ ...rest, project: finder.canonical(input.project) });
  if (cwd === undefined || !isAbsolute(cwd))
    return refuseInput('Project "." needs `cwd`, the absolute path of a folder.');
  return ok({ ...rest, project: await finder.projectOf(cwd) });
};

/** Does the work with the resolved input, unless it names no project that can be resolved. */
export const inProject = async <I extends Placed, R>(
  finder: ProjectFinder,
  input: I,
  work: (input: Omit<I, 'cwd'>) => R | Promise<R>,
) => {
  const resolved = await resolveProject(finder, input);
  return resolved.ok ? work(resolved.value) : resolved;
};
