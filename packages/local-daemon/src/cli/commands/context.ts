import { type ContextResult, ok } from '@cairn/schema';
import type { Run } from '../command.ts';
import { projectOf, queryOf } from '../scope.ts';

/** The plain text is for an agent, so it is printed as it is. */
export const context: Run = async (given, io) => {
  const query = queryOf({
    ...projectOf(given, io),
    max_tokens: given.int('max-tokens'),
    form: given.text('form'),
  });
  const made = await io.ask<ContextResult>('GET', `/v1/context${query}`);
  if (!made.ok) return made;
  return ok({ json: made.value, human: () => made.value.text });
};
