/** The parts of a device that are checked whenever it commits. */
import type { VaultSecrets } from '@cairn/core';
import type { StorePair } from '@cairn/core/testing';

export interface WatchedDevice {
  readonly name: string;
  readonly stores: StorePair;
  readonly clock: { nowMs(): number };
  readonly ring: {
    readonly secrets: Pick<VaultSecrets, 'device' | 'members'> | null;
  };
  /** Whether the device is in the vault. Earlier writes exist nowhere else. */
  readonly entered: boolean;
  readonly joinedEmpty: boolean;
  /** Whether the device's file was restored or copied. Cleared when it took a new identity because of that. */
  copied: boolean;
}
