// Moves the time of all programs of a world at the same moment. (clock.ts is loaded before each program.)

import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tempHome } from '@cairn/test-support';
import type { Jump } from './clock.ts';

export interface Passage {
  /** Environment settings of each program. */
  readonly settings: Readonly<Record<string, string>>;
  /** Returns the programs' time, in milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Lets this much time pass. What was due in it happens once, as on a machine that slept. */
  pass(ms: number): Promise<void>;
  end(): Promise<void>;
}

/** Milliseconds until all programs have read the file. */
const NOTICE_MS = 80;
const HAPPEN_MS = 250;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const clockProgram = pathToFileURL(fileURLToPath(new URL('clock.ts', import.meta.url))).href;

let newest = 0;
/** Returns the time of the newest world, for forged values. */
export const worldNowMs = (): number => Date.now() + newest;

export const createPassage = async (): Promise<Passage> => {
  const home = await tempHome('clock');
  const file = join(home.path, 'clock.json');
  let aheadMs = 0;
  newest = 0;
  const write = (jump: Jump): void => {
    writeFileSync(`${file}.new`, JSON.stringify(jump));
    renameSync(`${file}.new`, file);
  };
  write({ atMs: 0, aheadMs });
  return {
    settings: { CAIRN_TEST_CLOCK: file, NODE_OPTIONS: `--import=${clockProgram}` },
    nowMs: () => Date.now() + aheadMs,
    pass: async (ms) => {
      aheadMs += ms;
      newest = aheadMs;
      write({ atMs: Date.now() + NOTICE_MS, aheadMs });
      await pause(NOTICE_MS + HAPPEN_MS);
    },
    end: () => home.remove(),
  };
};
