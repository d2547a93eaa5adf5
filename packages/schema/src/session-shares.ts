/** Shares of an agent's context: at which facts are extracted, at which older messages are summarised, and which remains. [SE-2, SE-3] */
export const SESSION_SHARES = { flushShare: 0.75, rollShare: 0.8, rollToShare: 0.5 } as const;
