/** Reads without a daemon, if none can start because nothing can be written. [RL-22] */
import type { CairnError } from '@cairn/schema';
import type { Reading, ReadingOptions } from '../reading.ts';

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
