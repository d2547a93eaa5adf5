/**
 * Converts an event to a message of its session. For a tool call, the message has facts about the call besides its
 * text. [HK-4, SE-1, SE-2]
 */
import { posix, win32 } from 'node:path';
import { isRecord, type MessageInput } from '@cairn/schema';
import type { HookEvent, ToolUse } from './hook-event.ts';
import { beginningOf, type HookTurn, hookTurnOf, isOwn, plainText } from './hook-turn.ts';

/** Characters of a tool's input and error, at most. The message's text has a larger limit. */
const FACT_CHARS_MAX = 500;

export interface HookMessage extends Pick<MessageInput, 'content' | 'toolCalls' | 'toolResults'> {
  readonly role: HookTurn['author'];
}

/**
 * Returns the message, or null if the event has nothing worth keeping. For a call of Cairn's own tools, only the fact
 * of the call is kept.
 */
export const hookMessageOf = (event: HookEvent, guard: (text: string) => string): HookMessage | null => {
  const turn = hookTurnOf(event, guard);
  const facts = toolFactsOf(event, guard);
  if (turn !== null) return { role: turn.author, content: turn.text, ...facts };
  return facts !== null && event.tool !== null && isOwn(event.tool)
    ? { role: 'tool', content: '', toolCalls: [{ name: event.tool.name }] }
    : null;
};

type ToolFacts = Required<Pick<MessageInput, 'toolCalls' | 'toolResults'>>;

/** Returns a message's tool fields, or null if no tool was called. */
const toolFactsOf = ({ kind, tool }: HookEvent, guard: (text: string) => string): ToolFacts | null => {
  if (kind !== 'tool' || tool === null) return null;
  const { name, input, output } = tool;
  const failed = hasFailed(output);
  return {
    toolCalls: [{ name, input: short(guard(looked(input))) }],
    toolResults: [failed ? { name, isError: true, content: short(guard(looked(output))) } : { name }],
  };
};

/** Returns the beginning of the text for the guard. It is longer than the part that is kept. [TR-9] */
const looked = (value: unknown): string => beginningOf(plainText(value));

const short = (text: string): string =>
  text.length <= FACT_CHARS_MAX ? text : `${text.slice(0, FACT_CHARS_MAX - 1).toWellFormed()}…`;

/** Whether the call failed, in the forms of the various agents. Everything else counts as success. */
const hasFailed = (output: unknown): boolean => {
  const said = fieldsOf(output);
  const code = said.exit_code ?? said.exitCode;
  return (
    said.is_error === true ||
    said.isError === true ||
    said.success === false ||
    (typeof code === 'number' && code !== 0) ||
    (typeof said.error === 'string' && said.error !== '') ||
    (typeof said.error === 'object' && said.error !== null)
  );
};

const FILE_FIELDS = ['file_path', 'filePath', 'path', 'notebook_path'] as const;

/** Returns the file that the tool read or wrote. Returns null if there is none, or if its path is not absolute. */
export const fileOf = (tool: ToolUse | null): string | null => {
  const input = fieldsOf(tool?.input);
  const isAbsolute = (path: unknown): path is string =>
    typeof path === 'string' && (posix.isAbsolute(path) || win32.isAbsolute(path));
  return FILE_FIELDS.map((field) => input[field]).find(isAbsolute) ?? null;
};

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
