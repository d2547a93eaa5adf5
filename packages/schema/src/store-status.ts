/** The content of the store and its place: `cairn stats`, and a part of `cairn status`. */
import * as z from 'zod';

const count = z.number().int().nonnegative();

/** ST-3: the place of the store, its size and its counts. */
export const storeStatus = z.object({
  /** The file, or the server's address without a secret. */
  path: z.string(),
  /** The server's address; null for a file. */
  url: z.string().nullable(),
  remote: z.boolean(),
  /** Features that need a file and are unavailable; empty if none. */
  off: z.array(z.object({ feature: z.string(), reason: z.string() })),
  bytes: count,
  memories: count,
  summaries: count,
  unsummarised: count,
  /** Set for a week after a crash lost the end of the write-ahead log. Only `readable` of its `frames` pages were readable. [RL-27] */
  lostTail: z.object({ frames: count, readable: count, at: z.string() }).nullable().optional(),
});

export const statsResult = z.object({
  memories: z.object({
    total: count,
    current: count,
    superseded: count,
    pinned: count,
    keyed: count,
    held: count,
    forgotten: count,
  }),
  /** Current summaries of memories. [F-16] */
  summaries: count,
  /** UTC days of the oldest and the newest current memory; null without any. */
  oldest: z.string().nullable(),
  newest: z.string().nullable(),
  projects: z.array(z.object({ project: z.string().nullable(), count })),
  sources: z.array(z.object({ source: z.string(), count })),
  tags: z.array(z.object({ tag: z.string(), count })),
  devices: z.array(z.object({ id: z.string(), name: z.string(), count })),
  agents: z.array(z.object({ agent: z.string(), count })),
  /** By UTC day of creation, oldest first. */
  days: z.array(z.object({ day: z.string(), count })),
  store: z.object({ bytes: count, walBytes: count }),
});
export type StatsResult = z.infer<typeof statsResult>;
