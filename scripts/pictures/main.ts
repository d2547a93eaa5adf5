// npm run pictures: plays the demo's four weeks on real processes, and takes every picture of docs/pictures anew.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '@cairn/test-support';
import { removeFolder } from '../demo/processes.ts';
import { root } from '../paths.mjs';
import { NO_CHROMIUM, takePages } from './browser.ts';
import { startDemoModel } from './model.ts';
import { hasTmux, NO_TMUX, takeTerminals } from './terminal.ts';
import { createWorld } from './world.ts';

const pictures = join(root, 'docs/pictures');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const keep = (file: string, bytes: Buffer | string): void => {
  writeFileSync(join(pictures, file), bytes);
  say(`docs/pictures/${file}  ${Math.ceil(bytes.length / 1_000)} kB`);
};

const main = async (): Promise<number> => {
  for (const [isHere, sentence] of [
    [findChromium() !== null, NO_CHROMIUM],
    [hasTmux(), NO_TMUX],
  ] as const)
    if (!isHere) {
      process.stderr.write(`${sentence}\n`);
      return 1;
    }
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  const model = await startDemoModel();
  const world = createWorld({ folder, modelUrl: model.baseUrl, say });
  try {
    const played = await world.playAll();
    await played.laptop.cairn(['install', 'cursor']);
    rmSync(pictures, { recursive: true, force: true });
    mkdirSync(pictures, { recursive: true });
    await takeTerminals(played, folder, keep);
    await takePages(played, keep);
    return 0;
  } finally {
    await world.stop();
    await model.close();
    removeFolder(folder);
  }
};

process.exitCode = await main();
