/** `cairn why`: from a line that an agent was given to its memory, and to the sentence from which it was learned. [M-13] */
import * as z from 'zod';
import { memorySchema } from './memory.ts';
import { SESSION_ROLES } from './sessions.ts';
import { memoryUse } from './uses.ts';

export const WHY_LIMITS = {
  /** The most characters of the input. A line of a block is not longer. */
  textCharsMax: 10_000,
  /** The most memories in one answer. */
  memoriesMax: 5,
  sentenceCharsMax: 300,
  /** Messages of one session that are searched, newest first. */
  messagesMax: 2_000,
} as const;

/** A line of a context block or a summary, whole, shortened or with its bullet; or an id. */
export const whyInput = z.strictObject({ text: z.string().min(1).max(WHY_LIMITS.textCharsMax) });
export type WhyInput = z.infer<typeof whyInput>;

/**
 * How a memory matches: by its `id`, by the `same` words, by a `part` of them, by an earlier text (`before`), as a source of a summary's
 * sentence (`cited`), or by similar words (`like`).
 */
export const WHY_MATCHES = ['id', 'same', 'part', 'before', 'cited', 'like'] as const;
export type WhyMatch = (typeof WHY_MATCHES)[number];

/**
 * The message from which it was learned. `found`: by the memory's own `words`, or `near`: the person's last message before the save.
 * `sentence`: at most 300 characters of the message.
 */
export const learnedFrom = z.object({
  session: z.object({ id: z.string(), name: z.string() }),
  sequence: z.number().int(),
  role: z.enum(SESSION_ROLES),
  sentence: z.string(),
  at: z.string(),
  found: z.enum(['words', 'near']),
});
export type LearnedFrom = z.infer<typeof learnedFrom>;

/**
 * Why there is no sentence: it was saved outside a session or by a schedule's run, its session is `not_here`, or the session has none of
 * its words.
 */
export const NOT_SAID = ['no_session', 'by_schedule', 'not_here', 'other_words'] as const;

/** SC-6: the session name of a schedule's run. */
const RUN_SESSION = /^(?<schedule>s_[0-9a-z]{26})\/(?<run>run_[0-9a-z]{26})$/;
export const runSession = (schedule: string, run: string): string => `${schedule}/${run}`;
/** Returns the schedule's id in the name of a run's session; null for any other session. */
export const scheduleOfSession = (session: string): string | null =>
  RUN_SESSION.exec(session)?.groups?.schedule ?? null;

export const whyMemory = z.object({
  memory: memorySchema,
  match: z.enum(WHY_MATCHES),
  said: learnedFrom.nullable(),
  /** Why `said` is null; null if it is not. */
  notSaid: z.enum(NOT_SAID).nullable(),
  /** By agent, on this device. [M-14] */
  uses: z.array(memoryUse),
});
export type WhyMemory = z.infer<typeof whyMemory>;

export const whyResult = z.object({
  /** Best first. */
  memories: z.array(whyMemory),
  /** The summary that contains the line. */
  summary: z
    .object({
      id: z.string(),
      project: z.string().nullable(),
      /** Null if it consists of the memories' own sentences. */
      model: z.string().nullable(),
      sentences: z.array(z.string()),
      createdAt: z.string(),
    })
    .nullable(),
  /** Set if the line is from the profile: a rule or another part. */
  profile: z.object({ section: z.string(), line: z.string() }).nullable(),
  /** Set if no memory contains the text, but a message of a session on this device does. */
  turn: z
    .object({
      session: z.string(),
      sequence: z.number().int(),
      author: z.string().nullable(),
      text: z.string(),
      at: z.string(),
    })
    .nullable(),
});
export type WhyResult = z.infer<typeof whyResult>;
