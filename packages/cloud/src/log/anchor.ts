/** Anchors, which show whether the server lost commits since a device's last contact. [SY-E1] */

/** A commit: the head after it, and 16 random bytes in hex. */
export interface Anchor {
  readonly seq: number;
  readonly mark: string;
}

const ANCHOR = /^(\d{1,16})\.([0-9a-f]{32})$/;

export const formatAnchor = (anchor: Anchor): string => `${anchor.seq}.${anchor.mark}`;

/** Returns null if the text is not an anchor. */
export const parseAnchor = (text: string): Anchor | null => {
  const match = ANCHOR.exec(text);
  const seq = Number(match?.[1]);
  const mark = match?.[2];
  return mark === undefined || !Number.isSafeInteger(seq) ? null : { seq, mark };
};

/**
 * The result of a device's claim. `known`: the device can go on. `other_epoch`: the device must start again in the present epoch.
 * `restored`: the server lost commits or a whole epoch, and must raise its epoch. `too_old`: the server deleted so old an anchor, and
 * only this device starts again.
 */
export type PastState = 'known' | 'other_epoch' | 'restored' | 'too_old';

export const pastState = (
  vault: { readonly epoch: string; readonly anchorFloor: number },
  claim: { readonly epoch: string; readonly seq: number },
  known: { readonly anchor: boolean; readonly epoch: boolean },
): PastState => {
  const isPresent = claim.epoch === vault.epoch;
  if (isPresent ? known.anchor : known.epoch) return isPresent ? 'known' : 'other_epoch';
  return claim.seq < vault.anchorFloor ? 'too_old' : 'restored';
};
