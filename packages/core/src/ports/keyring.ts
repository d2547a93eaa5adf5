/**
 * Keeps the secrets of a device's vault outside the database, so that a backup or a copy of the file holds none. `save` replaces
 * all secrets and is durable when it resolves. `save(null)` deletes them.
 */
import type { DeviceId, MemberEntry } from '@cairn/schema';
import type { SealingKeys } from './sealer.ts';

/** Keys and token as hex. `boxSecret` opens what is sealed to this device. `signSecret` is the seed of `signKey`. */
export interface DeviceSecrets {
  readonly device: { readonly id: DeviceId; readonly name: string };
  readonly token: string;
  readonly boxKey: string;
  readonly boxSecret: string;
  readonly signKey: string;
  readonly signSecret: string;
}

/**
 * The secrets of a vault. The identity belongs to `token`. After an interrupted fork the identity is newer than the one in the store.
 * [SY-E3]
 */
export interface VaultSecrets extends DeviceSecrets, SealingKeys {
  /** The next identity. It is saved before the server gets it, and removed once this device has taken it. [RL-40] */
  readonly next?: DeviceSecrets | undefined;
  /**
   * Identities of this device whose database is lost. If the present identity is lost too, the device first takes a new one. Then it
   * removes the lost identities from the vault. [RL-43]
   */
  readonly lost?: readonly DeviceSecrets[] | undefined;
  /** The previous identity. It admits the present identity again when a restored server does not know the present one. [RL-48] */
  readonly former?: DeviceSecrets | undefined;
  readonly salt: string;
  /** The member list as this device last saw it. The server may only append to it. [SY-S6] */
  readonly members: readonly MemberEntry[];
}

export interface Keyring {
  load(): Promise<VaultSecrets | null>;
  save(secrets: VaultSecrets | null): Promise<void>;
}
