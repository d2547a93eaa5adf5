// Faults of a tool that the APIs refuse, as far as their documentation says it. The real validators are not used.

import { field, isObject, type Json } from './json.ts';
import type { Protocol, Tool } from './protocol.ts';

const NAMES: Readonly<Record<Protocol['name'], RegExp>> = {
  anthropic: /^[a-zA-Z0-9_-]{1,128}$/,
  responses: /^[a-zA-Z0-9_-]{1,64}$/,
  chat: /^[a-zA-Z0-9_-]{1,64}$/,
  gemini: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
};
const NOT_AT_TOP = ['oneOf', 'anyOf', 'allOf', 'not', 'enum'];
/** Words from https://ai.google.dev/gemini-api/docs/structured-output. Gemini refuses or ignores all others. */
const GEMINI_WORDS =
  /^(?:type|format|title|description|nullable|enum|default|pattern|example|properties|required|propertyOrdering|additionalProperties|items|prefixItems|anyOf|oneOf|const|(?:exclusive)?(?:min|max)imum|(?:min|max)(?:Items|Length|Properties)|\$(?:id|defs|ref|anchor|schema))$/;

export const toolFaults = (
  protocol: Protocol['name'],
  { name, schema, isStrict }: Tool,
): readonly string[] => [
  ...(NAMES[protocol].test(name) ? [] : [`${name}: the name is refused`]),
  ...(/^object$/i.test(String(field(schema, 'type'))) ? [] : [`${name}: takes no object`]),
  ...(protocol === 'gemini'
    ? strangeWords(schema)
    : NOT_AT_TOP.filter((word) => field(schema, word) !== null)
  ).map((word) => `${name}: ${word} is refused`),
  ...(isStrict && field(schema, 'additionalProperties') !== false
    ? [`${name}: is strict and lets others in`]
    : []),
];

const strangeWords = (schema: Json): readonly string[] => {
  if (!isObject(schema)) return [];
  const own = Object.keys(schema).filter((word) => !GEMINI_WORDS.test(word));
  const properties = field(schema, 'properties');
  const inner = isObject(properties) ? Object.values(properties) : [];
  return [...own, ...[...inner, field(schema, 'items')].flatMap(strangeWords)];
};
