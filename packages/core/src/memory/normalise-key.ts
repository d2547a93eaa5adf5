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

/** The ways in which tags break the rules. Tags are lower case, NFC, trimmed, deduplicated and in the given order. [M-1] */
type TagProblem =
  | { readonly kind: 'lone_surrogate' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too_long'; readonly tag: string; readonly chars: number }
  | { readonly kind: 'too_many'; readonly count: number };

/** Returns the problem as a sentence that says what to do. */
export const tagProblemSentence = (problem: TagProblem): string => {
  if (problem.kind === 'too_many') {
    return `There are ${problem.count} tags; the limit is ${LIMITS.tagsMax}. Keep the most telling ones.`;
  }
  if (problem.kind === 'too_long') {
    const start = [...problem.tag].slice(0, 24).join('');
    return `The tag "${start}…" is ${problem.chars} characters long; the limit is ${LIMITS.tagCharsMax}. Shorten it.`;
  }
  if (problem.kind === 'empty') return 'A tag is empty. Leave it out or give it a name.';
  return 'A tag contains an incomplete character (a lone surrogate). Send it as valid Unicode.';
};

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

export const normaliseTags = (
  raw: readonly string[],
): { readonly tags: readonly string[]; readonly problem: TagProblem | null } => {
  const tags = new Set<string>();
  // TR-9
  if (raw.length > 4 * LIMITS.tagsMax) return { tags: [], problem: { kind: 'too_many', count: raw.length } };
  for (const text of raw) {
    if (isFarTooLong(text))
      return { tags: [], problem: { kind: 'too_long', tag: text.slice(0, 64), chars: text.length } };
    const tag = normaliseTag(text);
    if (tag === null) return { tags: [], problem: { kind: 'lone_surrogate' } };
    if (tag === '') return { tags: [], problem: { kind: 'empty' } };
    const chars = countChars(tag);
    if (chars > LIMITS.tagCharsMax) return { tags: [], problem: { kind: 'too_long', tag, chars } };
    tags.add(tag);
  }
  if (tags.size > LIMITS.tagsMax) return { tags: [], problem: { kind: 'too_many', count: tags.size } };
  return { tags: [...tags], problem: null };
};
