/** The memories of readable vaults as rows, which pushes keep. One implementation, on SQL. A database that is away throws. [SY-S8] */
import type { VaultId } from '@cairn/schema';

export interface ReadableTable {
  /** A page of registers of one vault that was not filled yet, in a transaction of its own. False when none waits. */
  fillStep(): Promise<boolean>;
  /**
   * Makes the rows of one readable vault, or of all, again from registers. Rows that are right stay as they are; pushes go on
   * between the steps. What was begun goes on after a crash. Null without that readable vault. `memories`: rows afterwards.
   */
  rebuild(vault: VaultId | null): Promise<{ readonly vaults: number; readonly memories: number } | null>;
}
