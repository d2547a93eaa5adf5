/** What the engine receives about a vault and its keys, and what it reports. */
import type { SealingKeys } from '../../ports/sealer.ts';
import type { DeadLetter, InflightBatch, MetaValues, OutboxKey, StoredRegister } from '../../ports/store.ts';
import type { GenerationBounds } from '../../sync/generation-bounds.ts';

export interface VaultKeys extends SealingKeys {
  /** When the vault's generations end. [TR-4] */
  readonly bounds: GenerationBounds;
}

export interface EnterVault {
  readonly vault: MetaValues['vault'];
  /** 64 hex characters. The device that creates the vault passes its present salt. */
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

/** A device's identity and its progress in its vault. [RL-30] */
export interface Membership {
  readonly meta: { readonly [K in Kept]: MetaValues[K] | null };
  /** A batch with an unknown outcome. The same bytes are sent again. */
  readonly inflight: InflightBatch | null;
  /** Registers that the server has not confirmed, including refused changes. */
  readonly registers: readonly StoredRegister[];
  readonly outbox: readonly OutboxKey[];
  readonly letters: readonly DeadLetter[];
}

export interface Resealing {
  readonly kg: number;
  readonly done: number;
  readonly total: number;
  /** Whether a member has signed that the re-encryption is complete. Nothing is counted then. */
  readonly isOver: boolean;
  /** Whether this device re-encrypts, holds everything on the server, and has nothing left to seal or send. */
  readonly isDone: boolean;
}
