import type { Result } from '@cairn/schema';
import type { MemoryFailure } from './memory-error.ts';

/** What a backend answers: a failure is a value. */
export type Answer<T> = Promise<Result<T, MemoryFailure>>;
