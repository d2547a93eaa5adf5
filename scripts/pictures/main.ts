// npm run pictures: plays the demo's four weeks on real processes, and takes every picture of docs/pictures again.

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

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** Stops at the next step after a signal, so that no process of the demo outlives this one. */
const watchForStop = (): (() => void) => {
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      isStopped = true;
    });
  return () => {
    if (isStopped) throw new Error('It was stopped. The pictures are those of before.');
  };
};

const takeAll = async (folder: string, checkStopped: () => void): Promise<ReadonlyMap<string, Buffer>> => {
  const taken = new Map<string, Buffer>();
  const keep = (file: string, bytes: Buffer): void => {
    checkStopped();
    taken.set(file, bytes);
    say(`docs/pictures/${file}  ${Math.ceil(bytes.length / 1_000)} kB`);
  };
  const model = await startDemoModel();
  const world = createWorld({ folder, modelUrl: model.baseUrl, say, checkStopped });
  try {
    const played = await world.playAll();
    await played.laptop.cairn(['install', 'cursor']);
    await takeTerminals(played, folder, keep);
    await takePages(played, keep);
    return taken;
  } finally {
    await world.stop();
    await model.close();
  }
};

/** Replaces all pictures or none, so that old and new ones are never mixed. */
const replace = (taken: ReadonlyMap<string, Buffer>): void => {
  const pictures = join(root, 'docs/pictures');
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
  for (const [file, bytes] of taken) writeFileSync(join(pictures, file), bytes);
};

const main = async (): Promise<number> => {
  const missing = [...(findChromium() === null ? [NO_CHROMIUM] : []), ...(hasTmux() ? [] : [NO_TMUX])];
  if (missing.length > 0) {
    complain(missing.join('\n'));
    return 1;
  }
  const checkStopped = watchForStop();
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  try {
    replace(await takeAll(folder, checkStopped));
    return 0;
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return 1;
  } finally {
    removeFolder(folder);
  }
};

process.exitCode = await main();
