/**
 * Validates each item of a push alone, so a bad item blocks no other. [SY-U5] `readItem` checks the shape before the vault is locked.
 * `refusalOf` makes a few comparisons with the vault and the time under the lock.
 */
import { hlcMs, isWireItem, LIMITS, type RawItem, type Verdict, type WireItem } from '@cairn/schema';
import { isReadablePayload } from './readable-payload.ts';
import { registerKey } from './register.ts';

export interface GenerationSpan {
  readonly kg: number;
  /** Unix time in milliseconds. Null for the present generation; 0, before every stamp, once a later generation is complete. */
  readonly endedAt: number | null;
}

/** `key`: the `registerKey` of the item. */
export type ReadItem =
  | { readonly kind: 'valid'; readonly item: WireItem; readonly key: string }
  | { readonly kind: 'refused'; readonly item: RawItem; readonly verdict: Verdict };

const PAYLOAD_CHARS_MAX = Math.ceil((LIMITS.payloadBytesMax * 4) / 3);

const isTooBig = (raw: object): boolean =>
  'payload' in raw && typeof raw.payload === 'string' && raw.payload.length > PAYLOAD_CHARS_MAX;

/** Whether base64url has a possible length. `isWireItem` checks its characters. */
const isStorable = ({ payload }: WireItem): boolean => payload.length % 4 !== 1;

/** The generation of readable vaults. Sealed ones never have it. [SY-S1] */
const READABLE_KG = 0;

/** Checks the shape. Refuses with `too_big` (SY-D3) or `malformed` (SY-S5: also a payload that a readable vault cannot take). */
export const readItem = (raw: RawItem): ReadItem => {
  if (isTooBig(raw)) return { kind: 'refused', item: raw, verdict: 'too_big' };
  return isWireItem(raw) && isStorable(raw) && (raw.kg !== READABLE_KG || isReadablePayload(raw))
    ? { kind: 'valid', item: raw, key: registerKey(raw) }
    : { kind: 'refused', item: raw, verdict: 'malformed' };
};

/**
 * Returns null if the item may be stored. Refuses with `old_key` (SY-S6, TR-4) a stamp after the end of the item's generation, and a
 * generation newer than all on this server. In the second case the server was restored, and the device sends the generation again.
 * Refuses with `malformed` a generation of another kind of vault, and with `clock_ahead` (SY-C3) a stamp more than two minutes after
 * `nowMs`.
 */
export const refusalOf = (
  read: ReadItem,
  generations: ReadonlyMap<number, GenerationSpan>,
  nowMs: number,
): Verdict | null => {
  if (read.kind === 'refused') return read.verdict;
  const generation = generations.get(read.item.kg);
  if (generation === undefined) return isToCome(read.item.kg, generations) ? 'old_key' : 'malformed';
  const stampedAtMs = hlcMs(read.item.hlc);
  if (stampedAtMs > nowMs + LIMITS.clockAheadMsMax) return 'clock_ahead';
  return generation.endedAt !== null && stampedAtMs > generation.endedAt ? 'old_key' : null;
};

/** Whether a generation is newer than all on this server. A readable vault has only one generation. [SY-S1] */
const isToCome = (kg: number, generations: ReadonlyMap<number, GenerationSpan>): boolean =>
  !generations.has(READABLE_KG) && kg > Math.max(...generations.keys());
