/** What is looked at of a device, whenever it commits. */
import type { VaultSecrets } from '@cairn/core';
import type { StorePair } from '@cairn/core/testing';

export interface WatchedDevice {
  readonly name: string;
  readonly stores: StorePair;
  readonly clock: { nowMs(): number };
  readonly ring: {
    readonly secrets: Pick<VaultSecrets, 'device' | 'members'> | null;
  };
  /** It is in the vault: what it wrote before that, nobody else could. */
  readonly entered: boolean;
  readonly joinedEmpty: boolean;
  /** Its file was put back or copied; cleared when it took a new identity because of that. */
  copied: boolean;
}
