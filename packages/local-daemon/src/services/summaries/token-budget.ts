/**
 * Today's tokens among calls that are under way at once: each sets its longest answer aside before it goes out, so that
 * together they stay below the cap. [SU-6]
 */
import { fitsBudget } from '@cairn/core';

export interface TokenBudget {
  /**
   * Sets so many aside, and waits for calls under way when only those are in the way. The function that it
   * gives is called when the call is in the ledger. Null: today's are spent.
   */
  take(tokensPerDay: number, tokens: number): Promise<(() => void) | null>;
}

/** `spentToday`: by the ledger. */
export const createTokenBudget = (spentToday: () => Promise<number>): TokenBudget => {
  let aside = 0;
  let returned = 0;
  const waiting = new Set<() => void>();

  const setAside = (tokens: number): (() => void) => {
    aside += tokens;
    let isAside = true;
    return () => {
      if (!isAside) return;
      isAside = false;
      aside -= tokens;
      returned++;
      const wake = [...waiting];
      waiting.clear();
      for (const go of wake) go();
    };
  };

  return {
    async take(tokensPerDay, tokens) {
      for (;;) {
        const before = returned;
        const spentTokens = await spentToday();
        // A call that went from aside into the ledger meanwhile may be in neither sum.
        if (returned !== before) continue;
        if (fitsBudget({ tokensPerDay, spentTokens: spentTokens + aside }, tokens)) return setAside(tokens);
        if (!fitsBudget({ tokensPerDay, spentTokens }, tokens)) return null;
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
  };
};
