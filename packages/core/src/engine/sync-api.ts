/** The inputs and the answers of the write engine's sync use cases. */
import type { EntityId, VerdictItem } from '@cairn/schema';
import type { MetaKey, MetaValues, SetAside } from '../ports/store.ts';
import type { Brought } from '../sync/bringing.ts';
import type { Resealing } from './vault/vault-api.ts';

/** `bytes` is the exact JSON body of the push. */
export interface FrozenBatch {
  readonly pushNo: number;
  readonly bytes: Uint8Array;
  readonly items: number;
}

export interface SettledBatch {
  readonly pushNo: number;
  readonly verdicts: readonly VerdictItem[];
  readonly head: number;
  readonly anchor: string;
}

export interface SettleOutcome {
  readonly acknowledged: number;
  readonly dead: number;
  readonly restamped: number;
  /** Stamps of the far future were taken back, and a pull from nothing has begun. [TR-5] */
  readonly mended: boolean;
  /** Some items were refused with `old_key`: fetch the keyring, then push again. */
  readonly needsKeys: boolean;
  /** The server holds something that this device has not pulled. */
  readonly behind: boolean;
  readonly pending: number;
  /** Re-encryption has more to send. */
  readonly resealing: boolean;
}

export interface PageOutcome extends Brought {
  readonly applied: number;
  readonly quarantined: number;
  /** How many of them had been changed on the way, or by the server. */
  readonly garbled: number;
  /** Generations whose keys are missing. */
  readonly missingKeys: readonly number[];
  readonly hasMore: boolean;
  readonly bootstrapDone: boolean;
  /** `push`: there is something to send that the server lacks. `pull`: everything has to come again. [SY-E2, TR-5] */
  readonly next: 'push' | 'pull' | null;
  readonly memories: readonly EntityId[];
  readonly schedules: readonly EntityId[];
  /** Whether something of the profile is new. */
  readonly profile: boolean;
}

/** The stored values that tell how sync stands. `MetaValues` says what each is. */
export const SYNC_VALUES = [
  'device',
  'vault',
  'salt',
  'push',
  'pull',
  'times',
  'offset',
  'clock',
  'stopped',
  'verified',
  'healing',
  'healed',
  'membersMended',
] as const satisfies readonly MetaKey[];
export type SyncValues = { readonly [K in (typeof SYNC_VALUES)[number]]: MetaValues[K] | null };

/** How sync stands on this device, as the store knows it: its values, and what waits. */
export interface SyncFacts extends SyncValues, SetAside {
  /**
   * While everything is sealed again under the present generation, by whichever device: `done` of `total` registers that are
   * held here are under it. Null where nobody has to. [TR-4]
   */
  readonly reseal: Resealing | null;
  /** How much of `pending` is sent again. [SY-E2] */
  readonly again: number;
  readonly pending: number;
  readonly inflight: number;
  /** The sums of `refused` and `unread`. */
  readonly dead: number;
  readonly quarantined: number;
  /** TR-3: memories that are kept aside. */
  readonly removed: number;
}
