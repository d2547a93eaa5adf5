/** Facts about pairing that outlive an attempt and a restart. */
import type { Founding, SecretKeys } from '@cairn/core';
import type { DeviceId } from '@cairn/schema';

export interface PendingDevice extends SecretKeys {
  readonly server: string;
  readonly device: { readonly id: DeviceId; readonly name: string };
  readonly token: string;
}

/** A vault that this device makes or has made, and its words, which nobody has seen. A repeated request is the same request. [SY-A4] */
export interface UnshownFounding extends Founding {
  readonly server: string;
  readonly words: string;
}

export interface PairingNotes {
  readonly pending: PendingDevice | null;
  readonly foundings?: readonly UnshownFounding[] | undefined;
  /** Codes that this device gave out. The device answers claims until `expiresAt`, in milliseconds of its own clock. */
  readonly invitations: readonly { readonly code: string; readonly expiresAt: number }[];
  /** Ids that this device had in a vault that it left. */
  readonly spentIds: readonly DeviceId[];
}

export interface PairingMemory {
  read(): PairingNotes;
  write(notes: PairingNotes): void;
}
