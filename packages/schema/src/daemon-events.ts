import * as z from 'zod';
import { RUN_STATUSES } from './schedules.ts';
import { SESSION_DUES } from './sessions.ts';

/** The events of `GET /v1/events`. After a lost event a listener is late, not wrong, because it reads the state again. */
export const daemonEvent = z.discriminatedUnion('kind', [
  /** Memories that were written, here or on another device. */
  z.object({ kind: z.literal('changed'), ids: z.array(z.string()).readonly() }),
  /** A document or transcript that has new passages, or was removed. */
  z.object({ kind: z.literal('indexed'), source: z.string() }),
  /** Schedules that were written, here or on another device. */
  z.object({ kind: z.literal('scheduled'), ids: z.array(z.string()).readonly() }),
  /** SC-3: a schedule ran, and its policy asks for a report. */
  z.object({
    kind: z.literal('schedule'),
    schedule: z.string(),
    name: z.string().nullable(),
    run: z.string(),
    status: z.enum(RUN_STATUSES),
    summary: z.string().nullable(),
    /** The reason for which the schedule was paused after this run; null if it was not paused. */
    paused: z.string().nullable(),
    channel: z.string().nullable(),
    channelContext: z.string().nullable(),
  }),
  /** `last`: the sequence of the session's last message. `due`: the steps that are due now. [SE-2, SE-3, X-1] */
  z.object({
    kind: z.literal('session'),
    what: z.enum(['appended', 'ended', 'compacted', 'deleted']),
    session: z.string(),
    last: z.number().int(),
    due: z.array(z.enum(SESSION_DUES)).readonly(),
  }),
  /** messages of a session were read for memories. */
  z.object({ kind: z.literal('learned'), session: z.string() }),
  /** CX-7: a session of the project began with a different context than the session before it. */
  z.object({ kind: z.literal('given'), project: z.string().nullable() }),
  /** OP-11: a setting of this device changed. */
  z.object({ kind: z.literal('settings') }),
  /** A field or an item of the profile was written, here or on another device. */
  z.object({ kind: z.literal('profile') }),
  /** SY-A7: somebody signed in or out, or a session ended. */
  z.object({ kind: z.literal('account') }),
  z.object({ kind: z.literal('sync'), state: z.string() }),
  z.object({ kind: z.literal('join'), message: z.string() }),
]);
export type DaemonEvent = z.infer<typeof daemonEvent>;
