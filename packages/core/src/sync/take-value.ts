/** The JSON of a register's value → a value that this program takes, or why not. [SY-M6, TR-6] */
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

/** Goes up when a limit gets smaller: what is stored is then asked once more. */
export const LIMITS_ASKED = 1;

/** `unknown` and `out_of_range` heal with an upgrade, `broken` never. */
export type RefusedValue = 'unknown' | 'out_of_range' | 'broken';

export const takeValue = (
  kind: EntityKind,
  facet: string,
  v: number,
  json: string,
): Result<FacetValue, RefusedValue> => {
  const taken = readValue(kind, facet, v, json);
  // A body that is no JSON may be a line that changed bytes of a readable vault, and is asked for again. [TR-7]
  if (taken.ok || facet !== 'gone' || taken.error === 'broken') return taken;
  return bareTombstone(kind, v) ?? taken;
};

/** A member sealed it, and the server has erased what it beats, whatever stands in it. [TR-31] */
const bareTombstone = (kind: EntityKind, v: number): Result<FacetValue, never> | null => {
  const value = parseFacet(kind, 'gone', v, { hash: null });
  return value === null ? null : ok(value);
};

const readValue = (
  kind: EntityKind,
  facet: string,
  v: number,
  json: string,
): Result<FacetValue, RefusedValue> => {
  const parsed = parseJson(json);
  if (parsed === undefined) return err('broken');
  const value = parseFacet(kind, facet, v, parsed);
  if (value === null || !isWhole(parsed, value.value)) return err('unknown');
  return isWithinLimits(value) ? ok(value) : err('out_of_range');
};

/** As it was taken once, perhaps by a program that knew fewer limits, or more fields, which stay in the JSON. */
export const takeStored = (
  kind: EntityKind,
  facet: string,
  json: string,
): Result<FacetValue, RefusedValue> => {
  const parsed = parseJson(json);
  if (parsed === undefined) return err('broken');
  const value = parseFacet(kind, facet, FACET_VERSION, parsed);
  if (value === null) return err('unknown');
  return isWithinLimits(value) ? ok(value) : err('out_of_range');
};
