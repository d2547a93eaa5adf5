/** Parses the JSON of a register's value, or returns why this program refuses it. [SY-M6, TR-6] */
import {
  type EntityKind,
  err,
  FACET_VERSION,
  type FacetValue,
  isWhole,
  isWithinLimits,
  ok,
  parseFacet,
  parseJson,
  type Result,
} from '@cairn/schema';

/** The version of the limits. It rises when a limit gets smaller, so that stored registers are checked again. */
export const LIMITS_ASKED = 1;

/** `unknown` and `out_of_range` heal with an upgrade, `broken` never. */
export type RefusedValue = 'unknown' | 'out_of_range' | 'broken';

export const takeValue = (
  kind: EntityKind,
  facet: string,
  v: number,
  json: string,
): Result<FacetValue, RefusedValue> => {
  const taken = readValue(kind, facet, v, json, isWhole);
  // A tombstone that is not JSON may come from a damaged connection of a readable vault, and is requested again. [TR-7]
  if (taken.ok || facet !== 'gone' || taken.error === 'broken') return taken;
  // A member sealed the tombstone, and the server has erased the registers that it beats, so its value does not
  // matter. [TR-31]
  const bare = parseFacet(kind, 'gone', v, { hash: null });
  return bare === null ? taken : ok(bare);
};

const readValue = (
  kind: EntityKind,
  facet: string,
  v: number,
  json: string,
  isKnown: (parsed: unknown, value: FacetValue['value']) => boolean,
): Result<FacetValue, RefusedValue> => {
  const parsed = parseJson(json);
  if (parsed === undefined) return err('broken');
  const value = parseFacet(kind, facet, v, parsed);
  if (value === null || !isKnown(parsed, value.value)) return err('unknown');
  return isWithinLimits(value) ? ok(value) : err('out_of_range');
};

/** Parses a stored value. Its program may have had fewer limits, or more fields. Unknown fields stay in the JSON. */
export const takeStored = (kind: EntityKind, facet: string, json: string): Result<FacetValue, RefusedValue> =>
  readValue(kind, facet, FACET_VERSION, json, () => true);
