import { spawn } from 'node:child_process';
import type { Device } from './device.ts';

/** Resolves when the process ends; rejects when its exit code is not 0. With `input`, the process reads it on standard input. */
export const runProcess = (
  program: string,
  args: readonly string[],
  env: Device['env'],
  input?: string,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const stdin = input === undefined ? 'ignore' : 'pipe';
    const child = spawn(program, args, { env, stdio: [stdin, 'ignore', 'ignore'] });
    child.once('error', reject);
    child.stdin?.on('error', () => undefined);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code}`));
    });
    child.stdin?.end(input);
  });
