/** The engine as callers see it. Arguments and results are plain data that can cross a thread. */
import type { CairnError } from '@cairn/schema';
import type { StoreMaintenance } from './api.ts';
import type { ReadEngine } from './read-engine.ts';
import type { WriteEngine } from './write-engine.ts';

export type { ReadEngine, WriteEngine };

/** Expected failures are values. A rejected promise is a bug or a broken machine. */
export interface Engine extends WriteEngine, ReadEngine, StoreMaintenance {
  /** Why the file is read-only: it is newer than this program, or cannot be written. Null: writable. [ST-1, RL-22] */
  readonly readOnly: CairnError | null;
  close(): Promise<void>;
}
