/** Queries, bodies and answers that one or few routes use. */
import * as z from 'zod';
import { importInput } from '../daemon-api.ts';
import { LIMITS } from '../limits.ts';
import { contextInput, listInput, memorySchema } from '../memory.ts';
import { transcriptInput } from '../passages.ts';
import { compactSessionInput, rollingSummaryInput, sessionsInput } from '../sessions.ts';

const count = z.number().int().nonnegative();
/** Returns the schema of an optional integer in a query, where every value is text. */
const number = (min: number, max: number) => z.coerce.number().int().min(min).max(max).optional();

export const noInput = z.strictObject({});
export const anyJson = z.unknown();
export const textResult = z.string();

/** In a query a list is a repeated parameter: `tag=a&tag=b`, or with the body's name, `tags=a&tags=b`. */
export const listQuery = z.strictObject({
  ...listInput.shape,
  tag: listInput.shape.tags,
  id: listInput.shape.ids,
});
export const byKeyInput = z.strictObject({
  key: z.string(),
  namespace: z.string().optional(),
  project: z.string().optional(),
  cwd: z.string().optional(),
});
const { maxTokens, ...contextShape } = contextInput.shape;
export const contextQuery = z.strictObject({ ...contextShape, maxTokens, max_tokens: maxTokens });
export const hookQuery = z.object({
  cwd: z.string().optional(),
  id: z.string().optional(),
  /** `1`: no person is present, so nobody may be asked. [CX-14] */
  unattended: z.string().optional(),
});
/** The cap of `turns` is checked here, so that the message can say what to do. */
export const cappedTranscript = transcriptInput.refine(
  ({ turns }) => turns.length <= LIMITS.turnsPerRequestMax,
  `At most ${LIMITS.turnsPerRequestMax} turns in one request`,
);

export const sessionsQuery = z.strictObject({
  ...sessionsInput.shape,
  limit: number(1, LIMITS.sessionsLimitMax),
  /** Empty: sessions without a project. */
  project: z.string().optional(),
  cwd: z.string().optional(),
});
export const sessionMessagesQuery = z.strictObject({
  after: number(-1, Number.MAX_SAFE_INTEGER),
  upto: number(0, Number.MAX_SAFE_INTEGER),
  last: number(1, LIMITS.sessionMessagesReadMax),
  /** Only messages that contain every word of it, at least as the beginning of a longer word. */
  query: z.string().min(1).optional(),
});
export const restoreQuery = z.strictObject({
  max_tokens: number(LIMITS.restoreTokensMin, LIMITS.sessionTokensMax),
  /** Whether to include the contents of the files. */
  files: z.boolean().optional(),
});
export const compactSessionBody = compactSessionInput.omit({ id: true });
export const rollingSummaryBody = rollingSummaryInput.omit({ id: true });
export const sessionTaskInput = z.strictObject({ task: z.string().nullable() });
/** An absolute path. */
export const sessionFileInput = z.strictObject({ path: z.string() });
export const sessionFileResult = z.object({ path: z.string() });

export const usageQuery = z.strictObject({ days: z.coerce.number().int().min(1).max(90).default(1) });
export const exportQuery = z.strictObject({
  after: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(LIMITS.listLimitMax).default(LIMITS.listLimitMax),
});
export const exportResult = z.object({ memories: z.array(memorySchema), next: z.string().nullable() });
/** The cap of `records` is checked here, so that the message can say what to do. */
export const cappedImport = importInput.refine(
  (input) => input.records.length <= LIMITS.importItemsPerRequestMax,
  `At most ${LIMITS.importItemsPerRequestMax} records in one request`,
);
export const fileInput = z.strictObject({ path: z.string().min(1) });
export const doctorInput = z.strictObject({ fix: z.boolean().optional() });

export const syncInput = z.strictObject({
  wait: z.boolean().optional(),
  timeoutS: z.number().positive().max(86_400).optional(),
});
export const retryResult = z.object({ requeued: count, recovered: count });
export const revokeResult = z.object({ revoked: z.string() });

export const shutdownResult = z.object({ stopping: z.literal(true) });
export const healthResult = z.object({ ok: z.literal(true), version: z.string(), pid: count });
export const openApiResult = z.looseObject({ openapi: z.string() });
export const ticketQuery = z.strictObject({ ticket: z.string() });
