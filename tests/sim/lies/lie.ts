/** The type of a lie: a change of one answer by a server that has all ciphertext and no key. */
import type { TransportError } from '@cairn/core';
import type { SeededRandom } from '@cairn/core/testing';
import {
  err,
  type KeyringResponse,
  type PulledItem,
  type PullResponse,
  type PushResponse,
  type Result,
  type WireItem,
} from '@cairn/schema';

export const LIES = [
  'withhold',
  'replay',
  'roll back',
  'reorder',
  'duplicate',
  'cut',
  're-date',
  'cross',
  'gone',
  'sweep',
  'future',
  'past',
  'garbage',
  'slow',
  'two heads',
  'throw away',
  'keyring',
  'refuse',
  'endless',
  'numbers',
] as const;
/** Lies for stories, never drawn. They answer every request while they last. */
export const TOLD_LIES = ['circles'] as const;
export type Lie = (typeof LIES)[number] | (typeof TOLD_LIES)[number];

export type Answer<T> = Result<T, TransportError>;

/** Messages that the server has received and sent. It may repeat any of them. */
export interface Heard {
  readonly pages: PullResponse[];
  readonly settled: PushResponse[];
  readonly rings: KeyringResponse[];
  readonly pushed: WireItem[];
}

export interface Telling {
  readonly random: SeededRandom;
  readonly nowMs: number;
  readonly heard: Heard;
  /** Notes an item that no member has sealed, and gives it a sequence that no true item has. */
  readonly invent: (item: WireItem) => PulledItem;
}

export type PageLie = (page: PullResponse, tell: Telling) => Answer<PullResponse>;
/** A lie about a push. `pass` sends it to the true server. */
export type PushLie = (
  items: readonly WireItem[],
  pass: () => Promise<Answer<PushResponse>>,
  tell: Telling,
) => Promise<Answer<PushResponse>>;
export type RingLie = (ring: KeyringResponse, tell: Telling) => Answer<KeyringResponse>;

export const refusal = (
  kind: TransportError['kind'],
): { readonly ok: false; readonly error: TransportError } =>
  err({ kind, message: 'The server says so.', retryAfterMs: null });

/** Refusals. Some end by themselves, others only when a person asks again. */
const REFUSALS: readonly TransportError['kind'][] = [
  'unavailable',
  'internal',
  'conflict',
  'malformed',
  'too_large',
  'rate_limited',
  'unauthorized',
  'epoch_changed',
  'push_gap',
  'device_revoked',
  'not_found',
  'protocol_too_old',
];
export const anyRefusal = ({ random }: Telling) => refusal(random.pick(REFUSALS));

const HOUR = 3_600_000;
/** Returns a time ahead of now: by a little, by a day, or by more than any clock error. */
export const anyFutureMs = ({ random, nowMs }: Telling): number =>
  nowMs + random.pick([HOUR / 6, 3 * HOUR, 30 * HOUR, 40 * 24 * HOUR, 50 * 365 * 24 * HOUR]);

/** Returns a time an hour ago, a month ago, or long before the vault existed. */
export const anyPastMs = ({ random, nowMs }: Telling): number =>
  Math.max(1, nowMs - random.pick([HOUR, 30 * 24 * HOUR, 50 * 365 * 24 * HOUR]));

export const shuffled = <T>(list: readonly T[], random: SeededRandom): T[] => {
  const out = [...list];
  for (let at = out.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    const [a, b] = [out[at], out[other]];
    if (a !== undefined && b !== undefined) [out[at], out[other]] = [b, a];
  }
  return out;
};

export const hexOf = (random: SeededRandom, bytes: number): string =>
  Buffer.from(random.bytes(bytes)).toString('hex');
