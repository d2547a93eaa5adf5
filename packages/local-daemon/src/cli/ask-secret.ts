/** Reads a secret from a prompt that hides it, or from standard input. So the list of processes does not show the secret. */
import { ok } from '@cairn/schema';
import { type Answer, UNCHANGED } from './failure.ts';
import type { Io } from './io.ts';

/** Asks on a terminal. Without a terminal, or with `--json`, reads all of standard input. Returns the text trimmed. */
export const askSecret = async (message: string, bytesMax: number, io: Io): Answer<string> => {
  if (!io.canAsk || io.json) {
    const read = await io.readStdin(bytesMax);
    return read.ok ? ok(read.value.trim()) : read;
  }
  const { isCancel, password } = await import('@clack/prompts');
  const answer = await password({ message, output: process.stderr });
  return isCancel(answer) ? UNCHANGED : ok((answer ?? '').trim());
};
