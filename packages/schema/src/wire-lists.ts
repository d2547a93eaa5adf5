/**
 * The wire's long lists, checked by hand, because zod's check of a page of 2,000 items takes longer than opening them. Each check is
 * equivalent to its schema in `sync-protocol`, which stays the contract. A test compares them.
 */
import * as z from 'zod';
import { isHlc } from './hlc.ts';
import { isEntityId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { isRecord } from './parse-json.ts';
import { isKeepable } from './plain-text.ts';
import {
  type PulledItem,
  pullResponse,
  pushRequest,
  pushResponse,
  VERDICTS,
  type VerdictItem,
  type WireItem,
} from './sync-protocol.ts';

/** An item of a push before validation: an object that names an entity and a facet. */
export type RawItem = { readonly entity: string; readonly facet: string };

export const isWireItem = (value: unknown): value is WireItem =>
  isRecord(value) && hasWireFields(value) && Object.keys(value).length === WIRE_FIELDS;

export const isPulledItem = (value: unknown): value is PulledItem =>
  isRecord(value) &&
  hasWireFields(value) &&
  isIntegerIn(value.seq, 0, Number.MAX_SAFE_INTEGER) &&
  Object.keys(value).length === WIRE_FIELDS + 1;

export const isVerdictItem = (value: unknown): value is VerdictItem =>
  isRecord(value) &&
  typeof value.entity === 'string' &&
  typeof value.facet === 'string' &&
  VERDICT_SET.has(value.verdict) &&
  (value.seq === null || isIntegerIn(value.seq, 0, Number.MAX_SAFE_INTEGER)) &&
  (value.hlc === null || (typeof value.hlc === 'string' && isHlc(value.hlc)));

const isRawItem = (value: unknown): value is RawItem =>
  isRecord(value) &&
  typeof value.entity === 'string' &&
  value.entity.length <= 64 &&
  typeof value.facet === 'string' &&
  value.facet.length <= 256;

const WIRE_FIELDS = 6;
const PAYLOAD_CHARS_MAX = Math.ceil((LIMITS.payloadBytesMax * 4) / 3);
const BASE64URL = /^[A-Za-z0-9_-]*$/;

const hasWireFields = ({ entity, facet, hlc, v, kg, payload }: Readonly<Record<string, unknown>>): boolean =>
  typeof entity === 'string' &&
  isEntityId(entity) &&
  typeof facet === 'string' &&
  isFacetName(facet) &&
  typeof hlc === 'string' &&
  isHlc(hlc) &&
  isIntegerIn(v, 1, 32_767) &&
  isIntegerIn(kg, 0, 1_000_000) &&
  typeof payload === 'string' &&
  payload.length <= PAYLOAD_CHARS_MAX &&
  BASE64URL.test(payload);

const encoder = new TextEncoder();

/** A UTF-16 unit is at most 3 bytes of UTF-8, so short names need not be encoded. */
const isFacetName = (text: string): boolean =>
  text !== '' &&
  isKeepable(text) &&
  (text.length * 3 <= LIMITS.facetBytesMax || encoder.encode(text).length <= LIMITS.facetBytesMax);

const isIntegerIn = (value: unknown, min: number, max: number): boolean =>
  Number.isSafeInteger(value) && typeof value === 'number' && value >= min && value <= max;

const VERDICT_SET: ReadonlySet<unknown> = new Set(VERDICTS);

const listOf = <T>(isItem: (value: unknown) => value is T, min = 0, max = Number.MAX_SAFE_INTEGER) =>
  z.custom<T[]>(
    (value) =>
      Array.isArray(value) && value.length >= min && value.length <= max && value.every((one) => isItem(one)),
    'not a list of such items',
  );

/** These schemas accept the same values as `pushRequest`, `pushResponse` and `pullResponse`. */
export const quickPushRequest = pushRequest.extend({ items: listOf(isRawItem, 1, LIMITS.batchItemsMax) });
export const quickPushResponse = pushResponse.extend({ verdicts: listOf(isVerdictItem) });
export const quickPullResponse = pullResponse.extend({ items: listOf(isPulledItem) });
