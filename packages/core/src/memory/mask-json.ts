/** Values that programs keep with a session, a message or a document: masked, and as JSON. [G-1] */
import {
  type CairnError,
  cairnError,
  err,
  LIMITS,
  type Metadata,
  ok,
  parseJson,
  type Result,
} from '@cairn/schema';
import { maskText } from './mask.ts';

/** Null where JSON has no form for it, and where some 5,000 levels are too many for the stack. */
export const jsonOf = (value: unknown): string | null => {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
};

/** A value that nests deeper is left out: no tool says anything there. */
const DEPTH_MAX = 32;

/**
 * The guard for values that tools take and give: it masks every text in them, and values whose name makes them secrets. [G-1]
 * A copy of a value of JSON, with every string as long as it was.
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

/** A password is known as one by the name beside it. */
const maskNamed = (name: string, text: string): string => {
  const head = `${name}: `;
  return maskText(`${head}${text}`).slice(head.length);
};

/** Undefined: nothing was said of it. */
export const parseMetadata = (
  given: Metadata | null | undefined,
): Result<string | null | undefined, CairnError> => {
  if (given == null) return ok(given);
  const json = jsonOf(given);
  if (json === null || json.length > 4 * LIMITS.metadataCharsMax) return err(tooMuch(json));
  const masked = JSON.stringify(maskJson(JSON.parse(json)));
  return masked.length > LIMITS.metadataCharsMax ? err(tooMuch(masked)) : ok(masked);
};

const tooMuch = (json: string | null): CairnError =>
  cairnError(
    'invalid_input',
    json === null
      ? 'The metadata cannot be written as JSON: they nest too deep, or hold themselves or a BigInt.'
      : `The metadata are ${json.length.toLocaleString('en-US')} characters of JSON; the limit is ${LIMITS.metadataCharsMax.toLocaleString('en-US')}.`,
  );

export const shownMetadata = (json: string | null): Metadata | null =>
  json === null ? null : ({ ...Object(parseJson(json)) } as const);
