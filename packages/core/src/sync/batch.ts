/**
 * The content of one push: at most 500 items and 1 MiB of exact body, in stamp order, because a register that depends on
 * another (a link on its target, a tombstone on what it beats) was stamped later. [SY-U2]
 */
import { type Hlc, LIMITS, type WireRegister } from '@cairn/schema';
import type { OutboxKey } from '../ports/store.ts';

export interface BatchHead {
  readonly epoch: string;
  readonly anchor: string;
  readonly pushNo: number;
}

export interface BatchPlan {
  /** The exact body. */
  readonly bytes: Uint8Array;
  readonly items: readonly OutboxKey[];
  /** Larger than a whole batch on their own: they could never be sent. [SY-U5] */
  readonly oversized: readonly OutboxKey[];
}

const encoder = new TextEncoder();

/** Takes from the front while it fits; null when nothing does. `itemsMax` is 500 or, after a refusal, less. */
export const planBatch = (
  head: BatchHead,
  items: readonly WireRegister[],
  itemsMax: number = LIMITS.batchItemsMax,
): BatchPlan => {
  const opening = `{"epoch":${JSON.stringify(head.epoch)},"anchor":${JSON.stringify(head.anchor)},"pushNo":${head.pushNo},"items":[`;
  const room = LIMITS.batchBytesMax - encoder.encode(opening).length - CLOSING.length;
  const taken: string[] = [];
  const keys: OutboxKey[] = [];
  const oversized: OutboxKey[] = [];
  let used = 0;
  for (const item of items) {
    const text = JSON.stringify(wireFieldsOf(item));
    // All but the facet is ASCII.
    const bytes = text.length - item.facet.length + encoder.encode(item.facet).length + 1;
    if (bytes > room) oversized.push(keyOf(item));
    else if (taken.length === itemsMax || used + bytes > room) break;
    else {
      used += bytes;
      taken.push(text);
      keys.push(keyOf(item));
    }
  }
  return { bytes: encoder.encode(`${opening}${taken.join(',')}${CLOSING}`), items: keys, oversized };
};

const CLOSING = ']}';

/** Only what the wire knows: nothing local may slip into a body. [SY-D4] */
const wireFieldsOf = ({ entity, facet, hlc, v, kg, payload }: WireRegister): WireRegister => ({
  entity,
  facet,
  hlc,
  v,
  kg,
  payload,
});

const keyOf = ({
  entity,
  facet,
  hlc,
}: {
  entity: WireRegister['entity'];
  facet: string;
  hlc: Hlc;
}): OutboxKey => ({
  entity,
  facet,
  hlc,
});
