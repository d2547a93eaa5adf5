/**
 * Hints wake devices; they carry no data and may be lost, doubled or late: a device that got none finds out by the head
 * poll, or by its next pull. [SY-L1, SY-L2, SY-L3]
 */
import type { DeviceId, Hint, VaultId } from '@cairn/schema';

/** The devices to wake: every device of the vault, every one but one, or one alone. */
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
  /** Returns at once and never throws. Called after the commit it tells of, never inside a transaction. */
  publish(vault: VaultId, hint: Hint, audience: Audience): void;
  /** Returns the function that ends the subscription. */
  subscribe(vault: VaultId, device: DeviceId, listener: HintListener): () => void;
}
