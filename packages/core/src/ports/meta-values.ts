/** Small facts in a device's store: its identity, its vault, and the positions of push and pull. */
import type { DeviceId, EntityId, HealingReason, Hlc, VaultId, VaultKind } from '@cairn/schema';
import type { Endings } from '../removed/mass-removal.ts';

/** A folder that is indexed as a whole. `except`: files that a person removed from the index. */
export interface IndexedFolder {
  readonly path: string;
  readonly project: string | null;
  readonly except: readonly string[];
}

/**
 * Small facts, one JSON value per key. All are null until set; a value is replaced as a whole. `clock`: the last published or applied
 * stamp [SY-C1]. `salt`: 64 hex characters [SY-D2].
 */
export interface MetaValues {
  readonly clock: Hlc;
  /** The highest stamp that the vault's server confirmed, or that was applied from it. The clock falls back to it. [SY-C3] */
  readonly published: Hlc;
  readonly device: { readonly id: DeviceId; readonly name: string };
  readonly salt: string;
  readonly vault: {
    readonly id: VaultId;
    readonly kind: VaultKind;
    readonly server: string;
    /** The key generation under which new registers are sealed. */
    readonly kg: number;
  };
  /** Server time minus local time in milliseconds, and the round trip of its measurement. [SY-C2] */
  readonly offset: {
    readonly ms: number;
    readonly roundTripMs: number;
    /** The offset at most a day ago by the local clock. The offset may rise by at most a day per day. [TR-5] */
    readonly mark?: { readonly ms: number; readonly at: number } | undefined;
  };
  readonly push: {
    readonly epoch: string;
    readonly anchor: string;
    readonly lastPushNo: number;
    readonly head: number;
  };
  /** `cursor`: the server's opaque text, null before the first page. `high`: the sequence up to which everything is held. */
  readonly pull: {
    readonly cursor: string | null;
    readonly high: number;
    readonly head: number;
    readonly bootstrap: {
      readonly done: number;
      readonly expected: number;
      /** Whether nothing was held when the vault was entered, and nothing was sent before the first page. [SY-P4] */
      readonly empty: boolean;
      /** The head when the first page was served; null before that. */
      readonly start: number | null;
    } | null;
    /** A first pull into an empty store left out tombstones up to this sequence [SY-P4]; absent: none. */
    readonly skipped?: number | undefined;
  };
  /** Set while the histories of this device and the server differ, until both hold the same. [SY-E2, SY-E3, SY-E4] */
  readonly healing: Healing;
  /** The last healing that completed. */
  readonly healed: {
    readonly why: HealingReason;
    readonly at: number;
    readonly sent: number;
  };
  /** The last repair of a restored server's member list that others had extended, and what was signed again, by names. [SY-S6] */
  readonly membersMended: {
    readonly at: number;
    readonly added: readonly string[];
    readonly revoked: readonly string[];
    readonly generations: number;
  };
  /**
   * `upTo`: the highest of the own stamps that were taken back because they were far in the future. `after`: the last stamp that
   * replaced them. [TR-54]
   */
  readonly takenBack: { readonly after: Hlc; readonly upTo: Hlc };
  /** This device seals registers under a key generation below this one again. [SY-S6, TR-4] */
  readonly resealBelow: number;
  /** The memories that tombstones of other devices ended here within a day. [TR-3] */
  readonly endings: Endings;
  /** The reading of the clock that the next look at removed memories judges by. [TR-3, M-16] */
  readonly removedSeenAt: number;
  /** The time of the last forget of a text that the daemon's own backups may still hold. [ST-4] */
  readonly erasedAt: number;
  /** The time of the last search of the whole file for traces; null when something was erased since. [ST-4] */
  readonly cleanedAt: number;
  readonly times: { readonly lastPullAt: number | null; readonly lastPushAt: number | null };
  /** The result of the last comparison with the server. [SY-E5] */
  readonly verified: {
    readonly at: number;
    readonly head: number;
    readonly registers: number;
    readonly differing: number;
  };
  /** M-11: the folders that are indexed as a whole. */
  readonly folders: readonly IndexedFolder[];
  /** SE-7: waiting handovers that were reported to an agent. */
  readonly handoversTold: readonly EntityId[];
  /** CX-14: when an agent was last given the onboarding question. */
  readonly onboardingToldAt: number;
  /** The present model of vectors. Vectors with a number below `from` are of earlier models. [F-2] */
  readonly embedder: { readonly model: string; readonly dimensions: number; readonly from: number };
  /** TR-6: the version of the limits by which registers were last checked; see `sync/take-value`. */
  readonly limits: number;
  /** Set when sync has stopped until a person acts. */
  readonly stopped: { readonly kind: string; readonly message: string; readonly at: number };
}
export type MetaKey = keyof MetaValues;
export type ValuesOf<K extends MetaKey> = { readonly [P in K]: MetaValues[P] | null };

/**
 * `pull`: everything is pulled again. `tombstones`: tombstones that the server lacks are sent first. `rest`: everything else is sent.
 */
export type HealingPhase = 'pull' | 'tombstones' | 'rest';

export interface Healing {
  readonly why: HealingReason;
  readonly since: number;
  readonly phase: HealingPhase;
  /** Number of registers that were sent again. */
  readonly sent: number;
}

export interface FacetKey {
  readonly entity: EntityId;
  readonly facet: string;
}

/** Matches registers under a generation below `kg` with a stamp above `above`, after the place `after`. */
export interface SealedQuery {
  readonly kg: number;
  readonly above: Hlc;
  readonly after: FacetKey | null;
  /** Matches only registers that came from other devices. */
  readonly isTaken?: true;
}
