/** The machine's clock and timers, for services that receive them as dependencies. */
export { sleep, steadyMs } from '@cairn/client/device';

export const systemClock = { nowMs: (): number => Date.now() };

/** Calls once after `ms`, unless cancelled. The timer keeps no process alive. */
export const after = (ms: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, ms);
  timer.unref();
  return () => clearTimeout(timer);
};
