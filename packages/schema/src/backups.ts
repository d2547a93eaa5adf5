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
  /** How many memories are here now. */
  present: count,
  /** The vault of this device. */
  vault: z.string().nullable(),
  /** Changes that the vault does not have yet. */
  unsent: count,
});
export type RestorePlan = z.infer<typeof restorePlan>;
export const restoreResult = z.object({ path: z.string(), memories: count, previous: z.string() });
export type RestoreResult = z.infer<typeof restoreResult>;
