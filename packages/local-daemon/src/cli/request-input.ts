/** What several commands send the same way. */
import { ok, type Result } from '@cairn/schema';
import type { ParsedArgs } from './command.ts';
import type { Failure } from './failure.ts';
import type { Io } from './io.ts';

/** Names are those of the contract; values that are undefined are not sent. */
export type Body<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** M-8: "." is the working directory's project, which the daemon finds out. */
export const projectOf = (
  given: ParsedArgs,
  io: Io,
): { readonly project?: string; readonly cwd?: string } => {
  const project = given.text('project');
  if (project === undefined) return {};
  return project === '.' ? { project, cwd: io.cwd } : { project };
};

/** Query parameters; undefined ones are left out, lists are repeated. */
export const queryOf = (
  values: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>,
): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'object') for (const item of value) query.append(name, item);
    else query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

/** As much as the daemon takes in one request, so that its own message about the length is the one that is shown. */
const TEXT_BYTES_MAX = 8_388_608;

/** The words of an argument, or standard input for "-". */
export const textOf = async (words: readonly string[], io: Io): Promise<Result<string, Failure>> =>
  words.length === 1 && words[0] === '-' ? io.readStdin(TEXT_BYTES_MAX) : ok(words.join(' '));
