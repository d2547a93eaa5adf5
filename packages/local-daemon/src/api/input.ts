/** The border: bodies and queries are parsed once here, and what is wrong with them is said in a sentence. */
import { type CairnError, cairnError, err, LIMITS, ok, type Result } from '@cairn/schema';
import type { Context } from 'hono';
import type * as z from 'zod';

export const readJson = async <T>(c: Context, schema: z.ZodType<T>): Promise<Result<T, CairnError>> => {
  const text = await c.req.text();
  if (text.length > LIMITS.daemonBodyBytesMax) return err(tooLarge());
  let json: unknown;
  try {
    json = text === '' ? {} : JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON';
    return err(
      cairnError('invalid_input', `The request's body is not valid JSON: ${withoutContent(reason)}.`),
    );
  }
  return parseInput(json, schema);
};

export const tooLarge = (): CairnError =>
  cairnError(
    'invalid_input',
    `The request's body is larger than ${LIMITS.daemonBodyBytesMax} bytes. Send less at once.`,
  );

/** V8 quotes a piece of the text after a comma. */
const withoutContent = (reason: string): string => reason.split(/, "|, \.\.\./)[0] ?? reason;

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

/** The query string as an object: names in `lists` are arrays, `flags` are true for `1`, `true` or nothing. */
export const queryOf = (
  c: Context,
  lists: readonly string[] = [],
  flags: readonly string[] = [],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => {
      if (lists.includes(name)) return [name, values];
      const last = values.at(-1) ?? '';
      if (flags.includes(name)) return [name, last === '' || last === '1' || last === 'true'];
      return [name, last];
    }),
  );
