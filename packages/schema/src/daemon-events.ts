import * as z from 'zod';

/** What `GET /v1/events` says. A lost event costs nothing but time: whoever listens reads again. */
export const daemonEvent = z.discriminatedUnion('kind', [
  /** Memories that were written, here or on another device. */
  z.object({ kind: z.literal('changed'), ids: z.array(z.string()).readonly() }),
  /** A document or transcript: its passages are new. */
  z.object({ kind: z.literal('indexed'), source: z.string() }),
  z.object({ kind: z.literal('sync'), state: z.string() }),
  z.object({ kind: z.literal('join'), message: z.string() }),
]);
export type DaemonEvent = z.infer<typeof daemonEvent>;
