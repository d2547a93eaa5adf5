/** Inputs are parsed here, as the daemon does at its border, and failures are told as it tells them. */
import { type CairnError, cairnError, err, ok, parseInput, type Result } from '@cairn/schema';
import type * as z from 'zod';
import type { Answer } from '../memory/answer.ts';
import type { MemoryFailure } from '../memory/memory-error.ts';

export const failureOf = ({ kind, message, retryable }: CairnError): MemoryFailure => ({
  kind,
  message,
  retryable,
  status: null,
  problem: null,
});

export const parsed = async <I, T>(
  input: unknown,
  schema: z.ZodType<I>,
  work: (input: I) => Promise<Result<T, CairnError>>,
): Answer<T> => {
  const one = parseInput(input, schema);
  if (!one.ok) return err(failureOf(one.error));
  return namesFolder(one.value) ? err(failureOf(NO_FOLDERS)) : answered(await work(one.value));
};

const namesFolder = (input: unknown): boolean => {
  const { project, cwd }: { readonly project?: unknown; readonly cwd?: unknown } = { ...Object(input) };
  return project === '.' || cwd !== undefined;
};

const NO_FOLDERS = cairnError(
  'invalid_input',
  'A memory in this process does not know which folder is which project: give the project by its name.',
);

export const answered = <T>(result: Result<T, CairnError>): Result<T, MemoryFailure> =>
  result.ok ? ok(result.value) : err(failureOf(result.error));
