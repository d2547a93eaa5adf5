/** Parses input once at the border. An error is a sentence. */
import type * as z from 'zod';
import { type CairnError, cairnError } from './errors.ts';
import { err, ok, type Result } from './result.ts';

export const parseInput = <T>(json: unknown, schema: z.ZodType<T>): Result<T, CairnError> => {
  const parsed = schema.safeParse(json);
  return parsed.success ? ok(parsed.data) : err(cairnError('invalid_input', sentenceOf(parsed.error.issues)));
};

const sentenceOf = (issues: readonly z.core.$ZodIssue[]): string => {
  const issue = issues[0];
  if (issue === undefined) return 'The input is not valid.';
  const where = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys')
    return `Unknown field${issue.keys.length === 1 ? '' : 's'}: ${issue.keys.join(', ')}${where === '' ? '' : ` in ${where}`}.`;
  return where === '' ? `${issue.message}.` : `${where}: ${issue.message}.`;
};
