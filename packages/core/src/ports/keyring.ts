/**
 * Where a device keeps the secrets of its vault: outside the database, so that a backup or a copy of the file holds none.
 * `save` replaces the whole and is durable when it resolves; `save(null)` erases.
 */
import type { DeviceId, MemberEntry, VaultId, VaultKind } from '@cairn/schema';

/** Keys and token as hex. `boxSecret` opens what is sealed to this device, `signSecret` is the seed of `signKey`. */
export interface DeviceSecrets {
  readonly device: { readonly id: DeviceId; readonly name: string };
  readonly token: string;
  readonly boxKey: string;
  readonly boxSecret: string;
  readonly signKey: string;
  readonly signSecret: string;
}

/** The identity is that of `token`. It runs ahead of the store's after a fork that was cut short. [SY-E3] */
export interface VaultSecrets extends DeviceSecrets {
  readonly vault: VaultId;
  readonly kind: VaultKind;
  /** The identity that this device is about to take. It is kept before the server hears of it, and until it is taken. [RL-40] */
  readonly next?: DeviceSecrets | undefined;
  /**
   * Identities of this device whose database nobody has any more. While the present one is among them, it takes another first; then it
   * says farewell for them. [RL-43]
   */
  readonly lost?: readonly DeviceSecrets[] | undefined;
  /** The identity before this one. It lets this one in again where a server that was put back does not know it. [RL-48] */
  readonly former?: DeviceSecrets | undefined;
  /** Hex. */
  readonly salt: string;
  /** The present generation: new registers are sealed under it. */
  readonly kg: number;
  readonly keys: readonly { readonly kg: number; readonly key: string }[];
  /** The member list as this device has seen it last; the server may only add to it. [SY-S6] */
  readonly members: readonly MemberEntry[];
}

export interface Keyring {
  load(): Promise<VaultSecrets | null>;
  save(secrets: VaultSecrets | null): Promise<void>;
}
