/** Shares of what an agent's context takes: facts are taken out, a summary goes on, and so much it leaves. [SE-2, SE-3] */
export const SESSION_SHARES = { flushShare: 0.75, rollShare: 0.8, rollToShare: 0.5 } as const;
