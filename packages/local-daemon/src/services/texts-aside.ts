/**
 * Keeps texts aside that an embedder refuses, so that such a text does not block the others. A text that failed alone
 * is only suspected until another text succeeds: before that, the embedder itself may be the cause. [F-2]
 */

/** Milliseconds until the next try: after the first, the second and every further failure. */
const AGAIN_MS = [600_000, 3_600_000, 86_400_000] as const;
const LONGEST_MS = AGAIN_MS[2];

export const createTextsAside = () => {
  const suspects = new Map<string, string>();
  const aside = new Map<
    string,
    { readonly reason: string; readonly times: number; readonly dueMs: number }
  >();
  const setAside = (hash: string, reason: string, nowMs: number): void => {
    const times = (aside.get(hash)?.times ?? 0) + 1;
    suspects.delete(hash);
    // Deleted first, so that the last text set aside is the last in the map.
    aside.delete(hash);
    aside.set(hash, { reason, times, dueMs: nowMs + (AGAIN_MS[times - 1] ?? LONGEST_MS) });
  };
  return {
    /** Returns how many extra texts to read, so that enough free ones are among them. */
    size: () => suspects.size + aside.size,
    isFree: (hash: string) => !suspects.has(hash) && !aside.has(hash),
    isDue: (hash: string, nowMs: number) => (aside.get(hash)?.dueMs ?? Number.POSITIVE_INFINITY) <= nowMs,
    suspect: (hash: string, reason: string) => void suspects.set(hash, reason),
    setAside,
    /** Sets suspected texts aside. Called when the embedder works, so the failures were the texts' own. */
    proved(nowMs: number): void {
      for (const [hash, reason] of [...suspects]) setAside(hash, reason, nowMs);
    },
    /** Forgets the text, because it has a vector or is to be tried again. */
    release(hash: string): void {
      suspects.delete(hash);
      aside.delete(hash);
    },
    /** Gives every suspected text another try. Returns whether there was any. */
    releaseSuspects(): boolean {
      const any = suspects.size > 0;
      suspects.clear();
      return any;
    },
    /** Forgets texts that do not wait for a vector. */
    keepOnly(waiting: ReadonlySet<string>): void {
      for (const hash of aside.keys()) if (!waiting.has(hash)) aside.delete(hash);
    },
    dueAtMs: () => (aside.size === 0 ? null : Math.min(...[...aside.values()].map(({ dueMs }) => dueMs))),
    /** `reason`: why the last text was set aside; null when there is none. */
    status: () => ({ count: aside.size, reason: [...aside.values()].at(-1)?.reason ?? null }),
  };
};
