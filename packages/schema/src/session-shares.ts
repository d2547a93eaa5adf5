/** Shares of an agent's context: when facts are extracted, when the summary rolls on, and how much the roll leaves. [SE-2, SE-3] */
export const SESSION_SHARES = { flushShare: 0.75, rollShare: 0.8, rollToShare: 0.5 } as const;
