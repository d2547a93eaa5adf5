/** Parses a model's short text in any form, or its statement that there is nothing. */
import { err, ok, parseJson, type Result } from '@cairn/schema';
import { answerText, between } from '../summary/parse-answer.ts';

const FENCE = /```[a-z]*[ \t]*\n?([\s\S]*?)```/i;
const NOTHING = /^\W*(?:skip|none|null|nothing|n\/a)\W*$/i;
const LABEL = /^\**(?:note|summary|directive|answer)\**\s*:\s*\**\s*/i;

/** Parses a note. Null: the model says that there is nothing. */
export const parseNote = (raw: string, name: string): Result<string | null, 'unreadable'> => {
  const text = answerText(raw);
  if (text === null) return err('unreadable');
  // The whole text first, because a note may quote code in a fence.
  const whole = inBraces(text);
  const body = whole === null ? (FENCE.exec(text)?.[1] ?? text).trim() : text;
  const object = whole ?? inBraces(body);
  const spoken = object === null ? body : stringIn(object, name);
  // A part of a JSON text is not a sentence.
  if (spoken === null || (object === null && /^\s*[[{]/.test(body))) return err('unreadable');
  const note = spoken.replace(LABEL, '').replace(/\s+/gu, ' ').trim();
  return ok(note === '' || NOTHING.test(note) ? null : note);
};

const inBraces = (text: string): unknown => parseJson(between(text, '{', '}') ?? '') ?? null;

/** Returns the requested field, or the only one. */
const stringIn = (value: unknown, name: string): string | null => {
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  const found = entries.find(([key]) => key === name) ?? (entries.length === 1 ? entries[0] : undefined);
  if (found === undefined) return null;
  if (found[1] === null) return '';
  return typeof found[1] === 'string' ? found[1] : null;
};
