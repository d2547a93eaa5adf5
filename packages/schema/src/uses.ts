/** How often agents were given a memory on this device, and whether it showed in what they answered. [M-14] */
import * as z from 'zod';

const count = z.number().int().nonnegative();

export const USE_LIMITS = {
  /** So often, over so many days: given often. */
  givenOftenMin: 10,
  givenOftenDaysMin: 14,
  neverGivenDaysMin: 60,
  /** An answer that has so many of a memory's telling words used it, or half of them where that is fewer. */
  wordsUsedMax: 5,
  /** Messages at the end of a session in which words are looked for. */
  messagesMax: 50,
} as const;

/** `agent`: null is one without a name. `used`: in so many sessions an answer had the memory's telling words. */
export const memoryUse = z.object({
  agent: z.string().nullable(),
  given: count,
  lastGivenAt: z.string(),
  used: count,
  lastUsedAt: z.string().nullable(),
});
export type MemoryUse = z.infer<typeof memoryUse>;
