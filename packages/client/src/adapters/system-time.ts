/** The machine's clock and timers. */
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds that never step back, from an arbitrary beginning. */
export const steadyMs = (): number => performance.now();

export const sleep = async (ms: number): Promise<void> => {
  await delay(ms);
};

/** The machine's time zone, an IANA name; asked again each time, because it travels. */
export const machineZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
