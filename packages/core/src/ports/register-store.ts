/** Registers as a store has them: what stands, what stood before, and how it is sealed. */
import type { EntityId, Hlc, Register } from '@cairn/schema';
import type { FacetKey, SealedQuery } from './meta-values.ts';
import type { OutboxKey } from './outbox-store.ts';
import type { IllRegister } from './set-aside.ts';

/** A register with where it stands on the server. */
export type StoredRegister = Register & { readonly seq: number | null };

export interface Revision {
  readonly entity: EntityId;
  readonly register: Register;
  readonly replacedAt: number;
  /** It had come in from elsewhere, as the store knows of the register. Absent: it was written here. [TR-4] */
  readonly isTaken?: true;
}

/** SY-E5: a register as a digest counts it: what is present, or what is quarantined where that has the larger stamp. */
export interface HeldRegister {
  readonly entity: EntityId;
  readonly facet: string;
  readonly hlc: Hlc;
  readonly seq: number | null;
  /** In the outbox under this stamp. */
  readonly waiting: boolean;
  /** The verdict that made it a dead letter. */
  readonly refused: string | null;
  /** Why it is in quarantine. */
  readonly unread: string | null;
}

export interface HeldQuery {
  /** Exclusive; an empty facet is below every facet of the entity. */
  readonly after: { readonly entity: string; readonly facet: string };
  /** Registers of entities below it; null: to the end. */
  readonly to: string | null;
  /** Tombstones with a sequence at or below it are left out. */
  readonly above: number;
}

export interface RegisterChanges {
  readonly eraseRegisters?: readonly { readonly entity: EntityId; readonly facet: string }[];
  /** Upserts by (entity, facet). */
  readonly registers?: readonly StoredRegister[];
  /** `registers` came in from elsewhere; absent: they were written here. [TR-4] */
  readonly isTaken?: true;
  /** One that is already there (same entity, facet and stamp) stays as it is, but is to be told again. */
  readonly revisions?: readonly Revision[];
  /** The bodies among the revisions of these are told. [RL-42] */
  readonly told?: readonly EntityId[];
  /** Marks registers as confirmed, quarantined ones too, when they still have that stamp. */
  readonly confirmed?: readonly (OutboxKey & { readonly seq: number })[];
  /** Notes the generation that registers are sealed under, when they still have that stamp. */
  readonly sealed?: readonly (OutboxKey & { readonly kg: number })[];
}

export interface RegisterReads {
  /** Present registers of these entities, all facets. */
  registersOf(entities: readonly EntityId[]): Promise<readonly StoredRegister[]>;
  /** Pages through all registers in (entity, facet) order, for enqueueing and digests. */
  registersAfter(
    after: { entity: EntityId; facet: string } | null,
    limit: number,
  ): Promise<readonly StoredRegister[]>;
  registersCount(): Promise<number>;
  /** In (entity, facet) order. [TR-4] */
  sealedBelow(which: SealedQuery, limit: number): Promise<readonly StoredRegister[]>;
  sealedBelowCount(kg: number): Promise<number>;
  /**
   * Those of the next `limit` registers that cannot be taken, which no other call gives; `next`: where to go on, null at the
   * end. [TR-6]
   */
  illRegisters(
    after: FacetKey | null,
    limit: number,
  ): Promise<{ readonly ill: readonly IllRegister[]; readonly next: FacetKey | null }>;
  revisionsOf(ids: readonly EntityId[]): Promise<readonly Revision[]>;
  /** Those with a body among their revisions that the other devices were not told of. [RL-42] */
  untold(limit: number): Promise<readonly EntityId[]>;
}

export interface RegisterQueries extends Pick<RegisterReads, 'registersOf' | 'revisionsOf'> {
  /** In the order of (entity, facet) as bytes. [SY-E5] */
  held(query: HeldQuery, limit: number): Promise<readonly HeldRegister[]>;
}
