/**
 * Parses other programs' files permissively: takes values of the expected shape and ignores all others. So a field of a wrong type
 * counts as absent.
 */
import { parseJson } from '@cairn/schema';
import * as z from 'zod';

export const text = z.string().nullish().catch(null);
export const flag = z.boolean().nullish().catch(null);
/** In some versions, a program's ids are numbers. */
export const name = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null);

/** A block of a message; one of another shape counts as empty. */
export const block = z.object({ type: z.string(), text }).catch({ type: '', text: null });

/** The strings of a list. Databases also store the list as JSON text. */
export const texts = z
  .unknown()
  .optional()
  .transform((value): readonly string[] => {
    const list = typeof value === 'string' ? listIn(value) : value;
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string' && one.trim() !== '') : [];
  });

const listIn = (text: string): unknown => {
  const value = parseJson(text);
  return value === undefined ? text.split(',') : value;
};

/** ISO 8601, or seconds or milliseconds since 1970. The daemon refuses times before 1970 with a message. [RL-24] */
export const time = z
  .unknown()
  .optional()
  .transform((value): string | null => {
    const ms = anyMsOf(value);
    return ms === null || ms === 0 ? null : new Date(ms).toISOString();
  });

/** Returns milliseconds; null if it is no time after 1970. */
export const msOf = (value: unknown): number | null => {
  const ms = anyMsOf(value);
  return ms !== null && ms > 0 ? ms : null;
};

const anyMsOf = (value: unknown): number | null => {
  const ms =
    typeof value === 'number' ? fromNumber(value) : typeof value === 'string' ? fromText(value) : Number.NaN;
  return Math.abs(ms) <= 8_640_000_000_000_000 ? ms : null;
};

const fromText = (value: string): number =>
  /^-?\d{9,}(\.\d+)?$/.test(value) ? fromNumber(Number(value)) : Date.parse(value);
/** Tells seconds from milliseconds by size: 1e11 seconds are the year 5138, 1e11 milliseconds March 1973. */
const fromNumber = (value: number): number => Math.floor(Math.abs(value) < 1e11 ? value * 1_000 : value);

const TAG_CHARS_MAX = 64;

/** "Code style & naming" → "code-style-naming"; null if it has no letter and no digit. */
export const slug = (words: string): string | null => {
  const plain = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  return firstOf(plain, TAG_CHARS_MAX) || null;
};

/** Returns the first characters of a slug, without a dash at their end. */
export const firstOf = (plain: string, max: number): string =>
  [...plain]
    .slice(0, max)
    .join('')
    .replace(/(?<!-)-+$/, '');

const TAGS_MAX = 20;

/** Returns at most as many tags as a memory may have, from the beginning of the list. */
export const tagsOf = (words: readonly (string | null | undefined)[]): readonly string[] =>
  [...new Set(words.flatMap((word) => slug(word ?? '') ?? []))].slice(0, TAGS_MAX);

/** Returns the names of all fields, which are columns of a database. */
export const columnsOf = (...shapes: readonly z.ZodObject[]): readonly string[] => [
  ...new Set(shapes.flatMap((shape) => Object.keys(shape.shape))),
];
