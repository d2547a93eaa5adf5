export type WaitOptions = {
  readonly timeoutMs: number;
  /** Name of the awaited thing, for the message "timed out after 5000 ms waiting for <what>". */
  readonly what: string;
  /** Milliseconds between two calls; 20 by default. Use more for a slow call, so that polling leaves the processor to the awaited work. */
  readonly everyMs?: number;
};

const isAnswer = <T>(value: T | undefined | null | false): value is T =>
  value !== undefined && value !== null && value !== false;

/** Calls until the result is neither undefined, null nor false, and returns it. A throw counts as "not yet". */
export const waitUntil = async <T>(
  attempt: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  { timeoutMs, what, everyMs = 20 }: WaitOptions,
): Promise<T> => {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    let last: unknown;
    const began = performance.now();
    try {
      const value = await attempt();
      if (isAnswer(value)) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    if (performance.now() >= deadline) {
      throw new Error(`timed out after ${timeoutMs} ms waiting for ${what}`, { cause: last });
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(everyMs, performance.now() - began)));
  }
};
