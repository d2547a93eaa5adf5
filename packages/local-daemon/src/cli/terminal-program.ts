/** Runs a program that uses the person's terminal until it ends: an editor, `man`. */
import { findProgram, NEUTRAL_FOLDER, programEnv } from '@cairn/client/device';
import type { Io } from './io.ts';

/** Returns the exit code; null if there is no such program, or it cannot be started. [TR-11] */
export const runOnTerminal = async (
  name: string,
  args: readonly string[],
  io: Io,
): Promise<number | null> => {
  const program = findProgram(name);
  if (program === null) return null;
  const { spawn } = await import('node:child_process');
  const { TERM = 'dumb', COLORTERM = '' } = io.env;
  const child = spawn(program, args, {
    ...{ stdio: 'inherit', cwd: NEUTRAL_FOLDER },
    env: { ...programEnv('session', io.env), TERM, COLORTERM },
  });
  // The terminal sends Ctrl-C to both programs. Only the one that the person sees may end by it.
  const stay = (): void => undefined;
  for (const signal of BY_KEY) process.on(signal, stay);
  try {
    return await new Promise((resolve) => {
      child.once('error', () => resolve(null));
      child.once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    for (const signal of BY_KEY) process.off(signal, stay);
  }
};

/** Signals that a key of the terminal sends. */
const BY_KEY = ['SIGINT', 'SIGQUIT'] as const;
