/** The inputs and answers of the write engine's sync calls. */
import type { EntityId, VerdictItem } from '@cairn/schema';
import type { MetaKey, SetAside, ValuesOf } from '../ports/store.ts';
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
  /** Whether stamps of the far future were reverted and a pull from the beginning was started. [TR-5] */
  readonly mended: boolean;
  /** Whether some items were refused with `old_key`. Fetch the keyring, then push again. */
  readonly needsKeys: boolean;
  /** Whether the server holds something that this device has not pulled. */
  readonly behind: boolean;
  readonly pending: number;
  /** Whether re-encryption has more to send. */
  readonly resealing: boolean;
}

export interface PageOutcome extends Brought {
  readonly applied: number;
  readonly quarantined: number;
  /** Items that were altered in transit or by the server. */
  readonly garbled: number;
  /** Generations whose keys are missing. */
  readonly missingKeys: readonly number[];
  readonly hasMore: boolean;
  readonly bootstrapDone: boolean;
  /** `push`: the server lacks something. `pull`: everything has to be pulled again. [SY-E2, TR-5] */
  readonly next: 'push' | 'pull' | null;
  readonly memories: readonly EntityId[];
  readonly schedules: readonly EntityId[];
  /** Whether the profile changed. */
  readonly profile: boolean;
}

/** The stored values that describe the state of sync. `MetaValues` explains each. */
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
export type SyncValues = ValuesOf<(typeof SYNC_VALUES)[number]>;

/** The state of sync on this device as the store knows it: its values, and what waits. */
export interface SyncFacts extends SyncValues, SetAside {
  /**
   * Progress of the re-encryption under the present generation, by any device. `done` of the `total` registers here are
   * sealed under it. Null when nothing has to be re-encrypted. [TR-4]
   */
  readonly reseal: Resealing | null;
  /** Part of `pending` that is sent again. [SY-E2] */
  readonly again: number;
  readonly pending: number;
  readonly inflight: number;
  /** Sum of `refused`. */
  readonly dead: number;
  /** Sum of `unread`. */
  readonly quarantined: number;
  /** TR-3: number of memories that are set aside. */
  readonly removed: number;
}
