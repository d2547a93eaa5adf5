/**
 * Shares today's tokens among concurrent calls. Each call reserves its longest answer before it is sent, so together they stay below the
 * cap. [SU-6]
 */
import { fitsBudget } from '@cairn/core';

export interface TokenBudget {
  /**
   * Reserves tokens. Waits for concurrent calls when only their reservations are in the way. Call the returned function when the call is
   * in the ledger. Returns null when today's tokens are spent.
   */
  take(tokensPerDay: number, tokens: number): Promise<(() => void) | null>;
}

/** `spentToday`: the ledger's sum. */
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
        // A call that moved from reserved to the ledger meanwhile may be in neither sum.
        if (returned !== before) continue;
        if (fitsBudget({ tokensPerDay, spentTokens: spentTokens + aside }, tokens)) return setAside(tokens);
        if (!fitsBudget({ tokensPerDay, spentTokens }, tokens)) return null;
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
  };
};
