/** Reads the input of an agent. A field that is missing or of another type is no error. */
import { isRecord, parseJson } from '@cairn/schema';
import type { HookEvent, HookKind, ToolUse } from './hook-event.ts';

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** Returns readers of an object's fields. Anything else is read as an empty object. */
export const fieldsIn = (input: unknown) => {
  const fields = isRecord(input) ? input : {};
  return {
    any: (name: string): unknown => fields[name],
    /** Returns the first of these fields that is text and not blank, else null. */
    text: (...names: readonly string[]): string | null =>
      names.map((name) => textOf(fields[name])).find((text) => text !== null) ?? null,
    /** Returns a list. Anything else is read as an empty list. */
    list: (name: string): readonly unknown[] => {
      const value = fields[name];
      return Array.isArray(value) ? value : [];
    },
    /** Returns a value of any type. An object or a list may come as JSON text. */
    json: (name: string): unknown => {
      const value = fields[name];
      const parsed = typeof value === 'string' ? parseJson(value) : null;
      return typeof parsed === 'object' && parsed !== null ? parsed : value;
    },
  };
};

export type Fields = ReturnType<typeof fieldsIn>;

/** Returns null if the event names no tool. */
export const toolUse = (name: string | null, input: unknown, output: unknown): ToolUse | null =>
  name === null ? null : { name, input, output };

export const emptyEvent = (agent: string, kind: HookKind): HookEvent => ({
  ...{ agent, kind, session: null, cwd: null, source: null },
  ...{ prompt: null, tool: null, message: null, transcript: null },
});
