/**
 * Where a device keeps the secrets of its vault: outside the database, so that a backup or a copy of the file holds none.
 * `save` replaces the whole and is durable when it resolves; `save(null)` erases.
 */
import type { DeviceId, MemberEntry, VaultId, VaultKind } from '@cairn/schema';

/** Keys, salt and token as hex. `boxSecret` opens what is sealed to this device, `signSecret` is the seed of `signKey`. */
export interface VaultSecrets {
  readonly vault: VaultId;
  readonly kind: VaultKind;
  /** The identity that `token` stands for. It runs ahead of the store's after a fork that was cut short. [SY-E3] */
  readonly device: { readonly id: DeviceId; readonly name: string };
  readonly token: string;
  readonly boxKey: string;
  readonly boxSecret: string;
  readonly signKey: string;
  readonly signSecret: string;
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
