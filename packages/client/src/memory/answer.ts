import type { Result } from '@cairn/schema';
import type { MemoryFailure } from './memory-error.ts';

/** A backend's answer: a failure is a value. */
export type Answer<T> = Promise<Result<T, MemoryFailure>>;
