/** Projects with their counts and aliases. [PG-22] */

interface ProjectCount {
  /** Null for global memories. */
  readonly project: string | null;
  readonly count: number;
}

/**
 * Returns projects, largest count first. A project without memories has a row if an alias refers to it. Aliases have no row. `names`: the
 * aliases, each with the number of memories saved under it before it became an alias.
 */
export const projectRows = (counts: readonly ProjectCount[], aliases: Readonly<Record<string, string>>) => {
  const sizes = new Map(counts.map(({ project, count }) => [project, count]));
  const projects = new Set([
    ...counts.flatMap(({ project }) =>
      project === null || Object.hasOwn(aliases, project) ? [] : [project],
    ),
    ...Object.values(aliases),
  ]);
  return [...projects]
    .map((project) => ({
      project,
      count: sizes.get(project) ?? 0,
      names: Object.keys(aliases)
        .filter((name) => aliases[name] === project)
        .map((name) => ({ name, count: sizes.get(name) ?? 0 })),
    }))
    .sort((a, b) => b.count - a.count || (a.project < b.project ? -1 : 1));
};
