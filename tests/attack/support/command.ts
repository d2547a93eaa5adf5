// Runs the command line in a folder, as a person or an agent does.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../e2e/cairn.ts';
import type { Home } from '../../e2e/daemon/world.ts';

/** Longest time that a person waits, on a machine where starting a program takes half a second. A busy machine gets longer. */
export const ANSWER_MS_MAX = 2_000;

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly tookMs: number;
}

/** Runs a command. It is killed after ten times what a person waits, and then its code is null. */
export const cairn = async ({ env }: Home, cwd: string, ...args: readonly string[]): Promise<Ran> => {
  const from = performance.now();
  const child = spawn(join(root, 'bin', 'cairn'), args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (out += text));
  const late = setTimeout(() => child.kill('SIGKILL'), 10 * ANSWER_MS_MAX);
  const code = await new Promise<number | null>((done) => child.once('close', done));
  clearTimeout(late);
  return { code, out, tookMs: performance.now() - from };
};
