import * as z from 'zod';
import { RUN_STATUSES } from './schedules.ts';
import { SESSION_DUES } from './sessions.ts';

/** The events that `GET /v1/events` sends. A lost event costs nothing but time: the listener reads again. */
export const daemonEvent = z.discriminatedUnion('kind', [
  /** Memories that were written, here or on another device. */
  z.object({ kind: z.literal('changed'), ids: z.array(z.string()).readonly() }),
  /** A document or transcript: its passages are new. */
  z.object({ kind: z.literal('indexed'), source: z.string() }),
  /** Schedules that were written, here or on another device. */
  z.object({ kind: z.literal('scheduled'), ids: z.array(z.string()).readonly() }),
  /** SC-3: a schedule ran, and its policy says that somebody should hear of it. */
  z.object({
    kind: z.literal('schedule'),
    schedule: z.string(),
    name: z.string().nullable(),
    run: z.string(),
    status: z.enum(RUN_STATUSES),
    summary: z.string().nullable(),
    /** Why it was paused after this run; null when it goes on. */
    paused: z.string().nullable(),
    channel: z.string().nullable(),
    channelContext: z.string().nullable(),
  }),
  /** `last`: the sequence of its last message. `due`: what is to be done about it now. [SE-2, SE-3, X-1] */
  z.object({
    kind: z.literal('session'),
    what: z.enum(['appended', 'ended', 'compacted', 'deleted']),
    session: z.string(),
    last: z.number().int(),
    due: z.array(z.enum(SESSION_DUES)).readonly(),
  }),
  /** CX-7: a session of that project began with something else than the one before. */
  z.object({ kind: z.literal('given'), project: z.string().nullable() }),
  /** OP-11: what this device is set to. */
  z.object({ kind: z.literal('settings') }),
  /** The profile: a field or an item of it was written, here or on another device. */
  z.object({ kind: z.literal('profile') }),
  /** SY-A7: somebody signed in or out, or a session is over. */
  z.object({ kind: z.literal('account') }),
  z.object({ kind: z.literal('sync'), state: z.string() }),
  z.object({ kind: z.literal('join'), message: z.string() }),
]);
export type DaemonEvent = z.infer<typeof daemonEvent>;
