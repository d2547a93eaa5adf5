/** The log's view of a register, and which of two values wins. The server orders registers; it never reads them. */
import { compareHlc, type EntityId, entityKind, type Hlc } from '@cairn/schema';

export const GONE = 'gone';

/** A register that is stored, without its payload: all that a decision needs. */
export interface PresentRegister {
  readonly entity: EntityId;
  readonly facet: string;
  readonly seq: number;
  readonly hlc: Hlc;
  readonly kg: number;
}

/** A register as it is written. `payload` is base64url without padding. */
export interface LogRegister extends PresentRegister {
  readonly v: number;
  readonly payload: string;
}

export const isTombstone = (register: { readonly facet: string }): boolean => register.facet === GONE;

/** SY-M3: on these kinds a tombstone wins whatever the clocks, and stays. */
const isSticky = (entity: EntityId): boolean => entityKind(entity) !== 'keyed';

type Stamped = { readonly hlc: Hlc; readonly kg: number };

/** SY-M1: negative, zero or positive, by (HLC, key generation). Zero means the same value. */
export const compareStamps = (a: Stamped, b: Stamped): number => compareHlc(a.hlc, b.hlc) || a.kg - b.kg;

/** SY-M3: whether a tombstone of the same entity erases a register that is not itself a tombstone. */
export const isBeaten = (
  register: { readonly entity: EntityId; readonly hlc: Hlc },
  tombstone: { readonly hlc: Hlc },
): boolean => isSticky(register.entity) || compareHlc(register.hlc, tombstone.hlc) <= 0;

type Name = { readonly entity: string; readonly facet: string };

/** One key for a register in a map; a facet never holds a NUL. */
export const registerKey = (register: Name): string => `${register.entity}\0${register.facet}`;
