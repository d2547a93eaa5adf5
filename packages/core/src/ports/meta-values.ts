/** The small facts of a device's store: who it is, its vault, where its pushes and pulls stand. */

import type { DeviceId, EntityId, HealingReason, Hlc, VaultId, VaultKind } from '@cairn/schema';
import type { Endings } from '../removed/mass-removal.ts';

/** A folder that was indexed as a whole. `except`: its files that were taken out again. */
export interface IndexedFolder {
  readonly path: string;
  readonly project: string | null;
  readonly except: readonly string[];
}

/**
 * Small facts, one JSON value per key. All are null until set; a value is replaced whole.
 * `clock`: the last published or applied stamp [SY-C1]. `salt`: 64 hex characters [SY-D2].
 */
export interface MetaValues {
  readonly clock: Hlc;
  /** The highest stamp that the vault's server confirmed or that was applied from it; the clock falls back to it. [SY-C3] */
  readonly published: Hlc;
  readonly device: { readonly id: DeviceId; readonly name: string };
  readonly salt: string;
  readonly vault: {
    readonly id: VaultId;
    readonly kind: VaultKind;
    readonly server: string;
    /** The generation that new registers are sealed under. */
    readonly kg: number;
  };
  /** Server time minus local time, milliseconds, and the round trip it was measured with. [SY-C2] */
  readonly offset: {
    readonly ms: number;
    readonly roundTripMs: number;
    /** Where it stood a day ago at most, by the local clock: it moves ahead by a day a day. [TR-5] */
    readonly mark?: { readonly ms: number; readonly at: number } | undefined;
  };
  readonly push: {
    readonly epoch: string;
    readonly anchor: string;
    readonly lastPushNo: number;
    readonly head: number;
  };
  /** `cursor` is the server's opaque text, null before the first page. `high`: fully held up to here. */
  readonly pull: {
    readonly cursor: string | null;
    readonly high: number;
    readonly head: number;
    readonly bootstrap: {
      readonly done: number;
      readonly expected: number;
      /** Nothing was held when the vault was entered, and nothing was sent before the first page. [SY-P4] */
      readonly empty: boolean;
      /** The head when its first page was served; null before that. */
      readonly start: number | null;
    } | null;
    /** A first pull into an empty store left tombstones up to here out [SY-P4]; absent: none. */
    readonly skipped?: number | undefined;
  };
  /** Set from the moment when this device's past and the server's parted until both hold the same. [SY-E2, SY-E3, SY-E4] */
  readonly healing: Healing;
  /** The last healing that came to its end. */
  readonly healed: {
    readonly why: HealingReason;
    readonly at: number;
    readonly sent: number;
  };
  /** The last time when a restored server's member list had gone on elsewhere, and what was re-signed on it, by names. [SY-S6] */
  readonly membersMended: {
    readonly at: number;
    readonly added: readonly string[];
    readonly revoked: readonly string[];
    readonly generations: number;
  };
  /**
   * The own stamps that were taken back as of the far future: the highest of them, and the last that was given in their place.
   * [TR-54]
   */
  readonly takenBack: { readonly after: Hlc; readonly upTo: Hlc };
  /** This device seals everything again that is under a generation below this one. [SY-S6, TR-4] */
  readonly resealBelow: number;
  /** The memories that tombstones of other devices ended here within a day. [TR-3] */
  readonly endings: Endings;
  /** When something was forgotten that copies which the daemon made by itself may still hold. [ST-4] */
  readonly erasedAt: number;
  /** When the file was last searched whole for traces, if nothing was erased since. [ST-4] */
  readonly cleanedAt: number;
  readonly times: { readonly lastPullAt: number | null; readonly lastPushAt: number | null };
  /** The findings of the last comparison with the server. [SY-E5] */
  readonly verified: {
    readonly at: number;
    readonly head: number;
    readonly registers: number;
    readonly differing: number;
  };
  /** The present model of vectors; those with a number below `from` are of earlier ones. [F-2] */
  /** M-11 */
  readonly folders: readonly IndexedFolder[];
  /** SE-7: those of which agents were told, among those that wait. */
  readonly handoversTold: readonly EntityId[];
  /** CX-14 */
  readonly onboardingToldAt: number;
  readonly embedder: { readonly model: string; readonly dimensions: number; readonly from: number };
  /** TR-6: registers were asked for the limits of that number; see `sync/take-value`. */
  readonly limits: number;
  /** Set when sync has stopped until a person acts. */
  readonly stopped: { readonly kind: string; readonly message: string; readonly at: number };
}
export type MetaKey = keyof MetaValues;

/**
 * `pull`: everything comes again. `tombstones`: what the server lacks is sent, these first; `rest`: then all else.
 */
export type HealingPhase = 'pull' | 'tombstones' | 'rest';

export interface Healing {
  readonly why: HealingReason;
  readonly since: number;
  readonly phase: HealingPhase;
  /** Registers that were sent again. */
  readonly sent: number;
}

export interface FacetKey {
  readonly entity: EntityId;
  readonly facet: string;
}

/** Registers under a generation below `kg` with a stamp above `above`, after the place `after`. */
export interface SealedQuery {
  readonly kg: number;
  readonly above: Hlc;
  readonly after: FacetKey | null;
  /** Only what came in from elsewhere. */
  readonly isTaken?: true;
}
