import type { Resealing } from '@cairn/schema';

/** Not 100 before a device has signed that it is over. */
export const resealText = ({ kg, done, total }: Resealing): string =>
  `re-sealing everything under key ${kg}, ${total === 0 ? 99 : Math.min(99, Math.floor((done * 100) / total))} %`;
