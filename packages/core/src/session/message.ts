/**
 * Parses a sent message: cleans it, checks its limits, and masks secrets and private parts. Masking keeps the length of a text, so
 * offsets of its passages stay valid. [SE-1, G-1]
 */
import { type Checked, LIMITS, type MessageInput, ok } from '@cairn/schema';
import { isOwnBlock } from '../context/echo.ts';
import { isSteering, withoutSteering } from '../context/steering.ts';
import { cleanText, countChars } from '../memory/clean-text.ts';
import { grouped, invalid } from '../memory/invalid-input.ts';
import { maskText } from '../memory/mask.ts';
import { jsonOf, maskJson } from '../memory/mask-json.ts';
import type { MessageRow } from '../ports/session-store.ts';

/** TR-9: the most UTF-16 units of a message as sent. A longer one is refused before any pattern runs on it. */
const SENT_UNITS_MAX = 4 * LIMITS.messageCharsMax;

/** A message without the columns that the store fills. */
export type ParsedMessage = Omit<MessageRow, 'session' | 'tokens'>;

/** Parses messages. `last`: the sequence of the newest stored message. Sequences must rise from there. */
export const parseMessages = (
  messages: readonly MessageInput[],
  last: number,
  nowMs: number,
): Checked<readonly ParsedMessage[]> => {
  if (messages.length > LIMITS.sessionMessagesPerRequestMax) {
    return invalid(
      `Send at most ${grouped(LIMITS.sessionMessagesPerRequestMax)} messages at once; these are ${grouped(messages.length)}.`,
    );
  }
  const parsed: ParsedMessage[] = [];
  for (const message of messages) {
    // Skips a program's reminders to its model, and blocks that Cairn made: no speaker said them. [CX-3, CX-9]
    const isLong = message.content.length > SENT_UNITS_MAX;
    if (!isLong && (isSteering(message) || isEcho(message))) continue;
    const one = parseMessage(message, parsed.at(-1)?.sequence ?? last, nowMs);
    if (!one.ok) return one;
    parsed.push(one.value);
  }
  return ok(parsed);
};

const isEcho = ({ content, toolCalls, toolResults }: MessageInput): boolean =>
  toolCalls == null && toolResults == null && isOwnBlock(content);

/** Returns the text as a message keeps it. Empty for text that is not valid Unicode. */
export const messageText = (content: string): string => {
  const text = cleanText(withoutSteering(content));
  return text.ok ? maskText(text.value).trimEnd() : '';
};

const parseMessage = (message: MessageInput, before: number, nowMs: number): Checked<ParsedMessage> => {
  const sequence = message.sequence ?? before + 1;
  if (sequence <= before) {
    return invalid(
      `Message ${sequence} comes after message ${before}: the sequences must rise. Leave the sequence out to append at the end.`,
    );
  }
  const tooLong = (chars: number) =>
    invalid(
      `Message ${sequence} is ${grouped(chars)} characters long; the limit is ${grouped(LIMITS.messageCharsMax)}. Send it in parts.`,
    );
  if (message.content.length > SENT_UNITS_MAX) return tooLong(message.content.length);
  const text = cleanText(withoutSteering(message.content));
  if (!text.ok)
    return invalid(`Message ${sequence} contains an incomplete character. Send it as valid Unicode.`);
  const chars = countChars(text.value);
  if (chars > LIMITS.messageCharsMax) return tooLong(chars);
  const toolCalls = parseTools('calls', sequence, message.toolCalls);
  if (!toolCalls.ok) return toolCalls;
  const toolResults = parseTools('results', sequence, message.toolResults);
  if (!toolResults.ok) return toolResults;
  if (text.value === '' && toolCalls.value === null && toolResults.value === null)
    return invalid(`Message ${sequence} is empty. Give it a content, tool calls or tool results.`);
  return ok({
    sequence,
    role: message.role,
    content: maskText(text.value).trimEnd(),
    toolCalls: toolCalls.value,
    toolResults: toolResults.value,
    at: message.at ?? nowMs,
  });
};

/** Returns tool calls or results as masked JSON, or null if there are none. */
const parseTools = (
  what: 'calls' | 'results',
  sequence: number,
  tools: readonly unknown[] | null | undefined,
): Checked<string | null> => {
  if (tools == null || tools.length === 0) return ok(null);
  const tooLong = (chars: number) =>
    invalid(
      `The tool ${what} of message ${sequence} are ${grouped(chars)} characters of JSON; the limit is ${grouped(LIMITS.messageJsonCharsMax)}. Leave out what is long.`,
    );
  const sent = jsonOf(tools);
  if (sent === null)
    return invalid(
      `The tool ${what} of message ${sequence} cannot be written as JSON: they nest too deep, or contain themselves or a BigInt. Send them as text.`,
    );
  if (sent.length > 4 * LIMITS.messageJsonCharsMax) return tooLong(sent.length);
  // A program in this process may send values that JSON lacks, such as a date.
  const plain: unknown = JSON.parse(sent);
  const json = JSON.stringify(maskJson(plain));
  return json.length > LIMITS.messageJsonCharsMax ? tooLong(json.length) : ok(json);
};

/** Returns the texts of a message that a model reads, for counting tokens. */
export const wordedMessage = ({ content, toolCalls, toolResults }: ParsedMessage): readonly string[] =>
  [content, toolCalls ?? '', toolResults ?? ''].filter((text) => text !== '');
