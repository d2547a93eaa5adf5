/** The prompt of an agent without a host: its sources, and the caller's additions. [CX-2, CX-3, CX-4] */
import * as z from 'zod';
import { LIMITS } from './limits.ts';

const count = z.number().int().nonnegative();
const text = z.string().max(LIMITS.daemonBodyBytesMax);

/** The slots for the caller's own words, in the order of the prompt. They are used unchanged. */
export const PROMPT_SLOTS = [
  'capabilities',
  'toolDocs',
  'platform',
  'tools',
  'skillHints',
  'skills',
  'apps',
  'modelAliases',
  'toolReminder',
  'securityFences',
] as const;
export const promptSlots = z.partialRecord(z.enum(PROMPT_SLOTS), text);
export type PromptSlots = z.infer<typeof promptSlots>;

/**
 * A message of a conversation, in the form of chat APIs (`tool_calls`, `tool_call_id`) or of a session (`toolCalls`, `toolResults`).
 * Other fields are returned unchanged.
 */
export const chatMessage = z.looseObject({ role: z.string(), content: z.unknown().optional() });
export type ChatMessage = z.infer<typeof chatMessage>;

export const promptInput = z.strictObject({
  project: text.nullable().optional(),
  /** An absolute path: the folder of `project: "."`, and of AGENTS.md, MEMORY.md and SOUL.md. */
  cwd: text.optional(),
  /** The id of a session. Adds its task, its summary and, without `messages`, its messages. */
  session: text.nullable().optional(),
  slots: promptSlots.optional(),
  model: text.nullable().optional(),
  provider: text.nullable().optional(),
  /** An IANA name. Default: the profile's, else the machine's. */
  timezone: text.nullable().optional(),
  activeTask: text.nullable().optional(),
  summary: text.nullable().optional(),
  /** The person's present words. The suffix contains memories relevant to them. */
  query: text.optional(),
  messages: z.array(chatMessage).max(LIMITS.promptMessagesMax).optional(),
  /** The conversation was just compacted, so the agent is told to go on from the summary. [CX-3] */
  justCompacted: z.boolean().optional(),
  /** Whether the agent may be reminded to save. Default: true. */
  steering: z.boolean().optional(),
  /** The most tokens of the whole prompt. If there are more, memories are left out first, then old tool results. */
  maxTokens: z.coerce.number().int().min(1).max(LIMITS.promptTokensMax).optional(),
});
export type PromptInput = z.infer<typeof promptInput>;

export const promptResult = z.object({
  /** `static`, a blank line, `suffix`. */
  text: z.string(),
  /** The same bytes while its sources are unchanged, for prompt caches. */
  static: z.string(),
  /** The part that changes from call to call. */
  suffix: z.string(),
  /** The given messages, pruned. A steering message may be at the end; the caller must not store it. */
  messages: z.array(chatMessage),
  /** The tokens of `text` and `messages`. */
  tokens: count,
  sections: z.array(z.object({ name: z.string(), tokens: count, ids: z.array(z.string()) })),
  /** A tag that changes with the static part. */
  etag: z.string(),
  /** The number of old tool results that a marker replaced. */
  pruned: count,
  /** Sentences that say what was left out, and why. */
  notes: z.array(z.string()),
});
export type PromptResult = z.infer<typeof promptResult>;

/** The open tasks in HEARTBEAT.md. They are part of no prompt. */
export const heartbeatInput = z.strictObject({ cwd: text.optional() });
export const heartbeatResult = z.object({ path: z.string().nullable(), tasks: z.array(z.string()) });
export type HeartbeatResult = z.infer<typeof heartbeatResult>;
