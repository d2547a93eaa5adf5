/** The log's view of a register, and the comparison of two values. The server orders registers and never reads them. */
import { compareHlc, type EntityId, entityKind, type Hlc } from '@cairn/schema';

export const GONE = 'gone';

/** A stored register without its payload, which a decision does not need. */
export interface PresentRegister {
  readonly entity: EntityId;
  readonly facet: string;
  readonly seq: number;
  readonly hlc: Hlc;
  readonly kg: number;
}

/** A register to write. `payload` is base64url without padding. */
export interface LogRegister extends PresentRegister {
  readonly v: number;
  readonly payload: string;
}

export const isTombstone = (register: { readonly facet: string }): boolean => register.facet === GONE;

/** Returns true for kinds whose tombstone always wins and stays. [SY-M3] */
const isSticky = (entity: EntityId): boolean => entityKind(entity) !== 'keyed';

type Stamped = { readonly hlc: Hlc; readonly kg: number };

/** Compares by (HLC, key generation): negative, zero or positive. Zero means the same value. [SY-M1] */
export const compareStamps = (a: Stamped, b: Stamped): number => compareHlc(a.hlc, b.hlc) || a.kg - b.kg;

/** Returns whether a tombstone of the same entity erases a register that is no tombstone. [SY-M3] */
export const isBeaten = (
  register: { readonly entity: EntityId; readonly hlc: Hlc },
  tombstone: { readonly hlc: Hlc },
): boolean => isSticky(register.entity) || compareHlc(register.hlc, tombstone.hlc) <= 0;

type Name = { readonly entity: string; readonly facet: string };

/** Returns a map key for a register. A facet never contains NUL. */
export const registerKey = (register: Name): string => `${register.entity}\0${register.facet}`;
