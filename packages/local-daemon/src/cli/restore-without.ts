/** Restores in this process if no daemon can open the database. [RL-43] */
import type { Restoring } from '../restoring.ts';
import type { Failure } from './failure.ts';
import type { Io } from './io.ts';

/** Returns null if the database is not the cause. Imports the program part only here, because it is most of a daemon. */
export const restoreWithout = async (
  { paths, env, scope }: Pick<Io, 'paths' | 'env' | 'scope'>,
  { kind }: Failure,
): Promise<Restoring | null> => {
  if (kind !== 'daemon_unreachable') return null;
  try {
    const { openRestoring } = await import('../restoring.ts');
    return await openRestoring({ paths, env, isScope: scope !== null });
  } catch {
    // The daemon fails for the same reason, and its message says more.
    return null;
  }
};
