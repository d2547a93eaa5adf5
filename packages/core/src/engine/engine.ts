/** The engine as callers see it. Arguments and results are plain data that can cross a thread. */
import type { CairnError } from '@cairn/schema';
import type { StoreMaintenance } from './api.ts';
import type { ReadEngine } from './read-engine.ts';
import type { WriteEngine } from './write-engine.ts';

export type { ReadEngine, WriteEngine };

/** Expected failures are values. A rejected promise is a bug or a broken machine. */
export interface Engine extends WriteEngine, ReadEngine, StoreMaintenance {
  /**
   * Why the file is read-only: a newer program wrote it, or it cannot be written. Null: it is writable. [ST-1, RL-22]
   */
  readonly readOnly: CairnError | null;
  close(): Promise<void>;
}
