/** A memory outside the engine, and the inputs that make or change one. */
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
  /** M-5: only for counted memories: the number of observations on all devices, and the times of the first and last. */
  seen: z.object({ count: z.number().int().nonnegative(), first: z.string(), last: z.string() }).optional(),
});
export type Memory = z.infer<typeof memorySchema>;

/**
 * Only the shape is checked here. The engine checks lengths, in code points after trimming, so that the message can say what to do.
 * `project` null is global. "." is the project of `cwd` (an absolute path), which the daemon resolves. [M-8]
 */
const text = z.string().max(4 * LIMITS.daemonBodyBytesMax);
export const saveInput = z.strictObject({
  content: text,
  tags: z.array(text).optional(),
  ...namesOf(() => text.nullable().optional()),
  cwd: text.optional(),
  pin: z.boolean().optional(),
  source: z.enum(SOURCES).optional(),
  /** The id of a memory whose chain this one replaces. */
  supersedes: text.optional(),
  /** The agent's turn, for the limit of saves. [M-7] */
  turn: text.nullable().optional(),
});
export type SaveInput = z.infer<typeof saveInput>;

/** Where to search: memories, indexed files [M-11], transcripts [F-8]. */
export const SEARCH_PLACES = ['memories', 'documents', 'sessions'] as const;
export type SearchPlace = (typeof SEARCH_PLACES)[number];

/** Filters by author and time. */
const memoryFilters = {
  pinned: z.boolean().optional(),
  source: z.enum(SOURCES).optional(),
  /** The id of the device that wrote it. */
  device: text.optional(),
  agent: text.optional(),
  /** ISO 8601: memories made at that time or later. */
  since: text.optional(),
  /** ISO 8601: memories made before that time. A date without a time counts whole, in UTC. */
  until: text.optional(),
};

export const searchInput = z.strictObject({
  query: text,
  /** Default: everywhere. */
  in: z.array(z.enum(SEARCH_PLACES)).min(1).optional(),
  /** Only messages of this session, by its id or name, each with the turn before and after. [F-13] */
  session: text.optional(),
  tags: z.array(text).optional(),
  project: text.nullable().optional(),
  cwd: text.optional(),
  namespace: text.nullable().optional(),
  ...memoryFilters,
  limit: z.number().int().min(1).max(LIMITS.searchLimitMax).optional(),
  mode: z.enum(['hybrid', 'text', 'vector']).optional(),
  /** Whether the query is a Boolean expression, with AND, OR, NOT, brackets and quotes. Only what fulfils it is found. [F-14] */
  fts: z.boolean().optional(),
  /** ISO 8601: searches what was current at that time. A date without a time is the end of that day, in UTC. [M-3] */
  asOf: text.optional(),
  explain: z.boolean().optional(),
  /** A preview: results do not count as used. [M-6] */
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
  /** The name of the session in which it was saved, or from which it was learned. */
  session: text.optional(),
  /** Only memories with these ids that also match the other filters. */
  ids: z.array(text).max(LIMITS.listLimitMax).optional(),
  /** Only memories whose id begins or ends with this text, with or without the prefix and underscore. Not together with `ids`. */
  part: z
    .string()
    .regex(/^[a-z0-9_]{4,28}$/)
    .optional(),
  /** The order, by the time of creation or of the last change. Only `newest` has pages. */
  order: z.enum(LIST_ORDERS).optional(),
  /** `next` of the previous page, or a time: only memories made before it. */
  before: text.optional(),
  /** The number of memories to skip, from the beginning of the list or after `before`. */
  offset: z.coerce.number().int().min(0).optional(),
  /** Includes superseded and held memories. */
  all: z.boolean().optional(),
  /** `category`: only keyed memories, by namespace, last changed first. Default: newest first. [F-15] */
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
  /** Of the key; null: of no project. Needed when several projects have the key. [M-10] */
  project: text.nullable().optional(),
  cwd: text.optional(),
  /** Keeps a copy in this device's trash for 30 days. [M-16] */
  trash: z.boolean().optional(),
});
export type ForgetInput = z.infer<typeof forgetInput>;
/** Names the memories with a key. Without a namespace or project: in all of them. [M-10] */
export type KeyedInput = Pick<ForgetInput, 'namespace' | 'project'> & { readonly key: string };
export const contextInput = z.strictObject({
  project: text.nullable().optional(),
  cwd: text.optional(),
  maxTokens: z.coerce.number().int().min(1).max(LIMITS.contextTokensMax).optional(),
  form: z.enum(['block', 'prompt']).optional(),
  /** Leaves out memories that the session already has, and remembers those that it gets now. [CX-1] */
  session: text.nullable().optional(),
  /** With `session`: its context was lost (compaction), so it gets everything again. */
  again: z.boolean().optional(),
  /** A person's prompt. The context has only memories that are relevant to it, and may be empty. */
  query: text.optional(),
  /** Adds to each part the reason why it was chosen. */
  explain: z.boolean().optional(),
  /** A preview: waits for no sync, does not count as the start of a session, and remembers nothing. */
  preview: z.boolean().optional(),
});
export type ContextInput = z.infer<typeof contextInput>;
