/** Reads a secret that a person types. It is not shown on the screen or in the list of processes. Enter ends it. */
import { err, ok, type Result } from '@cairn/schema';
import { type Failure, failure } from './failure.ts';
import type { Io } from './io.ts';

/** Asks on a terminal; elsewhere reads all of standard input. Returns the text trimmed. */
export const askSecret = async (
  message: string,
  bytesMax: number,
  io: Io,
): Promise<Result<string, Failure>> => {
  if (!io.canAsk || io.json) {
    const read = await io.readStdin(bytesMax);
    return read.ok ? ok(read.value.trim()) : read;
  }
  const { isCancel, password } = await import('@clack/prompts');
  const answer = await password({ message, output: process.stderr });
  return isCancel(answer) ? err(failure('cancelled', 'Nothing was changed.')) : ok((answer ?? '').trim());
};
