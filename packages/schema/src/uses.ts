/** How often agents were given a memory on this device, and how often their answers used it. [M-14] */
import * as z from 'zod';

const count = z.number().int().nonnegative();

export const USE_LIMITS = {
  /** A memory that was given this many times, over this many days, counts as given often. */
  givenOftenMin: 10,
  givenOftenDaysMin: 14,
  neverGivenDaysMin: 60,
  /** An answer used a memory if it has this many of its telling words, or half of them if that is fewer. */
  wordsUsedMax: 5,
  /** Messages at the end of a session that are searched for the words. */
  messagesMax: 50,
} as const;

/** `agent`: null for an agent without a name. `used`: the number of sessions in which an answer had the memory's telling words. */
export const memoryUse = z.object({
  agent: z.string().nullable(),
  given: count,
  lastGivenAt: z.string(),
  used: count,
  lastUsedAt: z.string().nullable(),
});
export type MemoryUse = z.infer<typeof memoryUse>;
