/** Expected failures are values. A thrown error is a bug or a broken machine. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/** Returns the value of `work`, or the fallback if it throws. Only for failures whose reason nobody needs. */
export const orElse = <T, F>(work: () => T, fallback: F): T | F => {
  try {
    return work();
  } catch {
    return fallback;
  }
};

/** Ends a switch over a union. A new member does not compile until it is handled. */
export const exhaustive = (value: never): never => {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
};
