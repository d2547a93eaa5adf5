/** Facts about pairing that outlive an attempt and a restart. */
import type { SecretKeys } from '@cairn/core';
import type { DeviceId } from '@cairn/schema';

export interface PendingDevice extends SecretKeys {
  readonly server: string;
  readonly device: { readonly id: DeviceId; readonly name: string };
  readonly token: string;
}

export interface PairingNotes {
  readonly pending: PendingDevice | null;
  /** Codes that this device gave out. The device answers claims until `expiresAt`, in milliseconds of its own clock. */
  readonly invitations: readonly { readonly code: string; readonly expiresAt: number }[];
  /** Ids that this device had in a vault that it left. */
  readonly spentIds: readonly DeviceId[];
}

export interface PairingMemory {
  read(): PairingNotes;
  write(notes: PairingNotes): void;
}
