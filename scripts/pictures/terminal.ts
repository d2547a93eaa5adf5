// Draws docs/pictures/*.svg: real commands in a demo home, on a real terminal (tmux). node scripts/pictures/terminal.ts

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../paths.mjs';
import { screenSvg } from './ansi.ts';

const COLUMNS = 88;
const ROWS = 60;
const MEANING_MS = 20_000;

const MEMORIES: readonly (readonly string[])[] = [
  ['Staging is read-only on weekdays', '-t', 'ops'],
  ['The office dog is called Pixel'],
  ['Prefers pnpm to npm', '-t', 'tooling', '--source', 'user', '--pin'],
  ['Integration tests need the database of docker compose', '-p', 'shop'],
  ['Releases are cut on Tuesdays, by tag', '-p', 'shop', '-t', 'ops'],
];

const PICTURES = [
  {
    name: 'terminal',
    title: 'cairn save, cairn search and cairn on a terminal',
    lines: [
      'cairn save "Checkout times out after 30 s" -p shop -t ops',
      'cairn search "which pet lives at work" -n 2',
      'cairn',
    ],
  },
  { name: 'status', title: 'cairn status on a terminal', lines: ['cairn status'] },
  { name: 'doctor', title: 'cairn doctor on a terminal', lines: ['cairn doctor'] },
] as const;

const home = mkdtempSync(join(tmpdir(), 'demo-'));
const person = join(home, 'anna');
mkdirSync(join(person, '.cursor'), { recursive: true });
const settings = {
  PATH: `${join(root, 'bin')}:${process.env.PATH ?? ''}`,
  HOME: person,
  CAIRN_HOME: home,
  CAIRN_PORT: '0',
  LANG: 'C.UTF-8',
};
const cairn = (...args: readonly string[]): string =>
  execFileSync(join(root, 'bin/cairn'), args, { env: settings, cwd: person, encoding: 'utf8' });
/** The screen after each line was typed and has ended, without what the shell itself printed last. */
const filmed = async (name: string, lines: readonly string[]): Promise<string> => {
  // A server of its own for each, which nothing else of this machine is on.
  const socket = join(home, `tmux-${name}`);
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
  const words = Object.entries({ ...settings, PS1: '$ ' }).map(([name, value]) => `${name}='${value}'`);
  const size = ['-x', String(COLUMNS), '-y', String(ROWS)];
  tmux('new-session', '-d', ...size, '-c', person, `env -u NO_COLOR ${words.join(' ')} sh`);
  try {
    for (const line of lines) {
      tmux('send-keys', '-l', line);
      tmux('send-keys', 'Enter');
      let before = '';
      // Two looks alike, and the shell waits again.
      for (let looks = 0; looks < 200; looks++) {
        await sleep(300);
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

try {
  writeFileSync(join(home, 'config.json'), JSON.stringify({ deviceName: 'laptop' }), { mode: 0o600 });
  for (const words of MEMORIES) cairn('save', ...words);
  cairn('install', 'cursor');
  const until = performance.now() + MEANING_MS;
  while (performance.now() < until && JSON.parse(cairn('status', '--json')).models.embedder?.pending > 0)
    await sleep(500);
  const folder = join(root, 'docs/pictures');
  mkdirSync(folder, { recursive: true });
  for (const { name, title, lines } of PICTURES) {
    const screen = (await filmed(name, lines)).replaceAll(home, '~/demo');
    writeFileSync(join(folder, `${name}.svg`), screenSvg(screen, COLUMNS, title));
    process.stdout.write(`docs/pictures/${name}.svg\n`);
  }
} finally {
  spawnSync(join(root, 'bin/cairn'), ['down'], { env: settings });
  rmSync(home, { recursive: true, force: true });
}
