/** The facts that the engine is told of a vault and its keys, and says of them. */
import type { SealingKeys } from '../../ports/sealer.ts';
import type { DeadLetter, InflightBatch, MetaValues, OutboxKey, StoredRegister } from '../../ports/store.ts';
import type { GenerationBounds } from '../../sync/generation-bounds.ts';

export interface VaultKeys extends SealingKeys {
  /** When its generations end. [TR-4] */
  readonly bounds: GenerationBounds;
}

export interface EnterVault {
  readonly vault: MetaValues['vault'];
  /** 64 hex characters. The creating device passes its own present salt. */
  readonly salt: string;
  readonly device: MetaValues['device'];
  readonly push: MetaValues['push'];
}

type Kept =
  | 'device'
  | 'clock'
  | 'vault'
  | 'salt'
  | 'published'
  | 'offset'
  | 'push'
  | 'resealBelow'
  | 'stopped'
  | 'erasedAt';

/** A device's identity, and how far it came in its vault. [RL-30] */
export interface Membership {
  readonly meta: { readonly [K in Kept]: MetaValues[K] | null };
  /** A batch whose outcome is not known: the same bytes go out again. */
  readonly inflight: InflightBatch | null;
  /** Registers that the server has not confirmed, refused changes included. */
  readonly registers: readonly StoredRegister[];
  readonly outbox: readonly OutboxKey[];
  readonly letters: readonly DeadLetter[];
}

export interface Resealing {
  readonly kg: number;
  readonly done: number;
  readonly total: number;
  /** A member has signed that it is complete; then nothing is counted any more. */
  readonly isOver: boolean;
  /** This device does it, holds everything that the server has, and has nothing left to seal or to send. */
  readonly isDone: boolean;
}
