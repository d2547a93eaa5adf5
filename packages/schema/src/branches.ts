/** What was learned while a branch of git was worked on. [M-15] */
import * as z from 'zod';
import { memorySchema } from './memory.ts';

export const BRANCH_LIMITS = {
  nameCharsMax: 255,
  /** Memories of one answer. */
  memoriesMax: 500,
  /** What was noted longer ago is dropped. */
  keptDays: 400,
} as const;

const name = z.string().min(1).max(BRANCH_LIMITS.nameCharsMax);

/** Without `branch`, the one that is checked out in `cwd`. `base` leaves out what was learned there too. */
export const branchMemoriesInput = z.strictObject({
  branch: name.optional(),
  base: name.optional(),
  project: z.string().optional(),
  cwd: z.string().optional(),
});
export type BranchMemoriesInput = z.infer<typeof branchMemoriesInput>;

/** `before`: what the memory said, or the one whose place it took, before the branch. */
export const branchMemoriesResult = z.object({
  project: z.string(),
  branch: z.string(),
  base: z.string().nullable(),
  /** When the branch was first worked on here. */
  since: z.string(),
  /** The oldest first. Of this project, and those for everywhere. */
  memories: z.array(z.object({ memory: memorySchema, before: z.string().nullable() })),
});
export type BranchMemoriesResult = z.infer<typeof branchMemoriesResult>;
