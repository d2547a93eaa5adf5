/** Registers in the store: present values, earlier values, and how they are sealed. */
import type { DeviceId, EntityId, Hlc, Register } from '@cairn/schema';
import type { FacetKey, SealedQuery } from './meta-values.ts';
import type { ConfirmedKey, OutboxKey } from './outbox-store.ts';
import type { IllRegister } from './set-aside.ts';

/** A register with its sequence on the server. */
export type StoredRegister = Register & { readonly seq: number | null };

export interface Revision {
  readonly entity: EntityId;
  readonly register: Register;
  readonly replacedAt: number;
  /** Set when the register came from another device. Absent: it was written here. [TR-4] */
  readonly isTaken?: true;
}

/** SY-E5: a register as a digest counts it: the present one, or the quarantined one if its stamp is larger. */
export interface HeldRegister extends OutboxKey {
  readonly seq: number | null;
  /** Whether it is in the outbox under this stamp. */
  readonly waiting: boolean;
  /** The verdict that made it a dead letter; null if it is none. */
  readonly refused: string | null;
  /** The reason for its quarantine; null if it is not quarantined. */
  readonly unread: string | null;
}

export interface HeldQuery {
  /** Exclusive. An empty facet is below every facet of the entity. */
  readonly after: { readonly entity: string; readonly facet: string };
  /** Entity, exclusive; null: to the end. */
  readonly to: string | null;
  /** Leaves out tombstones with a sequence at or below it. */
  readonly above: number;
}

export interface RegisterChanges {
  readonly eraseRegisters?: readonly FacetKey[];
  /** Upserts by (entity, facet). */
  readonly registers?: readonly StoredRegister[];
  /** Set when `registers` came from another device. Absent: they were written here. [TR-4] */
  readonly isTaken?: true;
  /** A revision that exists already (same entity, facet and stamp) stays, but is published again. */
  readonly revisions?: readonly Revision[];
  /** Revisions that get another stamp. Unknown ones are ignored. [SY-C3, SY-E3] */
  readonly revisionsMoved?: readonly (OutboxKey & { readonly to: Hlc })[];
  /** Entities whose body revisions were published. [RL-42] */
  readonly told?: readonly EntityId[];
  /** Registers to mark as confirmed if they still have that stamp, quarantined ones too. */
  readonly confirmed?: readonly ConfirmedKey[];
  /** Key generations of sealed registers, noted if the registers still have that stamp. */
  readonly sealed?: readonly (OutboxKey & { readonly kg: number })[];
}

export interface IllPage {
  readonly ill: readonly IllRegister[];
  readonly next: FacetKey | null;
}

export interface RegisterReads {
  /** Returns all present registers of these entities. */
  registersOf(entities: readonly EntityId[]): Promise<readonly StoredRegister[]>;
  /** Pages through all registers in (entity, facet) order, for enqueueing and digests. */
  registersAfter(after: FacetKey | null, limit: number): Promise<readonly StoredRegister[]>;
  /** Returns registers of handovers: first those that name the device, then the others, oldest stamps first. [SE-6] */
  handovers(device: DeviceId, limit: number): Promise<readonly StoredRegister[]>;
  registersCount(): Promise<number>;
  /** Returns registers in (entity, facet) order. [TR-4] */
  sealedBelow(which: SealedQuery, limit: number): Promise<readonly StoredRegister[]>;
  sealedBelowCount(kg: number): Promise<number>;
  /**
   * Checks the next `limit` registers, and returns those with an invalid value, which no other call returns. `next`: where to continue,
   * null at the end. [TR-6]
   */
  illRegisters(after: FacetKey | null, limit: number): Promise<IllPage>;
  revisionsOf(ids: readonly EntityId[]): Promise<readonly Revision[]>;
  /** Returns entities with body revisions that were not published. [RL-42] */
  untold(limit: number): Promise<readonly EntityId[]>;
}

export interface RegisterQueries extends Pick<RegisterReads, 'registersOf' | 'revisionsOf'> {
  /** Returns registers in byte order of (entity, facet). [SY-E5] */
  held(query: HeldQuery, limit: number): Promise<readonly HeldRegister[]>;
}
