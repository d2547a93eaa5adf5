/** `cairn review`: memories for a person or an agent to check, and their decisions. Nothing changes by itself. [M-4, G-1] */
import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { memorySchema } from './memory.ts';

/** Why two memories contradict each other. */
export const CONTRADICTION_REASONS = ['same_key', 'value', 'number', 'negation', 'replaced'] as const;
export type ContradictionReason = (typeof CONTRADICTION_REASONS)[number];
/**
 * `unused`: an automatic or foreign memory without access for a long time. `given_unused`: agents got it often, and no answer used its
 * words. `never_given`: no agent got it for a long time. [M-14]
 */
export const STALE_REASONS = ['date_passed', 'span_over', 'unused', 'given_unused', 'never_given'] as const;
export type StaleReason = (typeof STALE_REASONS)[number];

export const reviewInput = z.strictObject({
  limit: z.coerce.number().int().min(1).max(LIMITS.reviewLimitMax).optional(),
});
export type ReviewInput = z.infer<typeof reviewInput>;

/** `pending`: memories that were not compared yet. Comparing goes on in the background. */
export const reviewResult = z.object({
  held: z.array(memorySchema),
  /** Two devices replaced one memory independently. `current` is the later one, `other` waits behind it. [RL-2] */
  forks: z.array(z.object({ current: memorySchema, other: memorySchema })),
  contradictions: z.array(
    z.object({ older: memorySchema, newer: memorySchema, reason: z.enum(CONTRADICTION_REASONS) }),
  ),
  /** `since`: when it became stale, ISO 8601. */
  stale: z.array(z.object({ memory: memorySchema, reason: z.enum(STALE_REASONS), since: z.string() })),
  pending: z.number().int().nonnegative(),
});
export type ReviewResult = z.infer<typeof reviewResult>;

export const REVIEW_DECISIONS = ['accept', 'reject', 'supersede', 'keep'] as const;
/**
 * A decision about the memory in the path. `accept`, `reject`: for a held memory. `supersede`: `other` replaces it; without `other`, the
 * only memory that contradicts it does. `keep`: both it and `other` stay; without `other`, it stays beside all that contradict it, and
 * although it looks stale.
 */
export const reviewDecision = z.strictObject({
  decision: z.enum(REVIEW_DECISIONS),
  other: z.string().optional(),
});
export type ReviewDecision = z.infer<typeof reviewDecision>;
/** `by`: the memory that replaced it. */
export const reviewed = z.object({
  id: z.string(),
  decision: z.enum(REVIEW_DECISIONS),
  by: z.string().nullable(),
});
export type Reviewed = z.infer<typeof reviewed>;
