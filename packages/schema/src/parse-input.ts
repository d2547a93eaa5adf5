/** Parses input from outside against a schema. An error is a sentence about the first issue. */
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
  const length = lengthProblem(issue);
  if (length !== null) return `${where === '' ? 'The text' : where} ${length}.`;
  return where === '' ? `${issue.message}.` : `${where}: ${issue.message}.`;
};

/** Returns the predicate of a sentence about a text that is too long or too short; null for other issues. */
const lengthProblem = (issue: z.core.$ZodIssue): string | null => {
  if (issue.code === 'too_small' && issue.origin === 'string')
    return issue.minimum === 1 ? 'is empty' : `is too short; it has at least ${issue.minimum} characters`;
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `is too long; the limit is ${issue.maximum.toLocaleString('en-US')} characters`;
  return null;
};
