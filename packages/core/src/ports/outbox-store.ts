/** Changes that wait to be sent, that are on their way, and that the server refused. */
import type { EntityId, Hlc } from '@cairn/schema';

export interface OutboxKey {
  readonly entity: EntityId;
  readonly facet: string;
  readonly hlc: Hlc;
}

export interface OutboxValue extends OutboxKey {
  readonly json: string | null;
  /** The generation that it was sealed under last, or is to be. */
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
  readonly deadRemove?: readonly { readonly entity: EntityId; readonly facet: string }[];
  /** Null removes the frozen batch. */
  readonly inflight?: InflightBatch | null;
}

export interface OutboxReads {
  /** In stamp order. `own`: without what is sent again, whose stamps others have seen. */
  outbox(limit: number, which?: 'own'): Promise<readonly OutboxKey[]>;
  /** All in stamp order, with the JSON of the value; null where the register is not there or has another stamp by now. */
  outboxValues(limit: number): Promise<readonly OutboxValue[]>;
  outboxCount(): Promise<number>;
  /** How much of it is sent again. [SY-E2] */
  againCount(): Promise<number>;
  inflight(): Promise<InflightBatch | null>;
  deadLetters(limit: number): Promise<readonly DeadLetter[]>;
}

export type EnqueueWhich = 'all' | 'unconfirmed' | 'unconfirmed_tombstones';

export interface OutboxTransaction {
  /**
   * Enqueues registers and what is in quarantine; how many were added. `all` [SY-U1], or what the server has not confirmed
   * and has not refused. `again`: the server had held it, so it is not this device's own to restamp.
   * [SY-E2]
   */
  enqueueAll(which: EnqueueWhich, options?: { readonly again: boolean }): Promise<number>;
  /** SY-E2, SY-E3: forgets all confirmations, and what was to be sent again. */
  clearConfirmations(): Promise<void>;
  /** Leaving a vault: outbox, inflight, quarantine, dead letters and confirmations go; memories stay. */
  clearSync(): Promise<void>;
  /** Another vault is entered: everything here counts as written here. [TR-4] */
  clearTaken(): Promise<void>;
}
