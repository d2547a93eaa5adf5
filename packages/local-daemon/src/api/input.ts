/** Parses bodies and queries at the border, once. Errors are sentences. */
import { isUtf8 } from 'node:buffer';
import type { Answer } from '@cairn/core';
import { type CairnError, cairnError, err, ok, orElse, parseInput, refuseInput } from '@cairn/schema';
import type { Context } from 'hono';
import type * as z from 'zod';
import { problem } from './problem.ts';

export const readJson = async <T>(c: Context, schema: z.ZodType<T>): Answer<T> => {
  const read = await readText(c);
  if (!read.ok) return read;
  const text = read.value;
  let json: unknown;
  try {
    json = text === '' ? {} : JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON';
    return refuseInput(`The request's body is not valid JSON: ${withoutContent(reason)}.`);
  }
  return parseInput(json, schema);
};

/** Reads the body as text. It must be UTF-8. [RL-23] */
export const readText = async (c: Context): Answer<string> => {
  const bytes = Buffer.from(await c.req.arrayBuffer());
  if (!isUtf8(bytes)) return err(notUtf8(bytes));
  return ok(bytes.toString('utf8'));
};

const notUtf8 = (bytes: Buffer): CairnError =>
  cairnError(
    'invalid_input',
    `The request's body is not UTF-8 text: byte ${validBytesOf(bytes)} is wrong. Send UTF-8.`,
  );

/** Returns the number of bytes of the longest valid beginning. */
const validBytesOf = (bytes: Buffer): number => {
  let valid = 0;
  let invalid = bytes.length;
  while (valid < invalid) {
    const middle = Math.ceil((valid + invalid) / 2);
    if (canBegin(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle - 1;
  }
  return valid;
};

/** Whether the bytes are the beginning of a UTF-8 text. */
const canBegin = (bytes: Buffer): boolean =>
  orElse(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }) !== null, false);

/**
 * Refuses a body by its size. The refusal is sent before the body is read, because parsing would delay all other
 * requests. [TR-60]
 */
export const tooLarge = (bytesMax: number): Response =>
  problem(
    cairnError(
      'invalid_input',
      `The request's body is larger than ${bytesMax.toLocaleString('en-US')} bytes, the limit of this route. Send less at once.`,
    ),
    {},
    413,
  );

/** Cuts V8's message at the comma after which it quotes the input. */
const withoutContent = (reason: string): string => reason.split(/, "|, \.\.\./)[0] ?? reason;

/** Returns any other word unchanged, so that the schema refuses it. Read as false, it would mean the opposite. */
const flagOf = (word: string): unknown => FLAGS.get(word) ?? word;
const FLAGS = new Map([
  ['', true],
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** Returns the query string as an object. Names in `lists` are arrays, and those in `flags` are booleans. */
export const queryOf = (
  c: Context,
  lists: readonly string[] = [],
  flags: readonly string[] = [],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => {
      if (lists.includes(name)) return [name, values];
      const last = values.at(-1) ?? '';
      if (flags.includes(name)) return [name, flagOf(last)];
      return [name, last];
    }),
  );
