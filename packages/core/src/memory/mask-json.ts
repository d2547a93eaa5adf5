/** Masks secrets in JSON values: metadata, and the tool calls and results of messages. [G-1] */
import { type Checked, LIMITS, type Metadata, ok, orElse, parseJson } from '@cairn/schema';
import { grouped, invalid } from './invalid-input.ts';
import { maskText } from './mask.ts';

/** Returns an object or a list as JSON. Null when it has a cycle or a BigInt, or nests too deep for the stack (about 5,000 levels). */
export const jsonOf = (value: unknown): string | null => orElse(() => JSON.stringify(value), null);

/** Depth at which objects and lists are replaced by null. Tools do not nest text that deep. */
const DEPTH_MAX = 32;

/**
 * Returns a copy of a JSON value with the secrets in its strings and property names masked. A string is also masked when the name of its
 * property marks it as a secret. [G-1] Each string keeps its length. Numbers are not masked.
 */
export const maskJson = (value: unknown, name: string | null = null, depth = DEPTH_MAX): unknown => {
  if (typeof value === 'string') return name === null ? maskText(value) : maskNamed(name, value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map((item) => maskJson(item, name, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [maskText(key), maskJson(inner, key, depth - 1)]),
  );
};

/** Masks a text together with its name, because a password is only recognised by its name. */
const maskNamed = (name: string, text: string): string => {
  const head = `${name}: `;
  return maskText(`${head}${text}`).slice(head.length);
};

/** Converts metadata to masked JSON. Null and undefined are returned as they are. */
export const parseMetadata = (given: Metadata | null | undefined): Checked<string | null | undefined> => {
  if (given == null) return ok(given);
  const json = jsonOf(given);
  if (json === null || json.length > 4 * LIMITS.metadataCharsMax) return tooMuch(json);
  const masked = JSON.stringify(maskJson(JSON.parse(json)));
  return masked.length > LIMITS.metadataCharsMax ? tooMuch(masked) : ok(masked);
};

const tooMuch = (json: string | null) =>
  invalid(
    json === null
      ? 'The metadata cannot be written as JSON: they nest too deep, or contain themselves or a BigInt.'
      : `The metadata are ${grouped(json.length)} characters of JSON; the limit is ${grouped(LIMITS.metadataCharsMax)}.`,
  );

export const shownMetadata = (json: string | null): Metadata | null =>
  json === null ? null : ({ ...Object(parseJson(json)) } as const);
