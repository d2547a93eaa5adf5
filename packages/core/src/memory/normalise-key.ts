/** Normalises keys and namespaces, so that devices and agents use the same names. [M-2] */
import { LIMITS } from '@cairn/schema';
import { cleanText, countChars, isFarTooLong } from './clean-text.ts';

/**
 * Returns the key in lower case, with `_` and white space as `-`, runs of `-` and `/` collapsed, and both trimmed. Namespaces use the
 * same rule. The result may be empty.
 */
export const normaliseKey = (raw: string): string =>
  raw
    .normalize('NFC')
    .toLowerCase()
    .replace(/[_\s]+/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/(?:-?\/-?)+/g, '/')
    .replace(/^[-/]+|(?<![-/])[-/]+$/g, '');

/** A tag that is already normalised, as most are: lower case ASCII words with one space between them. */
const PLAIN_TAG = /^[!-@[-~]+(?: [!-@[-~]+)*$/;

/** Returns the normalised tag, empty when it has no visible character. Null for a lone surrogate. */
const normaliseTag = (raw: string): string | null => {
  if (PLAIN_TAG.test(raw)) return raw;
  const cleaned = cleanText(raw);
  return cleaned.ok ? cleaned.value.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ') : null;
};

/** Returns a tag of another device as if it was typed here. Null for a tag that could not be typed or removed. [TR-59] */
export const tagAsTyped = (raw: string): string | null => normaliseTag(raw) || null;

/**
 * Returns the tags in lower case, NFC, trimmed, deduplicated and in the given order. `problem` says in a sentence which rule they break.
 * [M-1]
 */
export const normaliseTags = (
  raw: readonly string[],
): { readonly tags: readonly string[]; readonly problem: string | null } => {
  const refused = (problem: string) => ({ tags: [], problem });
  const tooMany = (count: number) =>
    refused(`There are ${count} tags; the limit is ${LIMITS.tagsMax}. Keep the most telling ones.`);
  const tooLong = (tag: string, chars: number) =>
    refused(
      `The tag "${[...tag].slice(0, 24).join('')}…" is ${chars} characters long; the limit is ${LIMITS.tagCharsMax}. Shorten it.`,
    );
  const tags = new Set<string>();
  // TR-9
  if (raw.length > 4 * LIMITS.tagsMax) return tooMany(raw.length);
  for (const text of raw) {
    if (isFarTooLong(text)) return tooLong(text.slice(0, 64), text.length);
    const tag = normaliseTag(text);
    if (tag === null)
      return refused('A tag contains an incomplete character (a lone surrogate). Send it as valid Unicode.');
    if (tag === '') return refused('A tag is empty. Leave it out or give it a name.');
    const chars = countChars(tag);
    if (chars > LIMITS.tagCharsMax) return tooLong(tag, chars);
    tags.add(tag);
  }
  return tags.size > LIMITS.tagsMax ? tooMany(tags.size) : { tags: [...tags], problem: null };
};
