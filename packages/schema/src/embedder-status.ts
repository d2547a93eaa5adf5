/** The embedder's state in the daemon's `status`. [F-3] */
import * as z from 'zod';

/** `missing`: not installed. `cold`: the next call starts it. */
export const EMBEDDER_STATES = ['missing', 'cold', 'ready', 'failing'] as const;

/**
 * `pending`: texts that wait for a vector. `aside`: the pending texts that failed repeatedly. They are retried after ten minutes, after
 * an hour, and then every day. `asideReason`: why the last of them failed. `problem`: why the embedder does not work, in a sentence.
 */
export const embedderStatus = z.object({
  name: z.string(),
  state: z.enum(EMBEDDER_STATES),
  pending: z.number().int().nonnegative(),
  aside: z.number().int().nonnegative(),
  asideReason: z.string().nullable(),
  problem: z.string().nullable(),
});
export type EmbedderStatus = z.infer<typeof embedderStatus>;
