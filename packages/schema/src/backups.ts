/** Backups of the database, and restoring one. [ST-2, RL-30] */
import * as z from 'zod';

const count = z.number().int().nonnegative();
const time = z.string();

export const backupResult = z.object({ path: z.string(), bytes: count, memories: count });
export type BackupResult = z.infer<typeof backupResult>;
export const restorePlan = z.object({
  path: z.string(),
  memories: count,
  /** The time of the last change in the backup. */
  changedAt: time.nullable(),
  /** The number of memories here now. Null if the database cannot be opened. */
  present: count.nullable(),
  /** The vault of this device. */
  vault: z.string().nullable(),
  /**
   * The device's identity in the vault after the restore. `new`: its progress is unknown, so it becomes a new device, and the old one is
   * removed from the list. `outside`: in no vault, because the backup is older than the vault.
   */
  identity: z.enum(['none', 'same', 'new', 'outside']),
  /** Changes that the vault does not have yet, as far as known. */
  unsent: count,
  /** True when the backup belongs to no vault, although this device does. */
  isFromOutside: z.boolean().optional(),
});
export type RestorePlan = z.infer<typeof restorePlan>;
export const restoreResult = z.object({ path: z.string(), memories: count, previous: z.string() });
export type RestoreResult = z.infer<typeof restoreResult>;
