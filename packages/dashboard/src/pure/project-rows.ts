/** Projects with their counts and other names. [PG-22] */

interface ProjectCount {
  /** Null: what is global. */
  readonly project: string | null;
  readonly count: number;
}

export interface ProjectRow {
  readonly project: string;
  readonly count: number;
  /** With how many memories were saved under them before they were names. */
  readonly names: readonly { readonly name: string; readonly count: number }[];
}

/** By falling count; a project that only names lead to is there too, but a name has no row of its own. */
export const projectRows = (
  counts: readonly ProjectCount[],
  aliases: Readonly<Record<string, string>>,
): readonly ProjectRow[] => {
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
