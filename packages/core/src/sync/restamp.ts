/**
 * Plans new stamps after the server reported that this device's clock is ahead. No other device has seen the refused stamps, so they
 * can be taken back. [SY-C3]
 */
import { type Hlc, hlcMs, hlcNext, maxHlc } from '@cairn/schema';
import type { OutboxKey } from '../ports/store.ts';

export interface Restamped extends OutboxKey {
  readonly to: Hlc;
}

/**
 * Plans the new stamps. `outbox`: everything unpublished, in stamp order. `published`: the highest stamp that was
 * published or applied. `nowMs`: the time to stamp with. Stamps up to `nowMs` stay, because they may be older than this
 * vault. The others get stamps in the same order, above all that stay. `clock`: the highest stamp that is left.
 */
export const planRestamp = (input: {
  readonly outbox: readonly OutboxKey[];
  readonly published: Hlc;
  readonly nowMs: number;
  readonly node: string;
}) => {
  let clock = input.published;
  const moved: Restamped[] = [];
  for (const entry of input.outbox) {
    if (hlcMs(entry.hlc) <= input.nowMs) {
      clock = maxHlc(clock, entry.hlc);
      continue;
    }
    clock = hlcNext(clock, input.nowMs, input.node);
    moved.push({ ...entry, to: clock });
  }
  return { clock, moved };
};
