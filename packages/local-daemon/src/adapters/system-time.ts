/** The machine's clock and timers. The only place outside `main.ts` and the command line that has them. */
import { setTimeout as delay } from 'node:timers/promises';

export const systemClock = { nowMs: (): number => Date.now() };

/** Milliseconds that never step back, from an arbitrary beginning. */
export const steadyMs = (): number => performance.now();

export const sleep = async (ms: number): Promise<void> => {
  await delay(ms);
};

/** Calls once after `ms`, unless cancelled. The timer keeps no process alive. */
export const after = (ms: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, ms);
  timer.unref();
  return () => clearTimeout(timer);
};
