/** Asks yes or no on a terminal. */
import { ok } from '@cairn/schema';
import type { ParsedArgs } from './command.ts';
import { type Answer, misuse, UNCHANGED } from './failure.ts';
import type { Io } from './io.ts';

/** Asks a yes-or-no question, which says what will happen. `--yes` answers it. If nobody can be asked, `--yes` is required. */
export const confirm = async (given: ParsedArgs, io: Io, question: string): Answer<null> => {
  if (given.flag('yes')) return ok(null);
  if (!io.canAsk || io.json)
    return misuse(`${question} There is no terminal to ask on: add --yes to confirm.`);
  const prompts = await import('@clack/prompts');
  const answer = await prompts.confirm({ message: question, initialValue: false, output: process.stderr });
  return answer === true ? ok(null) : UNCHANGED;
};

/** Asks only on a terminal. A script that names the thing means it, as with `cairn forget ID`. */
export const confirmOnTerminal = async (given: ParsedArgs, io: Io, question: string): Answer<null> =>
  io.canAsk && !io.json ? confirm(given, io, question) : ok(null);
