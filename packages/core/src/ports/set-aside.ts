/** Registers that a store sets aside, because the server refused them or this device cannot read them. */
import type { EntityId, WireRegister } from '@cairn/schema';
import type { FacetKey } from './meta-values.ts';

export interface QuarantinedRegister extends WireRegister {
  readonly seq: number | null;
  readonly reason: string;
}

/** A stored register whose value is invalid: from a program with other limits, or from a damaged row. [TR-6] */
export interface IllRegister extends Omit<QuarantinedRegister, 'v' | 'payload'> {
  readonly json: string;
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
