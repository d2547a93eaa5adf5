/** Copies of the database, and putting one back. [ST-2, RL-30] */
import * as z from 'zod';

const count = z.number().int().nonnegative();
const time = z.string();

export const backupResult = z.object({ path: z.string(), bytes: count, memories: count });
export type BackupResult = z.infer<typeof backupResult>;
export const restorePlan = z.object({
  path: z.string(),
  memories: count,
  /** When the last change in the backup was made. */
  changedAt: time.nullable(),
  /** How many memories are here now. Null: the database here cannot be opened. */
  present: count.nullable(),
  /** The vault of this device. */
  vault: z.string().nullable(),
  /**
   * Which device of the vault it is afterwards. `new`: how far it had come cannot be told, so it becomes another one, and the one before
   * is taken off the list. `outside`: neither, because the backup is from before the vault.
   */
  identity: z.enum(['none', 'same', 'new', 'outside']),
  /** Changes that the vault does not have yet, as far as that can be told. */
  unsent: count,
});
export type RestorePlan = z.infer<typeof restorePlan>;
export const restoreResult = z.object({ path: z.string(), memories: count, previous: z.string() });
export type RestoreResult = z.infer<typeof restoreResult>;
