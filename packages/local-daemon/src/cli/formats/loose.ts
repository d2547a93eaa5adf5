/**
 * The border to other programs' files. They are read permissively: what is there in the expected shape is taken, of whatever
 * else stands beside it nothing is known. So a field of a wrong type is as good as absent.
 */
import { parseJson } from '@cairn/schema';
import * as z from 'zod';

export const text = z.string().nullish().catch(null);
export const flag = z.boolean().nullish().catch(null);
/** A program's own ids are numbers in some versions. */
export const name = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null);

/** Strings of a list; of a list that is written as JSON too, as databases have it. */
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

/** ISO 8601, or a number of seconds or milliseconds since 1970. One before 1970 is left to the daemon, which says so. [RL-24] */
export const time = z
  .unknown()
  .optional()
  .transform((value): string | null => {
    const ms = anyMsOf(value);
    return ms === null || ms === 0 ? null : new Date(ms).toISOString();
  });

/** Milliseconds; null when it is no time after 1970. */
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
/** 1e11 seconds are the year 5138, 1e11 milliseconds March 1973. */
const fromNumber = (value: number): number => Math.floor(Math.abs(value) < 1e11 ? value * 1_000 : value);

const TAG_CHARS_MAX = 64;

/** "Code style & naming" → "code-style-naming"; null when there are no letters in it. */
export const slug = (words: string): string | null => {
  const plain = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  return plain === ''
    ? null
    : [...plain]
        .slice(0, TAG_CHARS_MAX)
        .join('')
        .replace(/(?<!-)-+$/, '');
};

const TAGS_MAX = 20;

/** At most as many as a memory may have; what stands first counts most. */
export const tagsOf = (words: readonly (string | null | undefined)[]): readonly string[] =>
  [
    ...new Set(words.flatMap((word) => (word === null || word === undefined ? [] : (slug(word) ?? [])))),
  ].slice(0, TAGS_MAX);
