/**
 * The border's parser, without zod: the answer comes from our own daemon, proved by its token, of this version or a newer
 * one that keeps the contract. To load and build the schemas takes longer than all the rest of a save.
 */
export const isAnswer = <T>(value: unknown): value is T => typeof value === 'object' && value !== null;
