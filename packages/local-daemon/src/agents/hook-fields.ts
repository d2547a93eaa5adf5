/** Schemas for the input of an agent. A field that is missing or of another type is no error. */
import { isRecord, parseJson } from '@cairn/schema';
import * as z from 'zod';
import type { HookEvent, HookKind, ToolUse } from './hook-event.ts';

/** Field of any type, which may be missing. */
export const anyField = z.unknown().optional();

/** Field of any type. An object or a list may come as JSON text. */
export const jsonField = anyField.transform((value) => {
  const parsed = typeof value === 'string' ? parseJson(value) : null;
  return typeof parsed === 'object' && parsed !== null ? parsed : value;
});

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** Field whose value is text that is not blank, else null. */
export const textField = anyField.transform(textOf);

/** Field whose value is the first of several texts, else null. */
export const firstTextField = anyField.transform((value) => (Array.isArray(value) ? textOf(value[0]) : null));

/** Reads an object. Anything else is read as an empty object. */
export const readFields = <S extends z.ZodRawShape>(shape: S, input: unknown) =>
  z.object(shape).parse(isRecord(input) ? input : {});

/** Returns null if the event names no tool. */
export const toolUse = (name: string | null, input: unknown, output: unknown): ToolUse | null =>
  name === null ? null : { name, input, output };

export const emptyEvent = (agent: string, kind: HookKind): HookEvent => ({
  agent,
  kind,
  session: null,
  cwd: null,
  source: null,
  prompt: null,
  tool: null,
  message: null,
  transcript: null,
});
