/** Takes pictures of a terminal: real commands in the demo's home, on a real terminal (tmux), drawn as SVG. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../paths.mjs';
import { screenSvg } from './ansi.ts';
import { TERMINAL_PICTURES, terminalFile } from './list.ts';
import type { World } from './world.ts';

const COLUMNS = 88;
const ROWS = 60;
const LOOK_MS = 300;
const LOOKS_MAX = 200;

export const NO_TMUX =
  'There is no tmux here, which the pictures of the terminal need: `apt-get install tmux`.';
export const hasTmux = (): boolean => spawnSync('tmux', ['-V']).status === 0;

export const takeTerminals = async (
  world: World,
  folder: string,
  keep: (file: string, bytes: Buffer) => void,
): Promise<void> => {
  for (const { name, title, lines } of TERMINAL_PICTURES) {
    const typed = lines.map((line) =>
      line.replace(/\{(\w+)\}/, (_, one: string) => world.titled.get(one) ?? ''),
    );
    const screen = await screenAfter(world, join(folder, `tmux-${name}`), typed);
    keep(
      terminalFile(name),
      Buffer.from(screenSvg(screen.replaceAll(world.laptop.home, '~/demo'), COLUMNS, title)),
    );
  }
};

/** Returns the screen after all lines were typed and have ended, without the shell's last prompt. */
const screenAfter = async (world: World, socket: string, lines: readonly string[]): Promise<string> => {
  // Each has its own tmux server, which nothing else on this machine uses.
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
  const env = world.laptopEnv();
  const path = `${join(root, 'bin')}:${process.env.PATH ?? ''}`;
  const words = Object.entries({ ...env, PATH: path, LANG: 'C.UTF-8', PS1: '$ ' }).map(
    ([name, value]) => `${name}='${value}'`,
  );
  const size = ['-x', String(COLUMNS), '-y', String(ROWS)];
  tmux('new-session', '-d', ...size, '-c', env.HOME ?? '', `env -u NO_COLOR ${words.join(' ')} sh`);
  try {
    for (const line of lines) {
      tmux('send-keys', '-l', line);
      tmux('send-keys', 'Enter');
      let before = '';
      // The command has ended when two looks are alike and the shell waits again.
      for (let looks = 0; looks < LOOKS_MAX; looks++) {
        await sleep(LOOK_MS);
        const now = tmux('capture-pane', '-p');
        if (now === before && /\n\$\s*$/.test(now.trimEnd())) break;
        before = now;
      }
    }
    const screen = tmux('capture-pane', '-p', '-e').trimEnd();
    return screen.slice(0, screen.lastIndexOf('\n'));
  } finally {
    spawnSync('tmux', ['-S', socket, 'kill-server']);
  }
};
