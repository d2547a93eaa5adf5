/** The memories of readable vaults as rows, which pushes maintain. One implementation on SQL. Throws if the database is away. [SY-S8] */
import type { VaultId } from '@cairn/schema';

export interface ReadableTable {
  /** Fills a page of one vault's registers in a transaction of its own. Returns false if none is left. */
  fillStep(): Promise<boolean>;
  /**
   * Rebuilds the rows of one readable vault, or of all, from registers. Correct rows stay as they are. Pushes go on between the steps,
   * and a crash does not lose progress. Returns null if there is no such readable vault. `memories`: the number of rows afterwards.
   */
  rebuild(vault: VaultId | null): Promise<{ readonly vaults: number; readonly memories: number } | null>;
}
