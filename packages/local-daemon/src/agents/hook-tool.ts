/** What a tool's use tells besides its text: its name, whether it failed, and which file it looked at. [HK-4, SE-2] */
import { posix, win32 } from 'node:path';
import type { MessageInput } from '@cairn/schema';
import type { HookEvent, ToolUse } from './hook-event.ts';
import { plainText } from './hook-turn.ts';

/** Of what was asked and of what went wrong; the message's text has more. */
const FACT_CHARS_MAX = 500;

export type ToolFacts = Required<Pick<MessageInput, 'toolCalls' | 'toolResults'>>;

/** As a message has them. Null: no tool was used. */
export const toolFactsOf = ({ kind, tool }: HookEvent, guard: (text: string) => string): ToolFacts | null => {
  if (kind !== 'tool' || tool === null) return null;
  const { name, input, output } = tool;
  const failed = hasFailed(output);
  return {
    toolCalls: [{ name, input: short(guard(plainText(input))) }],
    toolResults: [failed ? { name, isError: true, content: short(guard(plainText(output))) } : { name }],
  };
};

const short = (text: string): string =>
  text.length <= FACT_CHARS_MAX ? text : `${text.slice(0, FACT_CHARS_MAX - 1).toWellFormed()}…`;

/** As agents say it; what none of them says went well. */
const hasFailed = (output: unknown): boolean => {
  const said = fieldsOf(output);
  const code = said.exit_code ?? said.exitCode;
  return (
    said.is_error === true ||
    said.isError === true ||
    said.success === false ||
    (typeof code === 'number' && code !== 0) ||
    (typeof said.error === 'string' && said.error !== '')
  );
};

const FILE_FIELDS = ['file_path', 'filePath', 'path', 'notebook_path'] as const;

/** The file that it read or wrote; null for none, and for one whose folder is not told. */
export const fileOf = (tool: ToolUse | null): string | null => {
  const input = fieldsOf(tool?.input);
  for (const field of FILE_FIELDS) {
    const path = input[field];
    if (typeof path === 'string' && (posix.isAbsolute(path) || win32.isAbsolute(path))) return path;
  }
  return null;
};

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
