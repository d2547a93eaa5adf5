import type { Clock } from '../../ports/clock.ts';
import type { ReadStore } from '../../ports/store.ts';
import type { Tuning } from '../../ports/tuning.ts';

export interface ReadDeps {
  readonly store: ReadStore;
  readonly clock: Clock;
  readonly tuning?: Tuning;
}
export type StoreDeps = Pick<ReadDeps, 'store'>;
