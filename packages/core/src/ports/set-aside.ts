/** Registers that a store sets aside, because the server refused them or this device cannot read them. */
import type { EntityId } from '@cairn/schema';
import type { FacetKey } from './meta-values.ts';
import type { OutboxKey } from './outbox-store.ts';

export interface QuarantinedRegister extends OutboxKey {
  readonly seq: number | null;
  readonly v: number;
  readonly kg: number;
  readonly payload: string;
  readonly reason: string;
}

/** A stored register whose value is invalid: from a program with other limits, or from a damaged row. [TR-6] */
export interface IllRegister extends OutboxKey {
  readonly kg: number;
  readonly seq: number | null;
  readonly json: string;
  /** The same words as in `QuarantinedRegister`. */
  readonly reason: string;
}

/** Counts of registers set aside: dead letters by verdict, quarantined registers by reason. [SY-U5, SY-M6] */
export interface SetAside {
  readonly refused: Readonly<Record<string, number>>;
  readonly unread: Readonly<Record<string, number>>;
  /** The first pairs of a quarantined entity and a reason. Pairs that can heal without help come last. [TR-6] */
  readonly unreadNamed: readonly { readonly entity: EntityId; readonly reason: string }[];
}

export interface SetAsideChanges {
  readonly quarantineAdd?: readonly QuarantinedRegister[];
  readonly quarantineRemove?: readonly FacetKey[];
}

export interface SetAsideReads {
  quarantined(limit: number): Promise<readonly QuarantinedRegister[]>;
  /** Returns the quarantined registers of these entities, all facets. */
  quarantinedOf(entities: readonly EntityId[]): Promise<readonly QuarantinedRegister[]>;
  setAside(): Promise<SetAside>;
}
