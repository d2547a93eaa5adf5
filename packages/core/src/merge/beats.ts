/** Decides which of two values wins on a device. The server has rules of its own. [SY-M1, SY-M3] */
import { entityKind, type Hlc } from '@cairn/schema';
import type { OutboxKey } from '../ports/store.ts';

interface Stamp {
  readonly hlc: Hlc;
  readonly kg: number;
}

/**
 * SY-M1: whether `a` beats `b`, a value of the same facet: the larger (HLC, key generation) wins. Equal values do not beat each
 * other.
 */
export const isNewer = (a: Stamp, b: Stamp): boolean => a.hlc > b.hlc || (a.hlc === b.hlc && a.kg > b.kg);

/**
 * SY-M3: whether the tombstone `gone` erases a value of its entity. In a keyed memory (`k_`) it erases values stamped at or below it,
 * so a key that is learnt again lives. In every other entity it erases all values forever.
 */
export const erases = (gone: Pick<OutboxKey, 'hlc'>, { entity, facet, hlc }: OutboxKey): boolean =>
  facet !== 'gone' && (entityKind(entity) !== 'keyed' || hlc <= gone.hlc);
