// How time passes for the programs of a world: all of them jump at the same moment. (clock.ts is loaded before each.)

import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tempHome } from '@cairn/test-support';
import type { Jump } from './clock.ts';

export interface Passage {
  /** For the environment of each program. */
  readonly settings: Readonly<Record<string, string>>;
  /** Their time now, in milliseconds since 1970. */
  readonly nowMs: () => number;
  /** So much time passes; what was due in it happens once, as on a machine that slept. */
  pass(ms: number): Promise<void>;
  end(): Promise<void>;
}

/** Until all of them have looked into the file. */
const NOTICE_MS = 80;
const HAPPEN_MS = 250;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const clockProgram = pathToFileURL(fileURLToPath(new URL('clock.ts', import.meta.url))).href;

let newest = 0;
/** The time of the newest world, for what is made up in its name. */
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
