/**
 * Shares today's tokens among concurrent calls. Each call reserves its longest answer before it is sent, so that all
 * calls together stay below the cap. [SU-6]
 */
import { fitsBudget } from '@cairn/core';

export type TokenBudget = ReturnType<typeof createTokenBudget>;

/** `spentToday` returns the tokens in today's ledger. */
export const createTokenBudget = (spentToday: () => Promise<number>) => {
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
    /**
     * Reserves tokens. If only reservations of other calls are in the way, waits for these calls. The caller calls the
     * returned function once its call is in the ledger. Returns null when today's tokens are spent.
     */
    async take(tokensPerDay: number, tokens: number): Promise<(() => void) | null> {
      for (;;) {
        const before = returned;
        const spentTokens = await spentToday();
        // A reservation that ended while the ledger was read may be missing in both sums.
        if (returned !== before) continue;
        if (fitsBudget({ tokensPerDay, spentTokens: spentTokens + aside }, tokens)) return setAside(tokens);
        if (!fitsBudget({ tokensPerDay, spentTokens }, tokens)) return null;
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
  };
};
