/** The machine's clock and timers. The only place outside `main.ts` and the command line that has them. */
export { sleep, steadyMs } from '@cairn/client/device';

export const systemClock = { nowMs: (): number => Date.now() };

/** Calls once after `ms`, unless cancelled. The timer keeps no process alive. */
export const after = (ms: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, ms);
  timer.unref();
  return () => clearTimeout(timer);
};
