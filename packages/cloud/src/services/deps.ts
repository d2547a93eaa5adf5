import type { Clock, Random } from '../ports/clock.ts';
import type { Hints } from '../ports/hints.ts';
import type { Signatures } from '../ports/signatures.ts';
import type { SyncStore } from '../ports/sync-store.ts';
import type { EpochLimit } from './epoch-limit.ts';

/** The dependencies of the use cases. Each takes those that it needs. */
export interface ServiceDeps {
  readonly store: SyncStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly hints: Hints;
  readonly signatures: Signatures;
  readonly epochLimit: EpochLimit;
}
