import type { WriteEngine } from '@cairn/core';
import type { Result } from '@cairn/schema';

/** Returns the value of a call that must succeed. Throws its error otherwise. */
export const must = <T>(result: Result<T, { readonly message: string }>): T => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

/** Saves a text. Throws unless it is new. */
export const saveNew = async (engine: Pick<WriteEngine, 'remember'>, content: string): Promise<void> => {
  const saved = await engine.remember({ content });
  if (!saved.ok || saved.value.status !== 'saved') throw new Error(`not saved: ${JSON.stringify(saved)}`);
};
