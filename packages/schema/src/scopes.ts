/** Scopes: homes inside the home, each with a file and a vault of its own. [SP-1] */
import * as z from 'zod';
import { LIMITS } from './limits.ts';

const count = z.number().int().nonnegative();

export const scopeInput = z.strictObject({ name: z.string() });
export const scopeResult = z.object({ name: z.string() });

/** `project`: as in a save. `move`: whether to also move the project's memories from other scopes. */
export const scopeProjectInput = z.strictObject({
  project: z.string().max(LIMITS.projectCharsMax),
  cwd: z.string().optional(),
  move: z.boolean().optional(),
});
export const scopeProjectResult = z.object({ project: z.string(), scope: z.string(), moved: count });

export const scopeMoveInput = z.strictObject({
  ids: z.array(z.string()).min(1).max(LIMITS.importItemsPerRequestMax),
});
/** `finished`: the number of these that an interrupted earlier move had already moved. */
export const scopeMoveResult = z.object({ scope: z.string(), moved: count, finished: count });

/** All scopes except the personal one. */
export const scopesResult = z.object({
  scopes: z.array(
    z.object({
      name: z.string(),
      projects: z.array(z.string()),
      /** Null if it cannot be opened; `problem` says why. */
      memories: count.nullable(),
      vault: z.string().nullable(),
      server: z.string().nullable(),
      problem: z.string().nullable(),
      /** Ids of memories whose move was interrupted. They may be in two files until the move is repeated. */
      moving: z.array(z.string()),
    }),
  ),
});
export type ScopesResult = z.infer<typeof scopesResult>;
