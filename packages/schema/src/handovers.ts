/** Sessions that one device hands over to another: the sealed content, and the inputs and results of the daemon. [SE-6, SE-7] */
import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { deviceIdSchema } from './register.ts';
import { SESSION_ROLES, sessionInfo } from './sessions.ts';

export const HANDOVER_LIMITS = {
  /** Bytes of the handed session as JSON in UTF-8. Sealed twice, they fit a payload. */
  bytesMax: 46_000,
  /** UTF-16 units of one message, of the summary, and of one path. */
  textUnitsMax: 4_000,
  tokensMax: 16_000,
  /** The most handovers from one device that wait for the same device. */
  waitingMax: 8,
  /** Milliseconds after which a handover expires: seven days. */
  msMax: 604_800_000,
} as const;

const time = z.string();
const text = z.string().max(LIMITS.daemonBodyBytesMax);

/** The part of a session that is handed over. Calls and results of tools are left out, because they would not fit. */
export const handedSession = z.object({
  project: z.string().nullable(),
  agent: z.string().nullable(),
  task: z.string().nullable(),
  summary: z.string().nullable(),
  /** Paths of files, newest first. */
  files: z.array(z.string()),
  messages: z.array(z.object({ role: z.enum(SESSION_ROLES), content: z.string(), at: z.number().int() })),
});
export type HandedSession = z.infer<typeof handedSession>;

/** The content that device `from` signs and seals. `at`: milliseconds since 1970, UTC. */
export const handoverLetter = z.object({
  from: deviceIdSchema,
  at: z.number().int().nonnegative(),
  session: handedSession,
});
export type HandoverLetter = z.infer<typeof handoverLetter>;

/** `device`: a device's name or id, or the beginning or end of its id. Default of `session`: the project's last changed session. */
export const sendSessionInput = z.strictObject({
  device: text,
  session: text.optional(),
  project: text.optional(),
  cwd: text.optional(),
});
export type SendSessionInput = z.infer<typeof sendSessionInput>;

export const handoversQuery = z.strictObject({ project: z.string().optional(), cwd: z.string().optional() });
export const handover = z.object({
  id: z.string(),
  /** The sender of an incoming handover, or the receiver of an outgoing one. */
  device: z.object({ id: z.string(), name: z.string() }),
  incoming: z.boolean(),
  /** False until the server has the handover. */
  sent: z.boolean(),
  at: time,
  expiresAt: time,
  /** Like `task`, null for an outgoing handover, because only the receiver can open it. */
  project: z.string().nullable(),
  task: z.string().nullable(),
});
export type Handover = z.infer<typeof handover>;
export const handoverResult = z.object({ handover });
/** Handovers, newest first. */
export const handoversResult = z.object({ handovers: z.array(handover) });
export const takenHandoverResult = z.object({
  session: sessionInfo,
  from: z.object({ id: z.string(), name: z.string() }),
});
export type TakenHandover = z.infer<typeof takenHandoverResult>;
export const droppedHandoverResult = z.object({ dropped: z.string() });
