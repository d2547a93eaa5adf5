/**
 * Hints wake devices. They carry no data and may be lost, duplicated or late. A device that gets no hint finds the change when it
 * polls the heads, or with its next pull. [SY-L1, SY-L2, SY-L3]
 */
import type { DeviceId, Hint, VaultId } from '@cairn/schema';

/** The devices to wake: every device of the vault, all but one, or a single one. */
export type Audience =
  | { readonly kind: 'all' }
  | { readonly kind: 'except'; readonly device: DeviceId }
  | { readonly kind: 'only'; readonly device: DeviceId };

export type HintListener = (hint: Hint) => void;

export interface PublishedHint {
  readonly vault: VaultId;
  readonly hint: Hint;
  readonly audience: Audience;
}

export interface Hints {
  /** Returns at once and never throws. Call it after the commit, never inside a transaction. */
  publish(vault: VaultId, hint: Hint, audience: Audience): void;
  /** Returns a function that ends the subscription. */
  subscribe(vault: VaultId, device: DeviceId, listener: HintListener): () => void;
}
