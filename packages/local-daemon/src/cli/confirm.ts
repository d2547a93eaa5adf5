/** Asks yes or no on a terminal. */
import { err, ok, type Result } from '@cairn/schema';
import type { ParsedArgs } from './command.ts';
import { type Failure, failure } from './failure.ts';
import type { Io } from './io.ts';

/** `--yes` answers, and where nobody can be asked it is the only way. `question` says what will happen. */
export const confirm = async (
  given: ParsedArgs,
  io: Io,
  question: string,
): Promise<Result<null, Failure>> => {
  if (given.flag('yes')) return ok(null);
  if (!io.canAsk || io.json)
    return err(failure('usage', `${question} There is no terminal to ask on: add --yes to say so.`));
  const prompts = await import('@clack/prompts');
  const answer = await prompts.confirm({ message: question, initialValue: false, output: process.stderr });
  return answer === true ? ok(null) : err(failure('cancelled', 'Nothing was changed.'));
};

/** A person is told what it means; a script that names the very thing means it, as with `cairn forget ID`. */
export const confirmOnTerminal = async (
  given: ParsedArgs,
  io: Io,
  question: string,
): Promise<Result<null, Failure>> => (io.canAsk && !io.json ? confirm(given, io, question) : ok(null));
