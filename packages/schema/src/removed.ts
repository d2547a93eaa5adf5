/** Copies of forgotten memories: in the trash, or after other devices forgot many at once. [TR-3, M-16] */
import * as z from 'zod';
import { memorySchema } from './memory.ts';

const time = z.string();
const count = z.number().int().nonnegative();

const SHOWN = {
  id: true,
  content: true,
  project: true,
  namespace: true,
  key: true,
  tags: true,
  pinned: true,
  createdAt: true,
} as const;

/** Newest first. `device`: the name of the device that forgot it, if known; null in the trash. */
export const removedResult = z.object({
  memories: z.array(
    memorySchema.pick(SHOWN).extend({
      removedAt: time,
      /** When the copy is deleted automatically. */
      until: time,
      device: z.string().nullable(),
    }),
  ),
  total: count,
});
export type RemovedResult = z.infer<typeof removedResult>;
/** Without `ids`: all copies. */
export const removedInput = z.strictObject({ ids: z.array(z.string()).min(1).max(1_000).optional() });
/** `from`: the id of the forgotten memory. `skipped`: memories that stay copies, because their key has a new value. */
export const removedRestored = z.object({
  restored: z.array(z.object({ from: z.string(), id: z.string() })),
  skipped: z.array(z.string()),
});
export type RemovedRestored = z.infer<typeof removedRestored>;
export const removedEnded = z.object({ ended: count });
export type RemovedEnded = z.infer<typeof removedEnded>;
