import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder, mode 0700. `await using home = await tempHome()` deletes it at the end of the block. */
export type TempHome = AsyncDisposable & {
  readonly path: string;
  remove(): Promise<void>;
};

/** Makes a folder that the caller deletes. Tests should use `homeForTest` of `@cairn/test-support/vitest`. */
export const tempHome = async (name = 'home'): Promise<TempHome> => {
  const path = await mkdtemp(join(tmpdir(), `cairn-${name}-`));
  // Retries, because a process that was just killed may still write for a moment.
  const remove = (): Promise<void> =>
    rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  return { path, remove, [Symbol.asyncDispose]: remove };
};
