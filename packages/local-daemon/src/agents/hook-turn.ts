/**
 * Converts an event to one turn of its session: a short text without secrets and private parts. The output of a tool that
 * only reads is left out, because it is in the files. [HK-4]
 */
import { LIMITS, parseJson } from '@cairn/schema';
import type { HookEvent, ToolUse } from './hook-event.ts';

export interface HookTurn {
  readonly author: 'user' | 'assistant' | 'tool';
  readonly text: string;
}

/** Returns the turn, or null if the event has nothing worth keeping. `guard` removes private parts and replaces secrets. */
export const hookTurnOf = (event: HookEvent, guard: (text: string) => string): HookTurn | null => {
  const said = saidIn(event);
  if (said === null) return null;
  // The guard runs before the cut, because half of a secret is not recognised.
  const text = cut(guard(beginningOf(said.text)), LIMITS.hookTurnCharsMax).trim();
  return text === '' ? null : { author: said.author, text };
};

/** Returns the beginning in whole characters. Agents cut long outputs, also within an emoji, and half of one is no text. */
export const beginningOf = (text: string): string => text.slice(0, LIMITS.hookTextCharsMax).toWellFormed();

const saidIn = ({ kind, prompt, tool, message }: HookEvent): HookTurn | null => {
  switch (kind) {
    case 'prompt':
      return prompt === null ? null : { author: 'user', text: prompt };
    case 'tool':
      return tool === null || isOwn(tool) ? null : { author: 'tool', text: toolText(tool) };
    case 'stop':
      return message === null ? null : { author: 'assistant', text: message };
    default:
      return null;
  }
};

/** Whether the tool is one of Cairn's own. */
export const isOwn = ({ name }: ToolUse): boolean =>
  /^mcp__(?:plugin_cairn_)?cairn__|(?:^|[^a-z])memory_(?:save|search|get|forget|context)$/i.test(name);

/** Pattern for names of tools that only read. */
const ONLY_READS =
  /^(?:read|view|grep|glob|ls|list|find|search|todo|web_?fetch|web_?search)|_(?:read|list|search)(?:_|$)/i;

const toolText = ({ name, input, output }: ToolUse): string => {
  const asked = `${name} ${plainText(input)}`.trim();
  if (ONLY_READS.test(name)) return asked;
  const answered = plainText(output);
  return answered === '' ? asked : `${asked.slice(0, LIMITS.hookTextCharsMax / 2)}\n${answered}`;
};

const DEPTH_MAX = 6;

/**
 * Returns the strings in a value without escapes, also those in nested JSON. The guard then sees them as a person writes
 * them.
 */
export const plainText = (value: unknown, depth = DEPTH_MAX): string => {
  if (value === null || value === undefined || depth === 0) return '';
  if (typeof value === 'string') {
    const inner = parsedJson(value);
    return inner === null ? value : plainText(inner, depth - 1);
  }
  if (Array.isArray(value)) return joined(value.map((item) => plainText(item, depth - 1)));
  if (typeof value !== 'object') return String(value);
  return joined(
    Object.entries(value).map(([name, inner]) => {
      const text = plainText(inner, depth - 1);
      return text === '' ? '' : `${name}: ${text}`;
    }),
  );
};

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

const parsedJson = (text: string): object | null => {
  if (!/^\s*[[{]/.test(text) || text.length > LIMITS.hookTextCharsMax) return null;
  const parsed = parseJson(text);
  return typeof parsed === 'object' ? parsed : null;
};

const cut = (text: string, charsMax: number): string => {
  const chars = [...text];
  return chars.length <= charsMax ? text : `${chars.slice(0, charsMax - 1).join('')}…`;
};
