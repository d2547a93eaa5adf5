/** The context block at the start of a session, and its parts. [CX-1] */
import * as z from 'zod';

const count = z.number().int().nonnegative();

export const contextPart = z.object({
  section: z.string(),
  id: z.string(),
  kind: z.enum(['memory', 'summary', 'profile']),
  tokens: count,
  why: z.string(),
  /** The time at which the present text was written. */
  at: z.string(),
});
export type ContextPart = z.infer<typeof contextPart>;
export const contextResult = z.object({
  text: z.string(),
  tokens: count,
  sections: z.array(z.object({ name: z.string(), tokens: count, ids: z.array(z.string()) })),
  /** Only with `explain`. */
  parts: z.array(contextPart).optional(),
  /** Only with `explain`: true if the session was given nothing before, so nothing was left out as already known. */
  whole: z.boolean().optional(),
});
export type ContextResult = z.infer<typeof contextResult>;

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'has to be a day such as 2026-11-22');
/** CX-7. `from` and `to`: days (UTC). Default of `to`: the newest day. Default of `from`: the context stored before it. */
export const contextDaysInput = z.strictObject({
  project: z.string().nullable().optional(),
  cwd: z.string().optional(),
  from: day.optional(),
  to: day.optional(),
});
export type ContextDaysInput = z.infer<typeof contextDaysInput>;

/**
 * `id`: the memory or summary in the later context, or in the earlier context if it `went`. `why`: null if it `came`. An entry that
 * `went` was forgotten or left out for other entries. An entry that `changed` was replaced by another memory or summary, has a new text,
 * moved to another section, or has only another number of tokens.
 */
export const contextChange = z.object({
  change: z.enum(['came', 'went', 'changed']),
  kind: z.enum(['memory', 'summary']),
  id: z.string(),
  section: z.string(),
  tokens: count,
  before: z.object({ id: z.string(), section: z.string(), tokens: count }).nullable(),
  why: z.enum(['forgotten', 'left_out', 'replaced', 'reworded', 'moved', 'resized']).nullable(),
});
export type ContextChange = z.infer<typeof contextChange>;

/**
 * `days`: days on which the project's context changed, newest first. Each has the figures of its last context, and `given`, the number
 * of stored contexts: 1, or 2 for the first and the last of the day. `changes`: from the last context of day `from` to the last of `to`.
 * If both are the same day, the comparison begins at the context that was stored before the last one.
 */
export const contextDaysResult = z.object({
  days: z.array(
    z.object({
      day: z.string(),
      at: z.string(),
      tokens: count,
      tokensMax: count,
      parts: count,
      given: count,
    }),
  ),
  from: z.string().nullable(),
  to: z.string().nullable(),
  changes: z.array(contextChange),
});
export type ContextDaysResult = z.infer<typeof contextDaysResult>;
