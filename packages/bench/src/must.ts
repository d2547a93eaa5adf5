import type { Result } from '@cairn/schema';

/** Returns the value of a call that must succeed. Throws its error otherwise. */
export const must = <T>(result: Result<T, { readonly message: string }>): T => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
