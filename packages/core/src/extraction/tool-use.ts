/** The tools that a session used and their results, in any agent's format. */
import { isRecord } from '@cairn/schema';
import type { Message } from './message.ts';

export interface ToolCall {
  readonly name: string;
  readonly id: string | null;
  readonly input: string;
  readonly at: number;
}

export interface ToolResult {
  readonly name: string | null;
  readonly hasFailed: boolean;
  readonly text: string;
  /** Index of the message that contains the result. */
  readonly at: number;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const plain = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (Array.isArray(value))
    return value
      .map((part) => (isRecord(part) ? (textOf(part.text) ?? plain(part.content)) : plain(part)))
      .join('\n');
  return JSON.stringify(value);
};

export const callsIn = (messages: readonly Message[]): readonly ToolCall[] =>
  messages.flatMap(({ toolCalls }, at) => (toolCalls ?? []).flatMap((call) => callOf(call, at)));

const callOf = (call: unknown, at: number): readonly ToolCall[] => {
  if (!isRecord(call)) return [];
  const inner = isRecord(call.function) ? call.function : call;
  const name = textOf(inner.name) ?? textOf(call.toolName) ?? textOf(call.tool) ?? textOf(call.tool_name);
  if (name === null) return [];
  const id =
    textOf(call.id) ?? textOf(call.toolCallId) ?? textOf(call.tool_call_id) ?? textOf(call.tool_use_id);
  return [{ name, id, input: plain(inner.arguments ?? inner.input ?? call.args ?? call.input), at }];
};

export const resultsIn = (messages: readonly Message[]): readonly ToolResult[] => {
  const names = new Map(callsIn(messages).map(({ id, name }) => [id, name]));
  return messages.flatMap(({ toolResults }, at) =>
    (toolResults ?? []).flatMap((result) => {
      if (!isRecord(result)) return [];
      const id =
        textOf(result.toolCallId) ??
        textOf(result.tool_call_id) ??
        textOf(result.tool_use_id) ??
        textOf(result.id);
      const name =
        textOf(result.name) ?? textOf(result.toolName) ?? textOf(result.tool) ?? names.get(id) ?? null;
      const error = result.error ?? result.toolError ?? result.tool_error;
      const text = plain(result.content ?? result.output ?? result.result ?? error);
      return [{ name, hasFailed: hasFailed(result, error), text, at }];
    }),
  );
};

const hasFailed = (result: Readonly<Record<string, unknown>>, error: unknown): boolean => {
  const code = result.exitCode ?? result.exit_code;
  return (
    result.isError === true ||
    result.is_error === true ||
    result.ok === false ||
    result.success === false ||
    result.status === 'error' ||
    (typeof code === 'number' && code !== 0) ||
    (error !== undefined && error !== null && error !== false && error !== '')
  );
};

/** True when the agent saved a memory itself. */
export const isOwnSave = ({ name, input }: ToolCall): boolean =>
  /(?:^|[^a-z])memory_save$/i.test(name) ||
  (/^(?:bash|shell|exec|run|terminal)/i.test(name) && /\bcairn\s+save\b/.test(input));
