/** Memories learned during the work on a git branch. [M-15] */
import * as z from 'zod';
import { memorySchema } from './memory.ts';

export const BRANCH_LIMITS = {
  nameCharsMax: 255,
  /** The most memories in one answer. */
  memoriesMax: 500,
  /** Days after which a note of a branch is deleted. */
  keptDays: 400,
} as const;

const name = z.string().min(1).max(BRANCH_LIMITS.nameCharsMax);

/** `branch` defaults to the one that is checked out in `cwd`. `base` is only repeated in the answer. */
export const branchMemoriesInput = z.strictObject({
  branch: name.optional(),
  base: name.optional(),
  project: z.string().optional(),
  cwd: z.string().optional(),
});

/** `before`: the last text of the memory, or of a memory that it replaced, from before work on the branch began. Null without one. */
export const branchMemoriesResult = z.object({
  project: z.string(),
  branch: z.string(),
  base: z.string().nullable(),
  /** Time of the first note of the branch on this device, ISO 8601 in UTC. */
  since: z.string(),
  /** Memories of this project and global memories, oldest first. */
  memories: z.array(z.object({ memory: memorySchema, before: z.string().nullable() })),
  /** Whether older memories were left out, because an answer has at most `memoriesMax`. */
  more: z.boolean(),
});
export type BranchMemoriesResult = z.infer<typeof branchMemoriesResult>;
