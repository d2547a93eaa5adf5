/**
 * Checks whether a readable vault can take a payload. It must be JSON that Postgres can store, with the shape of its facet if this
 * program knows the facet. An unknown facet or version (of a newer device) only has to be JSON. [SY-S5]
 */
import {
  type EntityKind,
  entityKind,
  FACET_VERSION,
  facetName,
  LIMITS,
  orElse,
  parseFacet,
  type WireItem,
} from '@cairn/schema';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Parses a payload. Undefined if it is not JSON in UTF-8. */
const readPayload = (payload: string): unknown =>
  orElse((): unknown => JSON.parse(decoder.decode(Buffer.from(payload, 'base64url'))), undefined);

/** Checks that Postgres can store a value. It stores no NUL and no unpaired surrogate, and limits the depth of nesting. */
const isStorable = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= LIMITS.readableDepthMax) return false;
  return Object.entries(value).every(([key, one]) => isStorable(key) && isStorable(one, depth + 1));
};

const KNOWN_FACETS: Readonly<Record<EntityKind, ReadonlySet<string>>> = {
  memory: new Set(['body', 'link', 'flags', 'tags', 'gone']),
  keyed: new Set(['body', 'link', 'flags', 'tags', 'gone']),
  profile: new Set(['field.', 'item.', 'gone']),
  schedule: new Set(['def', 'runner', 'state', 'gone']),
};

export const isReadablePayload = ({ entity, facet, v, payload }: WireItem): boolean => {
  const value = readPayload(payload);
  if (value === undefined || !isStorable(value)) return false;
  const kind = entityKind(entity);
  const isKnown = v === FACET_VERSION && KNOWN_FACETS[kind].has(facetName(facet));
  return !isKnown || parseFacet(kind, facet, v, value) !== null;
};
