/** The dependencies of the engine's calls, and their answers. */
import type { Checked } from '@cairn/schema';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { ReadStore, WriteStore } from '../ports/store.ts';
import type { Tuning } from '../ports/tuning.ts';

export interface ReadDeps {
  readonly store: ReadStore;
  readonly clock: Clock;
  readonly tuning?: Tuning;
}
export type StoreDeps = Pick<ReadDeps, 'store'>;

export interface WriteDeps {
  readonly store: WriteStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly tuning?: Tuning;
}

export type Answer<T> = Promise<Checked<T>>;
