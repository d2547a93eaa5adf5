/** The memories of readable vaults as rows, which pushes maintain. Implemented in SQL. Throws if the database is unreachable. [SY-S8] */
import type { VaultId } from '@cairn/schema';

export interface ReadableTable {
  /** Fills the rows of one page of a vault's registers, in one transaction. Returns false if no page is left. */
  fillStep(): Promise<boolean>;
  /**
   * Rebuilds the rows of one readable vault, or of all, from registers, in steps. Correct rows stay. Pushes run between the steps, and a
   * crash loses no progress. Returns null if there is no such readable vault. `memories`: the number of rows afterwards.
   */
  rebuild(vault: VaultId | null): Promise<{ readonly vaults: number; readonly memories: number } | null>;
}
