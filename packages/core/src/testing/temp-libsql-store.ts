/** A store in a real file, for tests outside of this package. */
import type { StorePair } from './copy-store.ts';

export interface TempLibsqlStore extends StorePair {
  /** Closes it and removes the file. */
  dispose(): Promise<void>;
}

/** libSQL is loaded here, so that tests in memory do without it. */
export const openTempLibsqlStore = async (): Promise<TempLibsqlStore> => {
  const { openTempStore } = await import('./temp-store.ts');
  const { store, reader, dispose } = await openTempStore();
  return { writer: store, reader, dispose };
};
