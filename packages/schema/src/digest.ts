/**
 * Digests: how a device and its server find out that they hold the same registers without sending them. [SY-E5]
 *
 * Registers are put in order by (entity, facet), as bytes; the digest of a range is the SHA-256 over the lines of its
 * registers, cut to 16 bytes. It does not depend on the order of arrival, nor on sequences or key generations, in which the
 * two may rightly differ: one stamp is one value.
 */
import type { Hlc } from './hlc.ts';
import type { EntityId } from './ids.ts';

/** `facet` last and with its length in bytes, so that no two lists of registers read the same. */
export const digestLine = (register: {
  readonly entity: EntityId;
  readonly facet: string;
  readonly hlc: Hlc;
}): string => `${register.entity} ${register.hlc} ${facetBytes(register.facet)} ${register.facet}\n`;

const ASCII = /^[\x20-\x7e]*$/;
const facetBytes = (facet: string): number =>
  ASCII.test(facet) ? facet.length : new TextEncoder().encode(facet).length;

/** Hex characters of a digest: 16 bytes. */
export const DIGEST_CHARS = 32;
