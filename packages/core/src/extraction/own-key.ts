/**
 * A model that reuses a key by accident must not overwrite what stands there. Whether a new text is another value of the old one is
 * told by their words; when it is not, the new one gets a key of its own.
 */

import { normaliseKey } from '../memory/normalise-key.ts';
import { textHashOf } from '../passages/source-id.ts';
import type { MemoryRow } from '../ports/memory-row.ts';
import { tellingWords } from '../search/query.ts';
import { groundOf, wordsOfClaim } from './grounding.ts';

export interface KeyedText extends Pick<MemoryRow, 'content'> {
  readonly namespace: string;
  readonly key: string;
}

/** A person or thing is named by its key, so that its name in both texts says nothing of what they tell. */
const ENTITIES = 'entity/';

/** Both share a word that tells something, or differ in one word alone and the key does not speak against it. */
export const isOtherValue = (old: string, { namespace, key, content }: KeyedText): boolean => {
  const names = wordsOfClaim(key.replaceAll(/[-/]/g, ' ')).telling;
  const named = groundOf(names);
  const isOfEntity = namespace.startsWith(ENTITIES);
  const claimOf = (text: string) => {
    const { telling, frame } = wordsOfClaim(text);
    return {
      telling: isOfEntity ? telling.filter((word) => !named.has(word)) : telling,
      frame,
      isNamed: telling.some((word) => named.has(word)),
    };
  };
  const before = claimOf(old);
  const after = claimOf(content);
  const known = groundOf(before.telling);
  if (after.telling.some((word) => known.has(word))) return true;
  const isOneWord = before.telling.length <= 1 && after.telling.length <= 1 && before.frame === after.frame;
  return isOneWord && names.length > 0 && (after.isNamed || !before.isNamed);
};

const FIRST_WORDS = [4, 6, 9];
const KEY_CHARS_MAX = 110;
const HASH_CHARS = 8;

/** In the order in which to try them; the last is of this text alone. */
export const ownKeys = ({ namespace, key, content }: KeyedText): readonly string[] => {
  const below = namespace.startsWith(ENTITIES) ? `${key}/` : '';
  const words = tellingWords(content);
  const named = FIRST_WORDS.map((count) =>
    shortened(`${below}${normaliseKey(words.slice(0, count).join('-'))}`),
  );
  const last = `${named[0] ?? shortened(key)}-${textHashOf(content).slice(0, HASH_CHARS)}`;
  return [...new Set([...named, last])].filter((one) => one !== key);
};

const shortened = (key: string): string =>
  [...key]
    .slice(0, KEY_CHARS_MAX)
    .join('')
    .replace(/(?<![-/])[-/]+$/, '');
