/** The needs of a question to the reader. */
import type { Clock } from '../../ports/clock.ts';
import type { ReadStore } from '../../ports/store.ts';

export interface ReadDeps {
  readonly store: ReadStore;
  readonly clock: Clock;
}
export type StoreDeps = Pick<ReadDeps, 'store'>;
