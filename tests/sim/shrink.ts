/** Delta debugging (Zeller and Hildebrandt, 2002): removes the parts of a list that a failure does not need. */

/** Returns a shorter list that still fails, at best one from which nothing can be removed. Calls `fails` at most `triesMax` times. */
export const shrink = async <T>(
  whole: readonly T[],
  fails: (part: readonly T[]) => Promise<boolean>,
  triesMax: number,
): Promise<readonly T[]> => {
  let list = whole;
  let parts = 2;
  let tries = 0;
  while (list.length > 1 && parts <= list.length) {
    const size = Math.ceil(list.length / parts);
    let shorter: readonly T[] | null = null;
    for (let from = 0; from < list.length && shorter === null; from += size) {
      if (tries++ >= triesMax) return list;
      const rest = [...list.slice(0, from), ...list.slice(from + size)];
      if (await fails(rest)) shorter = rest;
    }
    if (shorter !== null) {
      list = shorter;
      parts = Math.max(2, parts - 1);
    } else if (size === 1) return list;
    else parts = Math.min(list.length, parts * 2);
  }
  return list;
};
