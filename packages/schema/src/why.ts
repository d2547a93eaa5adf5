/** `cairn why`: from a line that an agent was given to the memory behind it, and to the sentence in which it was learned. [M-13] */
import * as z from 'zod';
import { memorySchema } from './memory.ts';
import { SESSION_ROLES } from './sessions.ts';
import { memoryUse } from './uses.ts';

export const WHY_LIMITS = {
  /** No line of a block is longer. */
  textCharsMax: 10_000,
  /** Memories of one answer. */
  memoriesMax: 5,
  sentenceCharsMax: 300,
  /** Messages of one session that are looked at, the newest first. */
  messagesMax: 2_000,
} as const;

/** A line of a context block or a summary, whole, shortened or with its bullet; or an id. */
export const whyInput = z.strictObject({ text: z.string().min(1).max(WHY_LIMITS.textCharsMax) });
export type WhyInput = z.infer<typeof whyInput>;

/**
 * How a memory fits what was asked: by its `id`, by the `same` words, by a `part` of them, because it said so `before`, because a
 * summary's sentence was made of it (`cited`), or because it says something `like` it.
 */
export const WHY_MATCHES = ['id', 'same', 'part', 'before', 'cited', 'like'] as const;
export type WhyMatch = (typeof WHY_MATCHES)[number];

/**
 * The message that taught it. `found`: by the memory's own `words`; or `near`, what the person said last before it was saved.
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

/** Why no sentence is told: it was saved by itself or by a schedule's run, its session is `not_here`, or holds none of its words. */
export const NOT_SAID = ['no_session', 'by_schedule', 'not_here', 'other_words'] as const;

/** SC-6: the session of what a schedule's run saved. */
const RUN_SESSION = /^(?<schedule>s_[0-9a-z]{26})\/(?<run>run_[0-9a-z]{26})$/;
export const runSession = (schedule: string, run: string): string => `${schedule}/${run}`;
/** Null: it is another one. */
export const scheduleOfSession = (session: string): string | null =>
  RUN_SESSION.exec(session)?.groups?.schedule ?? null;

export const whyMemory = z.object({
  memory: memorySchema,
  match: z.enum(WHY_MATCHES),
  said: learnedFrom.nullable(),
  /** Null when `said` tells it. */
  notSaid: z.enum(NOT_SAID).nullable(),
  /** By agent, on this device. [M-14] */
  uses: z.array(memoryUse),
});
export type WhyMemory = z.infer<typeof whyMemory>;

export const whyResult = z.object({
  /** The best first. */
  memories: z.array(whyMemory),
  /** The summary whose sentences were asked about. */
  summary: z
    .object({
      id: z.string(),
      project: z.string().nullable(),
      /** Null: sentences of the memories themselves. */
      model: z.string().nullable(),
      sentences: z.array(z.string()),
      createdAt: z.string(),
    })
    .nullable(),
  /** The line is the person's own: a rule, or another part of the profile. */
  profile: z.object({ section: z.string(), line: z.string() }).nullable(),
  /** No memory says it, but somebody did, in a session of this device. */
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
