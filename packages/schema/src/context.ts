/** The block that a session begins with, and what it is made of. [CX-1] */
import * as z from 'zod';

const count = z.number().int().nonnegative();

export const contextPart = z.object({
  section: z.string(),
  id: z.string(),
  kind: z.enum(['memory', 'summary']),
  tokens: count,
  why: z.string(),
});
export type ContextPart = z.infer<typeof contextPart>;
export const contextResult = z.object({
  text: z.string(),
  tokens: count,
  sections: z.array(z.object({ name: z.string(), tokens: count, ids: z.array(z.string()) })),
  /** Only with `explain`. */
  parts: z.array(contextPart).optional(),
});
export type ContextResult = z.infer<typeof contextResult>;
