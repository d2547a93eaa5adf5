/** Facts that pairing keeps between tries and restarts. */
import type { SecretKeys } from '@cairn/core';
import type { DeviceId } from '@cairn/schema';

export interface PendingDevice extends SecretKeys {
  readonly server: string;
  readonly device: { readonly id: DeviceId; readonly name: string };
  readonly token: string;
}

export interface PairingNotes {
  readonly pending: PendingDevice | null;
  /** Codes that this device gave out. It answers them until `expiresAt`, milliseconds by its own clock. */
  readonly invitations: readonly { readonly code: string; readonly expiresAt: number }[];
  /** This device's ids that were in a vault and left it. */
  readonly spentIds: readonly DeviceId[];
}

export interface PairingMemory {
  read(): PairingNotes;
  write(notes: PairingNotes): void;
}
