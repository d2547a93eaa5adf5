// A terminal, made by `script`, for questions at a prompt.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Device, type Ran, root } from '../../e2e/cairn.ts';

const SCRIPT = '/usr/bin/script';
export const hasTerminal = process.platform === 'linux' && existsSync(SCRIPT);

/** Types the answer once its question is shown. The answer is not in the arguments. */
export const runInTerminal = async (
  { home }: Device,
  args: readonly string[],
  answers: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Ran> => {
  const line = [join(root, 'bin', 'cairn'), ...args].map((word) => `'${word}'`).join(' ');
  // Without a width, every letter of a question would be on its own line.
  const child = spawn(SCRIPT, ['-qefc', `stty cols 120 rows 40; exec ${line}`, '/dev/null'], {
    cwd: home,
    env: {
      ...{ PATH: process.env.PATH, HOME: home, TERM: 'xterm', NODE_ENV: 'test' },
      ...{ CAIRN_HOME: home, CAIRN_PORT: '0', CAIRN_EMBED: 'off' },
      ...settings,
    },
  });
  const left = new Map(Object.entries(answers));
  let out = '';
  const hear = (part: string): void => {
    out += part;
    for (const [question, answer] of left)
      if (out.includes(question)) {
        left.delete(question);
        child.stdin.write(answer);
      }
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err: '' };
};
