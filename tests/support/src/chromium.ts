// Where a Chromium may be. Debian's, or the one that CHROMIUM names.

import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Null: there is none on this machine. */
export const findChromium = (named = process.env.CHROMIUM ?? ''): string | null =>
  (named === '' ? PLACES : [named]).find((path) => existsSync(path)) ?? null;

/** Root in a container has no sandbox to enter. */
export const chromiumFlags = (): readonly string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);
