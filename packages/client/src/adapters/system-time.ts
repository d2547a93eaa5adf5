import { setTimeout as delay } from 'node:timers/promises';

/** Returns milliseconds that never step back, from an arbitrary beginning. */
export const steadyMs = (): number => performance.now();

export const sleep = async (ms: number): Promise<void> => {
  await delay(ms);
};

/** Calls `work` again and again. Returns a function that ends it. */
export const every = (ms: number, work: () => void): (() => void) => {
  const timer = setInterval(work, ms);
  return () => clearInterval(timer);
};

/** Returns the machine's time zone, an IANA name. Found out on each call, because a laptop travels while the daemon runs. */
export const machineZone = (): string => {
  // Node remembers the zone of its start until the variable changes.
  if (process.env.TZ === undefined) Reflect.deleteProperty(process.env, 'TZ');
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
};
