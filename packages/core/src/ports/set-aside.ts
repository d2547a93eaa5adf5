/** The registers that a store keeps aside, because the server refused it or this device cannot read it. */
import type { EntityId, Hlc } from '@cairn/schema';
import type { FacetKey } from './meta-values.ts';

export interface QuarantinedRegister {
  readonly entity: EntityId;
  readonly facet: string;
  readonly hlc: Hlc;
  readonly seq: number | null;
  readonly v: number;
  readonly kg: number;
  readonly payload: string;
  readonly reason: string;
}

/** A stored register whose value this program cannot take: one of a program that asked for less, or of a damaged row. [TR-6] */
export interface IllRegister extends FacetKey {
  readonly hlc: Hlc;
  readonly kg: number;
  readonly seq: number | null;
  readonly json: string;
  /** As in quarantine. */
  readonly reason: string;
}

/** The registers set aside: dead letters by verdict, quarantined registers by reason. [SY-U5, SY-M6] */
export interface SetAside {
  readonly refused: Readonly<Record<string, number>>;
  readonly unread: Readonly<Record<string, number>>;
  /** The first few quarantined entities, each with its reasons; what heals by itself stands last. [TR-6] */
  readonly unreadNamed: readonly { readonly entity: EntityId; readonly reason: string }[];
}

export interface SetAsideChanges {
  readonly quarantineAdd?: readonly QuarantinedRegister[];
  readonly quarantineRemove?: readonly { readonly entity: EntityId; readonly facet: string }[];
}

export interface SetAsideReads {
  quarantined(limit: number): Promise<readonly QuarantinedRegister[]>;
  /** The quarantined registers of these entities, all facets. */
  quarantinedOf(entities: readonly EntityId[]): Promise<readonly QuarantinedRegister[]>;
  setAside(): Promise<SetAside>;
}
