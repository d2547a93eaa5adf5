/** M-8: gives a project one name for all its folders, aliases and spellings of its remote. */
import { canonicalRemote } from './canonical-remote.ts';
import type { ProjectFinder } from './resolve-project.ts';

export interface ProjectDeps {
  readonly identify: (folder: string) => Promise<string>;
  /** Aliases from the configuration: a name or an identity → the project that it means. */
  readonly aliases: () => Readonly<Record<string, string>>;
}

export const createProjects = ({ identify, aliases }: ProjectDeps): ProjectFinder => {
  const aliased = (project: string): string => {
    const known = aliases();
    return Object.hasOwn(known, project) ? (known[project] ?? project) : project;
  };
  const canonical = (project: string): string => {
    const named = aliased(project);
    const isRemote = named.includes('://') || /^[^@/\s]+@[^/:\s]+:/.test(named);
    return aliased(isRemote ? (canonicalRemote(named) ?? named) : named);
  };
  return {
    canonical,
    projectOf: async (folder) => canonical(await identify(folder)),
  };
};
