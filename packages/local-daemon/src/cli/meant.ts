/** Guesses the known word that a person probably meant by an unknown one. */

/** Commands by the names that other programs give them. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  remember: 'save',
  store: 'save',
  query: 'search',
  recall: 'search',
  undo: 'trash restore',
  undelete: 'trash restore',
  start: 'up',
  stop: 'down',
  setup: 'init',
  health: 'doctor',
  check: 'doctor',
  pair: 'invite',
  login: 'join',
  logout: 'leave',
  verify: 'sync verify',
  create: 'vault create',
  manual: 'man',
};

/** Returns the known word that `word` probably means; null if none is similar. All words are without leading dashes. */
export const meantBy = (word: string, known: readonly string[]): string | null => {
  const asked = word.toLowerCase();
  const other = OTHER_WORDS[asked];
  if (other !== undefined && known.includes(other)) return other;
  const lengthMin = Math.min(asked.length, 3);
  const near = known
    .map((one) => ({ one, slips: slipsBetween(asked, one) }))
    .filter(({ one, slips }) => slips <= Math.max(1, Math.floor(Math.max(asked.length, one.length) / 3)))
    .toSorted((a, b) => a.slips - b.slips);
  if (near[0] !== undefined && lengthMin > 1) return near[0].one;
  const begins = known.filter((one) => lengthMin > 2 && one.startsWith(asked));
  return begins.length === 1 ? (begins[0] ?? null) : null;
};

/** Returns a text like " (Did you mean save?)", or an empty one. */
export const meantText = (word: string, known: readonly string[]): string => {
  const meant = meantBy(word, known);
  return meant === null ? '' : ` (Did you mean ${meant}?)`;
};

/** Counts letters that were left out, added, mistaken, or swapped with their neighbour (Damerau-Levenshtein). */
const slipsBetween = (a: string, b: string): number => {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + same,
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
};
