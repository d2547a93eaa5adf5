/**
 * Keeps a model that reuses a key by accident from overwriting another fact. The words show whether the new text is
 * another value of the old fact. If not, the new text gets a key of its own.
 */

import { normaliseKey } from '../memory/normalise-key.ts';
import { textHashOf } from '../passages/source-id.ts';
import type { MemoryRow } from '../ports/memory-row.ts';
import { tellingWords } from '../search/query.ts';
import { shortKey } from './category.ts';
import { groundOf, wordsOfClaim } from './grounding.ts';

export interface KeyedText extends Pick<MemoryRow, 'content'> {
  readonly namespace: string;
  readonly key: string;
}

/**
 * The namespace where a key names a person or thing. The name occurs in all of its texts, so it does not show that two
 * texts state the same fact.
 */
const ENTITIES = 'entity/';

/**
 * Whether the text is another value of the same fact. That is so when the texts share a telling word. It is also so
 * when they differ in one word alone and the key does not contradict.
 */
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

/** Returns keys in the order to try. The last one is unique to this text. */
export const ownKeys = ({ namespace, key, content }: KeyedText): readonly string[] => {
  const below = namespace.startsWith(ENTITIES) ? `${key}/` : '';
  const words = tellingWords(content);
  const named = FIRST_WORDS.map((count) =>
    shortened(`${below}${normaliseKey(words.slice(0, count).join('-'))}`),
  );
  const last = `${named[0] ?? shortened(key)}-${textHashOf(content).slice(0, HASH_CHARS)}`;
  return [...new Set([...named, last])].filter((one) => one !== key);
};

const shortened = (key: string): string => shortKey(key, KEY_CHARS_MAX);
