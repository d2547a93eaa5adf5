/** One item of a push, judged alone, so that a bad one blocks no other. [SY-U5] */
import { hlcMs, LIMITS, type Verdict, type WireItem, wireItem } from '@cairn/schema';

export interface GenerationSpan {
  readonly kg: number;
  /** Milliseconds; null while it is the present one. */
  readonly endedAt: number | null;
}

export type JudgedItem =
  | { readonly kind: 'valid'; readonly item: WireItem }
  | { readonly kind: 'refused'; readonly verdict: Verdict };

const PAYLOAD_CHARS_MAX = Math.ceil((LIMITS.payloadBytesMax * 4) / 3);

const refused = (verdict: Verdict): JudgedItem => ({ kind: 'refused', verdict });

const isTooBig = (raw: object): boolean =>
  'payload' in raw && typeof raw.payload === 'string' && raw.payload.length > PAYLOAD_CHARS_MAX;

/** Text that every database keeps byte for byte, and base64url that decodes. */
const isStorable = (item: WireItem): boolean =>
  !item.facet.includes('\0') && item.facet.isWellFormed() && item.payload.length % 4 !== 1;

/**
 * Refuses with `too_big` (SY-D3), `malformed`, `old_key` (SY-S6: only what was stamped after its generation ended) or
 * `clock_ahead` (SY-C3: more than two minutes ahead of `nowMs`).
 */
export const judgeItem = (
  raw: object,
  generations: ReadonlyMap<number, GenerationSpan>,
  nowMs: number,
): JudgedItem => {
  if (isTooBig(raw)) return refused('too_big');
  const parsed = wireItem.safeParse(raw);
  if (!parsed.success || !isStorable(parsed.data)) return refused('malformed');
  const item = parsed.data;
  const generation = generations.get(item.kg);
  if (generation === undefined) return refused('malformed');
  const stampedAtMs = hlcMs(item.hlc);
  if (stampedAtMs > nowMs + LIMITS.clockAheadMsMax) return refused('clock_ahead');
  if (generation.endedAt !== null && stampedAtMs > generation.endedAt) return refused('old_key');
  return { kind: 'valid', item };
};
