/** The engine's inputs and answers about a vault and its keys. */
import type { SealingKeys } from '../../ports/sealer.ts';
import type {
  DeadLetter,
  InflightBatch,
  MetaKey,
  MetaValues,
  OutboxKey,
  StoredRegister,
  ValuesOf,
} from '../../ports/store.ts';
import type { GenerationBounds } from '../../sync/generation-bounds.ts';

export interface VaultKeys extends SealingKeys {
  /** Ends of the vault's generations. [TR-4] */
  readonly bounds: GenerationBounds;
}

export interface EnterVault {
  readonly vault: MetaValues['vault'];
  /** 64 hex characters. The device that creates the vault passes its present salt. */
  readonly salt: string;
  readonly device: MetaValues['device'];
  readonly push: MetaValues['push'];
}

export const MEMBERSHIP_VALUES = [
  'device',
  'clock',
  'vault',
  'salt',
  'published',
  'offset',
  'push',
  'resealBelow',
  'stopped',
  'erasedAt',
] as const satisfies readonly MetaKey[];

/** A device's identity and its progress in its vault. [RL-30] */
export interface Membership {
  readonly meta: ValuesOf<(typeof MEMBERSHIP_VALUES)[number]>;
  /** Batch whose outcome is unknown. It is sent again with the same bytes. */
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
  /** Whether a member has signed that the re-encryption is complete. `done` and `total` are 0 then. */
  readonly isOver: boolean;
  /** Whether this device re-encrypts, holds everything on the server, and has nothing left to seal or send. */
  readonly isDone: boolean;
}
