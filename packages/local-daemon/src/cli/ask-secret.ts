/** Secrets that a person types: not shown on the screen, in no list of processes, and ended by Enter. */
import { err, ok, type Result } from '@cairn/schema';
import { type Failure, failure } from './failure.ts';
import type { Io } from './io.ts';

/** Asked for on a terminal, else all of standard input; trimmed. */
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
