/** Which of two values stands, everywhere on the device. The server has its own, which knows no content. [SY-M1, SY-M3] */
import { type EntityId, entityKind, type Hlc } from '@cairn/schema';

interface Stamp {
  readonly hlc: Hlc;
  readonly kg: number;
}

interface Stamped {
  readonly entity: EntityId;
  readonly facet: string;
  readonly hlc: Hlc;
}

/** SY-M1: of two values of one facet, the one with the larger (HLC, key generation). Equal ones do not beat each other. */
export const isNewer = (a: Stamp, b: Stamp): boolean => a.hlc > b.hlc || (a.hlc === b.hlc && a.kg > b.kg);

/**
 * SY-M3: whether the tombstone `gone` erases a value of its entity. On `k_` it erases what is stamped at or below it, so that a
 * key learnt again lives. On everything else it erases all, for ever.
 */
export const erases = (gone: Pick<Stamped, 'hlc'>, { entity, facet, hlc }: Stamped): boolean =>
  facet !== 'gone' && (entityKind(entity) !== 'keyed' || hlc <= gone.hlc);
