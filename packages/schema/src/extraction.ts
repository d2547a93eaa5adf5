/** The facts told of extraction: knowledge that is taken from sessions. */
import * as z from 'zod';

/** `phrases`: without a model, what set phrases ask for. `waiting`: sessions with something that was not read. */
export const extractionStatus = z.object({
  mode: z.enum(['off', 'phrases', 'model']),
  lastRunAt: z.string().nullable(),
  waiting: z.number().int().nonnegative(),
  lastError: z.object({ message: z.string(), at: z.string() }).nullable(),
});
export type ExtractionStatus = z.infer<typeof extractionStatus>;
