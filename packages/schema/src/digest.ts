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

interface Name {
  readonly entity: string;
  readonly facet: string;
}

/** Whether `a` stands before `b` by (entity, facet) as bytes of UTF-8, as both databases order them. */
export const isNameBefore = (a: Name, b: Name): boolean =>
  a.entity === b.entity ? isTextBefore(a.facet, b.facet) : a.entity < b.entity;

const isTextBefore = (a: string, b: string): boolean => {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === a.length || at === b.length) return a.length < b.length;
  return rankOf(a.charCodeAt(at)) < rankOf(b.charCodeAt(at));
};

/** A surrogate stands for a character above U+FFFF, so it comes after every other unit. */
const rankOf = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10_000 : unit);

/** Hex characters of a digest: 16 bytes. */
export const DIGEST_CHARS = 32;
