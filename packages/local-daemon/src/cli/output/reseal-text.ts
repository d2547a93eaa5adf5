import type { Resealing } from '@cairn/schema';

/** Shows 100 % only after a device has signed the end. */
export const resealText = ({ kg, done, total }: Resealing): string =>
  `re-encrypting everything under key ${kg}, ${total === 0 ? 99 : Math.min(99, Math.floor((done * 100) / total))} %`;
