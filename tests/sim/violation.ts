/** The failure of a run: a sentence and the number of the broken invariant (README.md lists them). */

export class Violation extends Error {
  readonly invariant: string;
  constructor(invariant: string, message: string) {
    super(`[${invariant}] ${message}`);
    this.invariant = invariant;
  }
}

export const fail = (invariant: string, message: string): never => {
  throw new Violation(invariant, message);
};

/** Returns a text that is equal for equal failures. Names and numbers, which differ between runs, are left out. */
export const kindOfFailure = (error: unknown): string => {
  if (error instanceof Violation) return error.invariant;
  const text = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  return text.replaceAll(/[a-z]_[0-9a-z]{20,}|[0-9a-f]{16,}|\d+/g, '#');
};
