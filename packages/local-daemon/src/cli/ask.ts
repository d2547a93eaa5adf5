/** Questions to the person, on a terminal. They are written to standard error, like all messages. */
import { Transform } from 'node:stream';
import { ok } from '@cairn/schema';
import type { ParsedArgs } from './command.ts';
import { type Answer, mapped, misuse, UNCHANGED } from './failure.ts';
import type { Io } from './io.ts';

/** An option of every prompt. */
export const output = process.stderr;

type Prompts = typeof import('@clack/prompts');

/** Asks by one of the prompts, which are loaded now. Fails if the person cancels. */
export const ask = async <T>(by: (prompts: Prompts) => Promise<T | Prompts['CANCEL_SYMBOL']>): Answer<T> => {
  const prompts = await import('@clack/prompts');
  const { aliases } = prompts.settings;
  // By its name, Escape also moves to the other answer of a yes-or-no question, and the cancelled question would show "Yes".
  if (aliases.delete('escape')) for (const keys of ['\x1b', '\x1b\x1b']) aliases.set(keys, 'cancel');
  const answer: T | Prompts['CANCEL_SYMBOL'] = await by(prompts);
  return prompts.isCancel(answer) ? UNCHANGED : ok(answer);
};

/** Returns what is wrong with an answer that can still be retyped; undefined if it is valid. */
export type Check = (answer: string) => string | undefined;

export const anyText: Check = (answer) =>
  answer.trim() === '' ? 'Type it, or cancel with Ctrl-C.' : undefined;

export const askText = (message: string, placeholder: string, check = anyText): Answer<string> => {
  const validate = (value = '') => check(value);
  return mapped(
    ask(({ text }) => text({ message, placeholder, validate, output })),
    (answer) => answer.trim(),
  );
};

/** Asks a yes-or-no question, which says what will happen. `--yes` answers it. If nobody can be asked, `--yes` is required. */
export const confirm = async (given: ParsedArgs, io: Io, message: string): Answer<null> => {
  if (given.flag('yes')) return ok(null);
  if (!io.canAsk) return misuse(`${message} There is no terminal to ask on: add --yes to confirm.`);
  const answer = await ask((prompts) => prompts.confirm({ message, initialValue: false, output }));
  return answer.ok && answer.value ? ok(null) : UNCHANGED;
};

/** Asks only on a terminal. A script that names the thing means it, as with `cairn forget ID`. */
export const confirmOnTerminal = async (given: ParsedArgs, io: Io, message: string): Answer<null> =>
  io.canAsk ? confirm(given, io, message) : ok(null);

/**
 * Asks for a secret, hidden. If nobody can be asked, reads all of standard input. So the list of processes does not show the secret.
 * Returns the text trimmed.
 */
export const askSecret = async (message: string, bytesMax: number, io: Io): Answer<string> => {
  const read = io.canAsk
    ? await withPastes((input) => ask(({ password }) => password({ message, input, output })))
    : await io.readStdin(bytesMax);
  return read.ok ? ok((read.value ?? '').trim()) : read;
};

/**
 * Runs a prompt on the terminal's keys, in which a line break within a paste is a blank. As Enter it would end the prompt with the first
 * line, and the next lines, which are secret, could reach the shell.
 */
const withPastes = async <T>(prompt: (input: Transform) => Promise<T>): Promise<T> => {
  const { stdin } = process;
  const keys = new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      done(null, Buffer.from(chunk.toString('latin1').replace(/[\r\n]+(?=[^\r\n])/g, ' '), 'latin1')),
  });
  const input = Object.assign(keys, { isTTY: true, setRawMode: (on: boolean) => stdin.setRawMode(on) });
  stdin.pipe(input);
  try {
    return await prompt(input);
  } finally {
    stdin.unpipe(input);
    stdin.pause();
  }
};
