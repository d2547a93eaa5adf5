// Finds Chromium: the program that CHROMIUM names, or one of Debian's paths.

import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the path; null when Chromium is not installed. */
export const findChromium = (named = process.env.CHROMIUM ?? ''): string | null =>
  (named === '' ? PLACES : [named]).find((path) => existsSync(path)) ?? null;

/** Returns the flags. As root in a container, Chromium cannot use its sandbox. */
export const chromiumFlags = (): readonly string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);
