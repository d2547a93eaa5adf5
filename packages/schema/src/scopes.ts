/** Scopes: homes inside the home, each with a file and a vault of its own. [SP-1] */
import * as z from 'zod';
import { LIMITS } from './limits.ts';

const count = z.number().int().nonnegative();

export const scopeInput = z.strictObject({ name: z.string() });
export const scopeResult = z.object({ name: z.string() });

/** `project` as a save has it. `move`: the memories of the project that are elsewhere go with it. */
export const scopeProjectInput = z.strictObject({
  project: z.string().max(LIMITS.projectCharsMax),
  cwd: z.string().optional(),
  move: z.boolean().optional(),
});
export const scopeProjectResult = z.object({ project: z.string(), scope: z.string(), moved: count });

export const scopeMoveInput = z.strictObject({
  ids: z.array(z.string()).min(1).max(LIMITS.importItemsPerRequestMax),
});
/** `finished`: of these, so many were there already, because an earlier move was cut short. */
export const scopeMoveResult = z.object({ scope: z.string(), moved: count, finished: count });

/** The personal one is not among them. */
export const scopesResult = z.object({
  scopes: z.array(
    z.object({
      name: z.string(),
      projects: z.array(z.string()),
      /** Null when it cannot be opened; `problem` says why. */
      memories: count.nullable(),
      vault: z.string().nullable(),
      server: z.string().nullable(),
      problem: z.string().nullable(),
      /** Memories whose move was cut short: they may be in two files until it is done again. */
      moving: z.array(z.string()),
    }),
  ),
});
export type ScopesResult = z.infer<typeof scopesResult>;
