import { setTimeout as delay } from 'node:timers/promises';

/** Returns milliseconds that never step back, from an arbitrary beginning. */
export const steadyMs = (): number => performance.now();

export const sleep = async (ms: number): Promise<void> => {
  await delay(ms);
};

/** Returns the machine's time zone, an IANA name. Read on each call, because a laptop travels. */
export const machineZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
