/** Sessions that one device hands over to another: what is inside of the seal, and what callers of the daemon see. [SE-6, SE-7] */
import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { deviceIdSchema } from './register.ts';
import { SESSION_ROLES, sessionInfo } from './sessions.ts';

export const HANDOVER_LIMITS = {
  /** UTF-8 of what is handed over: sealed twice, it fits a payload. */
  bytesMax: 46_000,
  /** Of one message, and of the summary. */
  textUnitsMax: 4_000,
  tokensMax: 16_000,
  /** Of one device, that wait for one other. */
  waitingMax: 8,
  /** Seven days. */
  msMax: 604_800_000,
} as const;

const time = z.string();
const text = z.string().max(LIMITS.daemonBodyBytesMax);

/** The part of a session that is handed over. No calls or answers of tools: they would not fit. */
export const handedSession = z.object({
  project: z.string().nullable(),
  agent: z.string().nullable(),
  task: z.string().nullable(),
  summary: z.string().nullable(),
  /** Names; the newest first. */
  files: z.array(z.string()),
  messages: z.array(z.object({ role: z.enum(SESSION_ROLES), content: z.string(), at: z.number().int() })),
});
export type HandedSession = z.infer<typeof handedSession>;

/** The content of the seal, behind the signature of `from`. `at`: milliseconds since 1970, UTC. */
export const handoverLetter = z.object({
  from: deviceIdSchema,
  at: z.number().int().nonnegative(),
  session: handedSession,
});
export type HandoverLetter = z.infer<typeof handoverLetter>;

/** `device`: a name, an id or how one begins. Without a session: the last changed one of the project. */
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
  /** The other device: where an incoming one came from, where an outgoing one goes. */
  device: z.object({ id: z.string(), name: z.string() }),
  incoming: z.boolean(),
  /** False: it waits to be sent. */
  sent: z.boolean(),
  at: time,
  expiresAt: time,
  /** Known of incoming ones only: nobody but the receiver can open it. */
  project: z.string().nullable(),
  task: z.string().nullable(),
});
export type Handover = z.infer<typeof handover>;
export const handoverResult = z.object({ handover });
/** The newest first. */
export const handoversResult = z.object({ handovers: z.array(handover) });
export const takenHandoverResult = z.object({
  session: sessionInfo,
  from: z.object({ id: z.string(), name: z.string() }),
});
export type TakenHandover = z.infer<typeof takenHandoverResult>;
export const droppedHandoverResult = z.object({ dropped: z.string() });
