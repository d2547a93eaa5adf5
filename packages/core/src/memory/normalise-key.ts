/** Keys and namespaces in the one form under which devices and agents meet. [M-2] */
import { LIMITS } from '@cairn/schema';
import { cleanText, countChars, isFarTooLong } from './clean-text.ts';

/**
 * Lower case, `_` and white space to `-`, runs of `-` and `/` collapsed, both trimmed at the ends, `/` kept. Namespaces
 * are normalised the same way. Empty when nothing remains.
 */
export const normaliseKey = (raw: string): string =>
  raw
    .normalize('NFC')
    .toLowerCase()
    .replace(/[_\s]+/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/(?:-?\/-?)+/g, '/')
    .replace(/^[-/]+|(?<![-/])[-/]+$/g, '');

/** Tags: lower case, NFC, trimmed, inner white space one space, no duplicates, in the order given. [M-1] */
type TagProblem =
  | { readonly kind: 'lone_surrogate' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too_long'; readonly tag: string; readonly chars: number }
  | { readonly kind: 'too_many'; readonly count: number };

/** The problem, as a sentence that says what to do. */
export const tagProblemSentence = (problem: TagProblem): string => {
  if (problem.kind === 'too_many') {
    return `There are ${problem.count} tags; the limit is ${LIMITS.tagsMax}. Keep the most telling ones.`;
  }
  if (problem.kind === 'too_long') {
    const start = [...problem.tag].slice(0, 24).join('');
    return `The tag "${start}…" is ${problem.chars} characters long; the limit is ${LIMITS.tagCharsMax}. Shorten it.`;
  }
  if (problem.kind === 'empty') return 'A tag is empty. Leave it out or give it a name.';
  return 'A tag holds half of a character (a lone surrogate). Send it as valid Unicode.';
};

/** As nearly all are: one word or more in small letters, figures and marks, with one space between. */
const PLAIN_TAG = /^[!-@[-~]+(?: [!-@[-~]+)*$/;

/** The tag in its one form, empty when nobody would see it; null: half of a character. */
const normaliseTag = (raw: string): string | null => {
  if (PLAIN_TAG.test(raw)) return raw;
  const cleaned = cleanText(raw);
  return cleaned.ok ? cleaned.value.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ') : null;
};

/** A member's program may send any; one that nobody could type or take away is none. [TR-59] */
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
