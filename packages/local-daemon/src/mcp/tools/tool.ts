/** What a tool is: its words for the model, the shapes of what it takes and gives, and its work. */
import { type CairnError, cairnError, err, type Result } from '@cairn/schema';
import * as z from 'zod';
import type { Memories } from '../../services/memories.ts';
import type { Caller } from '../caller.ts';

export interface ToolDeps {
  readonly memories: Memories;
  readonly countTokens: (text: string) => number;
  /** How many saves this session has made within the last minute, this one included. [M-7] */
  readonly notePace: (session: string) => number;
}

export interface ToolAnswer {
  readonly structured: Readonly<Record<string, unknown>>;
  /** The same for a model that reads text. */
  readonly text: string;
}

/** All four are said: what is left out counts as the worst case. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolHints;
  readonly meta?: Readonly<Record<string, unknown>>;
  inputSchema(): JsonObject;
  outputSchema(): JsonObject;
  call(deps: ToolDeps, args: unknown, caller: Caller): Promise<Result<ToolAnswer, CairnError>>;
}

export type JsonObject = Readonly<Record<string, unknown>> & { readonly type: 'object' };

interface ToolSpec<I, O> extends Omit<Tool, 'inputSchema' | 'outputSchema' | 'call'> {
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType<O>;
  run(
    deps: ToolDeps,
    input: I,
    caller: Caller,
  ): Promise<Result<{ readonly structured: O; readonly text: string }, CairnError>>;
}

export const defineTool = <I, O extends Readonly<Record<string, unknown>>>(spec: ToolSpec<I, O>): Tool => {
  const { input, output, run, ...words } = spec;
  return {
    ...words,
    inputSchema: once(() => jsonSchemaOf(input, 'input')),
    outputSchema: once(() => jsonSchemaOf(output, 'output')),
    async call(deps, args, caller) {
      const parsed = input.safeParse(withoutNulls(args ?? {}));
      if (!parsed.success)
        return err(cairnError('invalid_input', sentenceOf(spec.name, input, parsed.error.issues)));
      return run(deps, parsed.data, caller);
    },
  };
};

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Plain enough for every host: no `$schema`, and an object at the top. */
const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io });
  return { ...json, type: 'object' };
};

/** Models fill in arguments that they do not need with null. */
const withoutNulls = (args: unknown): unknown =>
  typeof args === 'object' && args !== null && !Array.isArray(args)
    ? Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
    : args;

const sentenceOf = (name: string, schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): string => {
  const issue = issues[0];
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const takes = `${name} takes ${known.join(', ')}.`;
  if (issue === undefined) return takes;
  if (issue.code === 'unrecognized_keys') return `Unknown argument: ${issue.keys.join(', ')}. ${takes}`;
  const where = issue.path.map(String).join('.');
  return where === '' ? `${issue.message}. ${takes}` : `${where}: ${issue.message}. ${takes}`;
};

/** What a client that has cancelled is not answered with, and why nothing more is done. */
export const cancelled = (): { readonly ok: false; readonly error: CairnError } =>
  err(cairnError('timeout', 'The client has cancelled this.', true));
