/** The program's version in `daemon.json`, `status` and `--version`. A test compares it with package.json. */
export const VERSION = '0.2.0';

/** Returns a negative number, zero or a positive number. Only the dotted numbers count. */
export const compareVersions = (a: string, b: string): number => {
  const left = numbersOf(a);
  const right = numbersOf(b);
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

const numbersOf = (version: string): readonly number[] =>
  (version.split(/[-+]/)[0] ?? '').split('.').map((part) => Number.parseInt(part, 10) || 0);
