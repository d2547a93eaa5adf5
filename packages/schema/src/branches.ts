/** Memories learned during the work on a git branch. [M-15] */
import * as z from 'zod';
import { memorySchema } from './memory.ts';

export const BRANCH_LIMITS = {
  nameCharsMax: 255,
  /** The most memories in one answer. */
  memoriesMax: 500,
  /** Older notes are deleted. */
  keptDays: 400,
} as const;

const name = z.string().min(1).max(BRANCH_LIMITS.nameCharsMax);

/** `branch` defaults to the one that is checked out in `cwd`. Memories also learned on `base` are left out. */
export const branchMemoriesInput = z.strictObject({
  branch: name.optional(),
  base: name.optional(),
  project: z.string().optional(),
  cwd: z.string().optional(),
});
export type BranchMemoriesInput = z.infer<typeof branchMemoriesInput>;

/** `before`: the text of the memory, or of the one that it replaced, before the branch. */
export const branchMemoriesResult = z.object({
  project: z.string(),
  branch: z.string(),
  base: z.string().nullable(),
  /** The time of the first work on the branch here. */
  since: z.string(),
  /** Oldest first. Memories of this project, and global ones. */
  memories: z.array(z.object({ memory: memorySchema, before: z.string().nullable() })),
});
export type BranchMemoriesResult = z.infer<typeof branchMemoriesResult>;
