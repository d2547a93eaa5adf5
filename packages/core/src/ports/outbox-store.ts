/** Changes that wait to be sent, that are being sent, and that the server refused. */
import type { Hlc } from '@cairn/schema';
import type { FacetKey } from './meta-values.ts';

export interface OutboxKey extends FacetKey {
  readonly hlc: Hlc;
}

/** A value that the server holds, with its sequence there. */
export interface ConfirmedKey extends OutboxKey {
  readonly seq: number;
}

export interface OutboxValue extends OutboxKey {
  readonly json: string | null;
  /** The key generation under which it was last sealed, or is to be sealed. */
  readonly kg: number;
}

/** The frozen batch. [SY-U2] */
export interface InflightBatch {
  readonly pushNo: number;
  readonly bytes: Uint8Array;
  readonly items: readonly OutboxKey[];
}

export interface DeadLetter extends OutboxKey {
  readonly verdict: string;
  readonly at: number;
}

export interface OutboxChanges {
  readonly outboxAdd?: readonly OutboxKey[];
  readonly outboxRemove?: readonly OutboxKey[];
  readonly deadAdd?: readonly DeadLetter[];
  readonly deadRemove?: readonly FacetKey[];
  /** Null removes the frozen batch. */
  readonly inflight?: InflightBatch | null;
}

export interface OutboxReads {
  /** Returns the outbox in stamp order. `own`: without registers that are sent again, whose stamps other devices have seen. */
  outbox(limit: number, which?: 'own'): Promise<readonly OutboxKey[]>;
  /**
   * Returns the outbox in stamp order with each value's JSON. Null where the register is absent or has a newer stamp.
   * `tombstones`: nothing else.
   */
  outboxValues(limit: number, which?: 'tombstones'): Promise<readonly OutboxValue[]>;
  outboxCount(): Promise<number>;
  /** Counts the registers that are sent again. [SY-E2] */
  againCount(): Promise<number>;
  inflight(): Promise<InflightBatch | null>;
  deadLetters(limit: number): Promise<readonly DeadLetter[]>;
}

export type EnqueueWhich = 'all' | 'unconfirmed' | 'unconfirmed_tombstones';

export interface OutboxTransaction {
  /**
   * Enqueues registers and the quarantine, and returns how many were added. `all` [SY-U1], or only what the server has neither
   * confirmed nor refused. `again`: the server had held it, so this device must not restamp it. [SY-E2]
   */
  enqueueAll(which: EnqueueWhich, options?: { readonly again: boolean }): Promise<number>;
  /** SY-E2, SY-E3: deletes all confirmations, and the marks of what is sent again. */
  clearConfirmations(): Promise<void>;
  /** Leaves a vault: deletes outbox, frozen batch, quarantine, dead letters and confirmations. Memories stay. */
  clearSync(): Promise<void>;
  /** Enters another vault: everything counts as written here. [TR-4] */
  clearTaken(): Promise<void>;
}
