/** What this process does itself if no daemon can start: it reads [RL-22] or restores [RL-43]. */
import type { CairnError } from '@cairn/schema';
import type { Reading, ReadingOptions } from '../reading.ts';
import type { Restoring } from '../restoring.ts';
import type { Failure } from './failure.ts';
import type { Io } from './io.ts';

/** Returns null for an error with another reason, or if reading fails too. Imports the reader only here: it is most of a daemon. */
export const readWithout = async (
  place: Pick<ReadingOptions, 'paths' | 'env'>,
  { kind, message }: { readonly kind: string; readonly message: string },
): Promise<Reading | null> => {
  if (kind !== 'storage_full' && kind !== 'storage_read_only') return null;
  const why: CairnError = { kind, message, retryable: kind === 'storage_full' };
  try {
    const { openReading } = await import('../reading.ts');
    const opened = await openReading({ ...place, why });
    return opened.ok ? opened.value : null;
  } catch {
    // The same resource may be short in this process: file descriptors, memory.
    return null;
  }
};

/** Returns null if the database is not the cause. Imports the program part only here, because it is most of a daemon. */
export const restoreWithout = async (
  { paths, env }: Pick<Io, 'paths' | 'env'>,
  { kind }: Failure,
): Promise<Restoring | null> => {
  if (kind !== 'daemon_unreachable') return null;
  try {
    const { openRestoring } = await import('../restoring.ts');
    return await openRestoring({ paths, env });
  } catch {
    // The daemon fails for the same reason, and its message says more.
    return null;
  }
};
