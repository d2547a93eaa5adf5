/** A backend's answer as a program has it: the value, or a throw. */
import type { CallOptions } from './call-options.ts';
import { type Answer, MemoryError } from './memory-error.ts';

/** The value, or a throw: of the signal's reason when it aborted, else of a `MemoryError`. */
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
