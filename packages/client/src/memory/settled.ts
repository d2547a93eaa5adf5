/** Turns a backend's result into a value or a throw. */
import type { CallOptions } from './call-options.ts';
import { type Answer, MemoryError } from './memory-error.ts';

/** Returns the value. Throws the signal's reason if it aborted, else a `MemoryError`. */
export const settled = async <T>(work: Answer<T>, { signal }: CallOptions): Promise<T> => {
  const result = await (signal == null ? work : untilAborted(work, signal));
  if (result.ok) return result.value;
  throw new MemoryError(result.error);
};

const untilAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const left = Promise.withResolvers<never>();
  const leave = (): void => left.reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    return await Promise.race([left.promise, work]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
};
