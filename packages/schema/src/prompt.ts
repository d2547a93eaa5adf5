/** The prompt of an agent that has no host of its own: what it is made of, and what a caller adds. [CX-2, CX-3, CX-4] */
import * as z from 'zod';
import { LIMITS } from './limits.ts';

const count = z.number().int().nonnegative();
const text = z.string().max(LIMITS.daemonBodyBytesMax);

/** The slots that the caller fills in, in the order in which it stands in the prompt; its own words, taken as they are. */
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
export type PromptSlot = (typeof PROMPT_SLOTS)[number];
export const promptSlots = z.partialRecord(z.enum(PROMPT_SLOTS), text);
export type PromptSlots = z.infer<typeof promptSlots>;

/**
 * A message of a conversation, as chat APIs write it (`tool_calls`, `tool_call_id`) or as a session keeps it (`toolCalls`,
 * `toolResults`). A field that is not named here comes back as it was.
 */
export const chatMessage = z.looseObject({ role: z.string(), content: z.unknown().optional() });
export type ChatMessage = z.infer<typeof chatMessage>;

export const promptInput = z.strictObject({
  project: text.nullable().optional(),
  /** An absolute path: the folder of `project: "."`, and where AGENTS.md, MEMORY.md and SOUL.md are looked for. */
  cwd: text.optional(),
  /** Id of a session: its task, its summary and, without `messages`, its messages. */
  session: text.nullable().optional(),
  slots: promptSlots.optional(),
  model: text.nullable().optional(),
  provider: text.nullable().optional(),
  /** An IANA name; the profile's, else the machine's unless given. */
  timezone: text.nullable().optional(),
  activeTask: text.nullable().optional(),
  summary: text.nullable().optional(),
  /** The person's present words: memories that are relevant to it come with the suffix. */
  query: text.optional(),
  messages: z.array(chatMessage).max(LIMITS.promptMessagesMax).optional(),
  /** The conversation was just compacted: the agent is told to go on from the summary. [CX-3] */
  justCompacted: z.boolean().optional(),
  /** Whether the agent may be nudged to save; it may unless false. */
  steering: z.boolean().optional(),
  /** The tokens of everything: memories and then old tool results give way. */
  maxTokens: z.coerce.number().int().min(1).max(LIMITS.promptTokensMax).optional(),
});
export type PromptInput = z.infer<typeof promptInput>;

export const promptResult = z.object({
  /** `static`, a blank line, `suffix`. */
  text: z.string(),
  /** The same bytes while nothing that it is made of changes, for prompt caches. */
  static: z.string(),
  /** The part that changes from call to call. */
  suffix: z.string(),
  /** Pruned, with steering at the end, which is never stored. */
  messages: z.array(chatMessage),
  /** The tokens of `text` and `messages`. */
  tokens: count,
  sections: z.array(z.object({ name: z.string(), tokens: count, ids: z.array(z.string()) })),
  /** The tag of the static part. */
  etag: z.string(),
  /** Old tool results that were replaced by a marker. */
  pruned: count,
  /** Sentences on what was left out, and why. */
  notes: z.array(z.string()),
});
export type PromptResult = z.infer<typeof promptResult>;

/** The tasks that HEARTBEAT.md asks to be looked after; they are in no prompt. */
export const heartbeatInput = z.strictObject({ cwd: text.optional() });
export const heartbeatResult = z.object({ path: z.string().nullable(), tasks: z.array(z.string()) });
export type HeartbeatResult = z.infer<typeof heartbeatResult>;
