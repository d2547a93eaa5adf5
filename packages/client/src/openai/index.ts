/**
 * `@cairn/client/openai`: a memory as tools for OpenAI's chat completions and responses, and for compatible APIs. The
 * `openai` package is not loaded.
 */
import { type CairnError, cairnError, parseJson } from '@cairn/schema';
import * as z from 'zod';
import { type Argument, check, FIELDS_IF_ANY } from '../memory/checked.ts';
import type { CallOptions, Memory } from '../memory/memory.ts';
import { MemoryError } from '../memory/memory-error.ts';
import { MEMORY_TOOL_NAMES, type MemoryToolName, memoryToolList } from '../tools/memory-tools.ts';

export interface MemoryToolsOptions {
  /** The tools to offer. Default: all. */
  readonly only?: readonly MemoryToolName[] | undefined;
}

/** A tool call of a chat completion. A call without `function` is answered with an error. */
export interface ToolCall {
  readonly id: string;
  readonly type?: string | undefined;
  readonly function?: { readonly name: string; readonly arguments: string };
}

/** A `function_call` item of a response. */
export interface FunctionCall {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface OpenAiTools {
  /** For `tools` of `chat.completions.create`. */
  readonly chatTools: {
    readonly type: 'function';
    readonly function: {
      readonly name: MemoryToolName;
      readonly description: string;
      readonly parameters: Record<string, unknown>;
    };
  }[];
  /** For `tools` of `responses.create`. */
  readonly responseTools: {
    readonly type: 'function';
    readonly name: MemoryToolName;
    readonly description: string;
    readonly parameters: Record<string, unknown>;
    readonly strict: false;
  }[];
  /** Whether a call is for one of these tools. */
  handles(name: string | undefined): boolean;
  /**
   * Runs the call of a chat completion and returns the message to append. Failures and invalid arguments become the
   * message `{"error": …}`. Only a cancelled call and a bug throw.
   */
  answerChat(
    call: ToolCall,
    options?: CallOptions,
  ): Promise<{ readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }>;
  /** Runs the call of a response and returns the item to append to its input. */
  answerResponse(
    call: FunctionCall,
    options?: CallOptions,
  ): Promise<{ readonly type: 'function_call_output'; readonly call_id: string; readonly output: string }>;
}

const TOOLS: Argument = {
  is: '`{ only }` with a list of tools, or nothing',
  fits: (options) => {
    const { only, ...unknown }: Readonly<Record<string, unknown>> = { ...Object(options) };
    const isKnown = FIELDS_IF_ANY.fits(options) && Object.keys(unknown).length === 0;
    return isKnown && (only === undefined || Array.isArray(only));
  },
};

export const openAiTools = (memory: Memory, options: MemoryToolsOptions = {}): OpenAiTools => {
  // A misspelt `only` would give the model all tools.
  check(TOOLS, options);
  const { only = MEMORY_TOOL_NAMES } = options;
  const unknown = only.find((name) => !MEMORY_TOOL_NAMES.includes(name));
  if (unknown !== undefined) throw new MemoryError(noTool(unknown));
  const described = only.map((name) => {
    const { description, input } = memoryToolList[name];
    const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'input' });
    return { name, description, parameters };
  });
  const answer = async (name: string, given: unknown, options: CallOptions): Promise<string> => {
    const known = only.find((one) => one === name);
    if (known === undefined) return errorText('not_found', `There is no tool ${name}.`);
    const text = typeof given === 'string' ? given.trim() : null;
    const json = text === null ? (given ?? {}) : text === '' ? {} : parseJson(text);
    if (json === undefined) return errorText('invalid_input', `The arguments of ${name} are not JSON.`);
    try {
      const done = await memoryToolList[known].runChecked(memory, json, options);
      return done.ok ? JSON.stringify(done.value) : errorText(done.error.kind, done.error.message);
    } catch (error) {
      if (error instanceof MemoryError) return errorText(error.kind, error.message);
      throw error;
    }
  };
  return {
    chatTools: described.map((one) => ({ type: 'function', function: one })),
    responseTools: described.map((one) => ({ type: 'function', ...one, strict: false })),
    handles: (name) => only.some((one) => one === name),
    answerChat: async (call, options = {}) => ({
      role: 'tool',
      tool_call_id: call.id,
      content: await answer(call.function?.name ?? '', call.function?.arguments, options),
    }),
    answerResponse: async (call, options = {}) => ({
      type: 'function_call_output',
      call_id: call.call_id,
      output: await answer(call.name, call.arguments, options),
    }),
  };
};

const errorText = (kind: string, message: string): string => JSON.stringify({ error: { kind, message } });

const noTool = (name: string): CairnError =>
  cairnError('invalid_input', `There is no tool "${name}". The tools are ${MEMORY_TOOL_NAMES.join(', ')}.`);
