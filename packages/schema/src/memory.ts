/** A memory as everybody outside the engine sees it, and the inputs that make or change one. */
import * as z from 'zod';
import { LIST_ORDERS, SOURCES } from './choices.ts';
import { LIMITS } from './limits.ts';
import { AUTHOR_NAMES, namesOf, recordOf } from './memory-names.ts';
import { TRUSTS } from './register.ts';

/** Times are ISO 8601 in UTC. `updatedAt` is the newest stamp among the memory's registers. */
export const memorySchema = z.object({
  id: z.string(),
  content: z.string(),
  tags: z.array(z.string()),
  ...namesOf(() => z.string().nullable()),
  source: z.enum(SOURCES),
  pinned: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  supersededBy: z.string().nullable(),
  trust: z.enum(TRUSTS),
  device: z.object({ id: z.string(), name: z.string() }),
  /** M-5: only of what is counted: how often on all devices, first and last when. */
  seen: z.object({ count: z.number().int().nonnegative(), first: z.string(), last: z.string() }).optional(),
});
export type Memory = z.infer<typeof memorySchema>;

/**
 * Lengths are checked by the engine, in code points after trimming, so that the message can say what to do; here only the
 * shape. `project` null is global; "." stands for the project of `cwd` (an absolute path), which the daemon resolves. [M-8]
 */
const text = z.string().max(4 * LIMITS.daemonBodyBytesMax);
export const saveInput = z.strictObject({
  content: text,
  tags: z.array(text).optional(),
  ...namesOf(() => text.nullable().optional()),
  cwd: text.optional(),
  pin: z.boolean().optional(),
  source: z.enum(SOURCES).optional(),
  /** An id whose chain this memory replaces. */
  supersedes: text.optional(),
  /** The agent's turn, for the limit on saves. [M-7] */
  turn: text.nullable().optional(),
});
export type SaveInput = z.infer<typeof saveInput>;

/** Where a search looks: memories, files that were indexed [M-11], transcripts [F-8]. */
export const SEARCH_PLACES = ['memories', 'documents', 'sessions'] as const;
export type SearchPlace = (typeof SEARCH_PLACES)[number];

/** Who wrote it, and when. */
const memoryFilters = {
  pinned: z.boolean().optional(),
  source: z.enum(SOURCES).optional(),
  /** The id of the device that wrote it. */
  device: text.optional(),
  agent: text.optional(),
  /** ISO 8601: only what was made then or later. */
  since: text.optional(),
  /** ISO 8601: only what was made before it. */
  until: text.optional(),
};

export const searchInput = z.strictObject({
  query: text,
  /** Absent: everywhere. */
  in: z.array(z.enum(SEARCH_PLACES)).min(1).optional(),
  /** Only what was said in this session, by its id or name, each with the turn before and after. [F-13] */
  session: text.optional(),
  tags: z.array(text).optional(),
  project: text.nullable().optional(),
  cwd: text.optional(),
  namespace: text.nullable().optional(),
  ...memoryFilters,
  limit: z.number().int().min(1).max(LIMITS.searchLimitMax).optional(),
  mode: z.enum(['hybrid', 'text', 'vector']).optional(),
  /** The query is words with AND, OR, NOT, brackets and quotes, and only what fits it is found. [F-14] */
  fts: z.boolean().optional(),
  /** ISO 8601: what was current then. [M-3] */
  asOf: text.optional(),
  explain: z.boolean().optional(),
  /** Only to look at: what is found does not count as used. [M-6] */
  preview: z.boolean().optional(),
});
export type SearchInput = z.infer<typeof searchInput>;

export const listInput = z.strictObject({
  limit: z.coerce.number().int().min(1).max(LIMITS.listLimitMax).optional(),
  project: text.nullable().optional(),
  cwd: text.optional(),
  tags: z.array(text).optional(),
  namespace: text.nullable().optional(),
  key: text.nullable().optional(),
  ...memoryFilters,
  /** The name of the session that it was saved in, or learned from. */
  session: text.optional(),
  /** Only these, where they are in scope. */
  ids: z.array(text).max(LIMITS.listLimitMax).optional(),
  /** Only those whose id begins or ends with it, with or without the kind before the underscore. Not with `ids`. */
  part: z
    .string()
    .regex(/^[a-z0-9_]{4,28}$/)
    .optional(),
  /** By when they were made, or last changed. Pages are of `newest` only. */
  order: z.enum(LIST_ORDERS).optional(),
  /** `next` of the page before, or a time: only what was made before it. */
  before: text.optional(),
  /** So many of the list, or of what comes after `before`, are passed over. */
  offset: z.coerce.number().int().min(0).optional(),
  /** Superseded and held ones too. */
  all: z.boolean().optional(),
  /** `category`: only what has a key, by namespace, what changed last first. The newest first unless given. [F-15] */
  by: z.enum(['created', 'category']).optional(),
});
export type ListInput = z.infer<typeof listInput>;

export const patchInput = z.strictObject({
  pinned: z.boolean().optional(),
  addTags: z.array(text).optional(),
  removeTags: z.array(text).optional(),
});
export type PatchInput = z.infer<typeof patchInput>;
export const moveInput = z.strictObject({ project: text.nullable() });
export const supersedeInput = saveInput.pick({
  content: true,
  turn: true,
  source: true,
  ...recordOf(AUTHOR_NAMES, () => true as const),
});
export type SupersedeInput = z.infer<typeof supersedeInput>;
export const forgetInput = z.strictObject({
  ids: z.array(text).max(LIMITS.listLimitMax).optional(),
  key: text.optional(),
  namespace: text.nullable().optional(),
  /** A copy of what was shown stays in the trash of this device for 30 days. [M-16] */
  trash: z.boolean().optional(),
});
export type ForgetInput = z.infer<typeof forgetInput>;
export const contextInput = z.strictObject({
  project: text.nullable().optional(),
  cwd: text.optional(),
  maxTokens: z.coerce.number().int().min(1).max(LIMITS.contextTokensMax).optional(),
  form: z.enum(['block', 'prompt']).optional(),
  /** Memories that it was given before are left out, and those that it is given now are remembered. [CX-1] */
  session: text.nullable().optional(),
  /** With `session`: its context was lost (compaction), so it is given everything again. */
  again: z.boolean().optional(),
  /** A prompt: only what is relevant to it, or nothing. */
  query: text.optional(),
  /** Say of each part why it is there. */
  explain: z.boolean().optional(),
  /** Only to look at: nothing is awaited, begun or remembered. */
  preview: z.boolean().optional(),
});
export type ContextInput = z.infer<typeof contextInput>;
export const trustSchema = z.enum(TRUSTS);
