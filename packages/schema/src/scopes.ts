/** Scopes: homes inside the home, each with a file and a vault of its own. [SP-1] */
import * as z from 'zod';
import { LIMITS } from './limits.ts';

const count = z.number().int().nonnegative();

export const scopeInput = z.strictObject({ name: z.string() });
export const scopeResult = z.object({ name: z.string() });

/** `project`: as in a save. `move`: also moves the project's memories from elsewhere. */
export const scopeProjectInput = z.strictObject({
  project: z.string().max(LIMITS.projectCharsMax),
  cwd: z.string().optional(),
  move: z.boolean().optional(),
});
export const scopeProjectResult = z.object({ project: z.string(), scope: z.string(), moved: count });

export const scopeMoveInput = z.strictObject({
  ids: z.array(z.string()).min(1).max(LIMITS.importItemsPerRequestMax),
});
/** `finished`: how many of these an interrupted earlier move had already moved. */
export const scopeMoveResult = z.object({ scope: z.string(), moved: count, finished: count });

/** The personal one is not included. */
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
      /** Memories whose move was interrupted. They may be in two files until it is repeated. */
      moving: z.array(z.string()),
    }),
  ),
});
export type ScopesResult = z.infer<typeof scopesResult>;
