/**
 * One item of a push, judged alone, so that a bad one blocks no other. [SY-U5] Its shape is read before the vault is locked;
 * what depends on the vault and the time is a few comparisons under the lock.
 */
import { hlcMs, isWireItem, LIMITS, type RawItem, type Verdict, type WireItem } from '@cairn/schema';
import { isReadablePayload } from './readable-payload.ts';
import { registerKey } from './register.ts';

export interface GenerationSpan {
  readonly kg: number;
  /** Milliseconds; null while it is the present one, 0 once a later one is complete. */
  readonly endedAt: number | null;
}

/** `key`: the `registerKey` of the item. */
export type ReadItem =
  | { readonly kind: 'valid'; readonly item: WireItem; readonly key: string }
  | { readonly kind: 'refused'; readonly item: RawItem; readonly verdict: Verdict };

const PAYLOAD_CHARS_MAX = Math.ceil((LIMITS.payloadBytesMax * 4) / 3);

const isTooBig = (raw: object): boolean =>
  'payload' in raw && typeof raw.payload === 'string' && raw.payload.length > PAYLOAD_CHARS_MAX;

/** Base64url that decodes. */
const isStorable = ({ payload }: WireItem): boolean => payload.length % 4 !== 1;

/** SY-S1: the generation of readable vaults, which sealed ones never have. */
const READABLE_KG = 0;

/** Refuses with `too_big` (SY-D3) or `malformed` (SY-S5: also what a readable vault could not be read with). */
export const readItem = (raw: RawItem): ReadItem => {
  if (isTooBig(raw)) return { kind: 'refused', item: raw, verdict: 'too_big' };
  return isWireItem(raw) && isStorable(raw) && (raw.kg !== READABLE_KG || isReadablePayload(raw))
    ? { kind: 'valid', item: raw, key: registerKey(raw) }
    : { kind: 'refused', item: raw, verdict: 'malformed' };
};

/**
 * Null when it may be stored. Refuses with `old_key` (SY-S6, TR-4: what was stamped after its generation ended, and what is sealed
 * under one that is still to come: this server was restored, and the device gives it back), `malformed` (a generation of another
 * kind of vault) or `clock_ahead` (SY-C3: more than two minutes ahead of `nowMs`).
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

/** A readable vault has one generation for ever. [SY-S1] */
const isToCome = (kg: number, generations: ReadonlyMap<number, GenerationSpan>): boolean =>
  !generations.has(READABLE_KG) && kg > Math.max(...generations.keys());
