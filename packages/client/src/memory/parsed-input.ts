/** Parses the input of a call. Both backends do, so that both refuse the same: a query string and JSON lose types. [SD-2, SD-3] */
import { err, parseInput } from '@cairn/schema';
import type * as z from 'zod';
import { clientError } from '../device/client-error.ts';
import type { Answer } from './memory-error.ts';

export const parsedInput = async <I, T>(
  input: unknown,
  schema: z.ZodType<I>,
  work: (input: I) => Answer<T>,
): Answer<T> => {
  const one = parseInput(input, schema);
  return one.ok ? work(one.value) : err(clientError(one.error));
};
