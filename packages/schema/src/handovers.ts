/** Sessions that one device hands over to another: the sealed content, and what callers of the daemon see. [SE-6, SE-7] */
import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { deviceIdSchema } from './register.ts';
import { SESSION_ROLES, sessionInfo } from './sessions.ts';

export const HANDOVER_LIMITS = {
  /** Bytes of UTF-8 that are handed over. Sealed twice, they fit a payload. */
  bytesMax: 46_000,
  /** UTF-16 units of one message, and of the summary. */
  textUnitsMax: 4_000,
  tokensMax: 16_000,
  /** Handovers from one device that wait for one other. */
  waitingMax: 8,
  /** Seven days. */
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
  /** Names, newest first. */
  files: z.array(z.string()),
  messages: z.array(z.object({ role: z.enum(SESSION_ROLES), content: z.string(), at: z.number().int() })),
});
export type HandedSession = z.infer<typeof handedSession>;

/** The sealed content, behind the signature of `from`. `at`: milliseconds since 1970, UTC. */
export const handoverLetter = z.object({
  from: deviceIdSchema,
  at: z.number().int().nonnegative(),
  session: handedSession,
});
export type HandoverLetter = z.infer<typeof handoverLetter>;

/** `device`: a name, an id or the beginning of one. Default session: the project's last changed one. */
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
  /** The other device: the sender of an incoming one, the receiver of an outgoing one. */
  device: z.object({ id: z.string(), name: z.string() }),
  incoming: z.boolean(),
  /** False while it waits to be sent. */
  sent: z.boolean(),
  at: time,
  expiresAt: time,
  /** Known only for incoming ones, because only the receiver can open it. */
  project: z.string().nullable(),
  task: z.string().nullable(),
});
export type Handover = z.infer<typeof handover>;
export const handoverResult = z.object({ handover });
/** Newest first. */
export const handoversResult = z.object({ handovers: z.array(handover) });
export const takenHandoverResult = z.object({
  session: sessionInfo,
  from: z.object({ id: z.string(), name: z.string() }),
});
export type TakenHandover = z.infer<typeof takenHandoverResult>;
export const droppedHandoverResult = z.object({ dropped: z.string() });
