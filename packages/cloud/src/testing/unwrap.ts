/** Returns the value of a result. Throws if the result is an error. For tests. */
import type { Result } from '@cairn/schema';

export const unwrap = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw new Error(`expected a value, got ${JSON.stringify(result.error)}`);
  return result.value;
};
