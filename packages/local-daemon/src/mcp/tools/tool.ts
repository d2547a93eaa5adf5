/** The shape of a tool: its texts for the model, the schemas of its input and output, and its function. */
import type { Answer, FenceKey } from '@cairn/core';
import { type CairnError, refuse, refuseInput, withoutBlanks } from '@cairn/schema';
import * as z from 'zod';
import type { Memories } from '../../services/memories.ts';
import { once } from '../../services/once.ts';
import type { Caller } from '../caller.ts';
import { refusalOf } from './refusal.ts';

export interface ToolDeps {
  readonly memories: Memories;
  readonly countTokens: (text: string) => number;
  /** Key that marks the data blocks of this run of the daemon, because earlier answers stay in a conversation. [TR-10] */
  readonly fence: FenceKey;
  /** Counts a save of this session. Returns the number within the last minute, with this one. [M-7] */
  readonly notePace: (session: string) => number;
  /** Returns the turn that hooks reported, or null if there is none. [MC-6] */
  readonly turnOf: (caller: Pick<Caller, 'agent' | 'cwd'>) => Promise<string | null>;
}

export interface ToolAnswer {
  readonly structured: Readonly<Record<string, unknown>>;
  /** The same content for a model that reads text. */
  readonly text: string;
}

/** Hints of a tool. All four are set, because hosts assume the worst for a missing hint. */
type ToolHints = Readonly<
  Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>
>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolHints;
  readonly meta?: Readonly<Record<string, unknown>>;
  inputSchema(): JsonObject;
  outputSchema(): JsonObject;
  call(deps: ToolDeps, args: unknown, caller: Caller): Answer<ToolAnswer>;
}

export type JsonObject = Readonly<Record<string, unknown>> & { readonly type: 'object' };

interface ToolSpec<I, O> extends Omit<Tool, 'inputSchema' | 'outputSchema' | 'call'> {
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType<O>;
  run(deps: ToolDeps, input: I, caller: Caller): Answer<{ readonly structured: O; readonly text: string }>;
}

export const defineTool = <I, O extends Readonly<Record<string, unknown>>>(spec: ToolSpec<I, O>): Tool => {
  const { input, output, run, ...words } = spec;
  const inputSchema = once(() => jsonSchemaOf(input, 'input'));
  return {
    ...words,
    inputSchema,
    outputSchema: once(() => jsonSchemaOf(output, 'output')),
    async call(deps, args, caller) {
      const given = withoutBlanks(args ?? {}, inputSchema().required);
      const parsed = input.safeParse(given);
      if (parsed.success) return run(deps, parsed.data, caller);
      const { issues } = parsed.error;
      const refused = { tool: spec.name, inputSchema: inputSchema(), args: given, issues };
      return refuseInput(refusalOf(refused));
    },
  };
};

/** Schemas of arguments that may be left out. */
export const optionalText = (about: string) => z.string().optional().describe(about);
export const optionalNumber = (min: number, max: number, about: string) =>
  z.int().min(min).max(max).optional().describe(about);

/** Makes a schema that every host accepts: without `$schema`, and an object at the top. */
const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io });
  return { ...json, type: 'object' };
};

/** Returns the error that ends a cancelled call. The client does not receive it. */
export const cancelled = (): { readonly ok: false; readonly error: CairnError } =>
  refuse('timeout', 'The client has cancelled this.', true);
