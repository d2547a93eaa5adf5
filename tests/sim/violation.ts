/** How a run fails: by a sentence under the number of the invariant that it breaks (README.md lists them). */

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

/** What two failures have in common when they are the same one: names and numbers differ from run to run. */
export const kindOfFailure = (error: unknown): string => {
  if (error instanceof Violation) return error.invariant;
  const text = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  return text.replaceAll(/[a-z]_[0-9a-z]{20,}|[0-9a-f]{16,}|\d+/g, '#');
};
