// A real terminal of a given size, by tmux with a server of its own: what a person sees and types.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { waitUntil } from '@cairn/test-support';
import { root } from './cairn.ts';

export const hasTmux = spawnSync('tmux', ['-V']).status === 0;

export interface Terminal {
  /** Clears the screen, types a shell command and presses Enter. Returns the command's number. */
  type(line: string): number;
  /** Returns what the screen shows when the command has ended, and its exit code. */
  run(line: string): Promise<{ readonly lines: readonly string[]; readonly code: number }>;
  ended(typed: number): Promise<{ readonly lines: readonly string[]; readonly code: number }>;
  /** Presses keys by tmux's names, such as `C-c` or `Enter`. */
  press(...keys: readonly string[]): void;
  /** Pastes a text at once, as it was copied. */
  paste(text: string): void;
  /** Returns the visible lines without trailing spaces. */
  screen(): readonly string[];
  /** Returns the visible lines with colours. */
  painted(): string;
  /** Returns whether a line was too long for the terminal and continues on the next line. */
  hasWrapped(): boolean;
  /** Returns whether the cursor is visible. */
  hasCursor(): boolean;
  waitFor(pattern: RegExp): Promise<readonly string[]>;
  resize(columns: number): void;
  end(): void;
}

const ROWS = 60;

export const openTerminal = (
  columns: number,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Terminal => {
  // The socket is in the home, because tmux leaves it behind.
  const socket = join(cwd, `tmux-${randomBytes(4).toString('hex')}`);
  const tmux = (...args: readonly string[]): string => {
    const ran = spawnSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
    if (ran.status !== 0) throw new Error(`tmux ${args.join(' ')}: ${ran.stderr}`);
    return ran.stdout;
  };
  const settings = {
    PATH: `${join(root, 'bin')}:${process.env.PATH ?? ''}`,
    LANG: 'C.UTF-8',
    TERM: 'screen-256color',
    PS1: '$ ',
    ...env,
  };
  const words = Object.entries(settings).map(([name, value]) => `${name}='${value}'`);
  const command = `env -u NO_COLOR -u FORCE_COLOR ${words.join(' ')} sh`;
  tmux('new-session', '-d', '-x', String(columns), '-y', String(ROWS), '-c', cwd, command);
  tmux('set-option', '-g', 'window-size', 'manual');
  const screen = (): readonly string[] =>
    tmux('capture-pane', '-p')
      .split('\n')
      .map((line) => line.trimEnd());
  let typed = 0;
  const type = (line: string): number => {
    typed += 1;
    // Clears the screen at once, so that the previous command's output is not taken for this one's.
    tmux('send-keys', '-R');
    tmux('send-keys', '-l', `clear; ${line}; echo "over ${typed}: $?"`);
    tmux('send-keys', 'Enter');
    return typed;
  };
  const waitFor = async (pattern: RegExp): Promise<readonly string[]> => {
    await waitUntil(() => pattern.test(screen().join('\n')), {
      timeoutMs: 30_000,
      what: `${pattern} on the terminal, which shows:\n${screen().join('\n').trimEnd()}`,
    });
    return screen();
  };
  const ended = async (n: number) => {
    const shown = await waitFor(new RegExp(`^over ${n}: \\d+$`, 'm'));
    const at = shown.findIndex((line) => line.startsWith(`over ${n}: `));
    return { lines: shown.slice(0, at), code: Number((shown[at] ?? '').split(': ')[1]) };
  };
  return {
    type,
    ended,
    run: (line) => ended(type(line)),
    press: (...keys) => void tmux('send-keys', ...keys),
    paste: (text) => {
      tmux('set-buffer', '--', text);
      tmux('paste-buffer');
    },
    screen,
    painted: () => tmux('capture-pane', '-p', '-e'),
    hasWrapped: () =>
      tmux('capture-pane', '-p', '-J').split('\n').length < tmux('capture-pane', '-p').split('\n').length,
    hasCursor: () => tmux('display-message', '-p', '#{cursor_flag}').trim() === '1',
    waitFor,
    resize: (width) => void tmux('resize-window', '-x', String(width), '-y', String(ROWS)),
    end: () => void spawnSync('tmux', ['-S', socket, 'kill-server']),
  };
};
