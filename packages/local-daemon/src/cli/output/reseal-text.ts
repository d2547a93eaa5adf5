import type { Resealing } from '@cairn/schema';

/** Shows at most 99 %, because re-encryption ends only when a device has signed its end. */
export const resealText = ({ kg, done, total }: Resealing): string =>
  `re-encrypting everything under key ${kg}, ${total === 0 ? 99 : Math.min(99, Math.floor((done * 100) / total))} %`;
