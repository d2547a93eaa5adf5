/** The block that a session begins with, and what it is made of. [CX-1] */
import * as z from 'zod';

const count = z.number().int().nonnegative();

export const contextPart = z.object({
  section: z.string(),
  id: z.string(),
  kind: z.enum(['memory', 'summary', 'profile']),
  tokens: count,
  why: z.string(),
  /** When it was worded as it is here. */
  at: z.string(),
});
export type ContextPart = z.infer<typeof contextPart>;
export const contextResult = z.object({
  text: z.string(),
  tokens: count,
  sections: z.array(z.object({ name: z.string(), tokens: count, ids: z.array(z.string()) })),
  /** Only with `explain`. */
  parts: z.array(contextPart).optional(),
  /** Only with `explain`: whether nothing was left out because the session was given it before. */
  whole: z.boolean().optional(),
});
export type ContextResult = z.infer<typeof contextResult>;

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'has to be a day such as 2026-11-22');
/** CX-7. `from` and `to`: days (UTC). Unless given: the newest day on which it was another one, and the one before. */
export const contextDaysInput = z.strictObject({
  project: z.string().nullable().optional(),
  cwd: z.string().optional(),
  from: day.optional(),
  to: day.optional(),
});
export type ContextDaysInput = z.infer<typeof contextDaysInput>;

/**
 * `id`: of the memory or summary as it is in the later context, or was in the earlier one when it `went`. `why`, of what went:
 * it was forgotten, or other things were given instead; of what changed: another memory or summary has its place, it says
 * something else, it stands elsewhere, or only its tokens differ.
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
 * `days`: on which the project was given something else than the time before, the newest first, with the last context of each.
 * `changes`: from the last one of day `from` to that of `to`; within one day, from its first to its last.
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
