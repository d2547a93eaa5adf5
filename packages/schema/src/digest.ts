/**
 * Digests, with which a device and its server compare their registers without sending them. [SY-E5]
 *
 * Registers are ordered by the bytes of (entity, facet). The digest of a range is the SHA-256 over the lines of its registers, cut to 16
 * bytes. It does not include sequences or key generations, in which the device and the server may differ. Equal stamps mean equal
 * values, so a line has the stamp and no value.
 */
import type { Hlc } from './hlc.ts';
import type { EntityId } from './ids.ts';

/** Returns a register's line. The length of the facet comes before it, so that different lists of registers give different text. */
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

/** Returns whether `a` comes before `b` by the UTF-8 bytes of (entity, facet), as both databases order them. */
export const isNameBefore = (a: Name, b: Name): boolean =>
  a.entity === b.entity ? isTextBefore(a.facet, b.facet) : a.entity < b.entity;

const isTextBefore = (a: string, b: string): boolean => {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === a.length || at === b.length) return a.length < b.length;
  return rankOf(a.charCodeAt(at)) < rankOf(b.charCodeAt(at));
};

/** A surrogate is part of a character above U+FFFF, so it sorts after all other units. */
const rankOf = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10_000 : unit);

/** Hex characters of a digest: 16 bytes. */
export const DIGEST_CHARS = 32;
