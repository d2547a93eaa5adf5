/** The versions of a memory, as a chain that may have a fork: two devices replaced the same wording. [PG-12] */

export interface ChainLink {
  readonly id: string;
  readonly supersededBy: string | null;
  readonly current: boolean;
}

/** The wording that the one at that place took the place of; null for the first. `versions`: the oldest first. */
export const replacedBy = <T extends ChainLink>(versions: readonly T[], at: number): T | null => {
  const earlier = versions.slice(0, at);
  const own = versions[at];
  // A link names one successor only. The other one of a fork replaced what stood before both.
  return (
    earlier.findLast(({ id, supersededBy }) => id === own?.id || supersededBy === own?.id) ??
    earlier.findLast(({ current }) => !current) ??
    earlier.at(-1) ??
    null
  );
};

/** Those that stand beside the one that is shown. */
export const rivalsOf = <T extends ChainLink>(versions: readonly T[], id: string): readonly T[] =>
  versions.filter((one) => one.current && one.id !== id);
