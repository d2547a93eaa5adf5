/** A restore by the command itself, where no daemon can open the database. [RL-43] */
import type { Restoring } from '../restoring.ts';
import type { Failure } from './failure.ts';
import type { Io } from './io.ts';

/** Null: it is not the database. Loaded only then: it is most of a daemon. */
export const restoreWithout = async (
  { paths, env }: Pick<Io, 'paths' | 'env'>,
  { kind }: Failure,
): Promise<Restoring | null> => {
  if (kind !== 'daemon_unreachable') return null;
  try {
    const { openRestoring } = await import('../restoring.ts');
    return await openRestoring({ paths, env });
  } catch {
    // What failed here fails the daemon too, and its sentence says more.
    return null;
  }
};
