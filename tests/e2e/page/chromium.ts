// A real browser on a real daemon's page: Debian's chromium, or the one that CHROMIUM names. Without one the tests are skipped with a
// warning.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openResult } from '@cairn/schema';
import { chromiumFlags, findChromium } from '@cairn/test-support';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import type { Device } from '../cairn.ts';

/** Chromium's headless shell. It has the same engine and takes two thirds of the processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const program = process.env.CHROMIUM === undefined && existsSync(SHELL) ? SHELL : findChromium();
if (program === null)
  console.error(
    '\n!!! No Chromium here: the page is not tested. `apt-get install chromium`, or set CHROMIUM.',
  );

export const hasChromium = program !== null;

/** Flags that turn off an emulated GPU, because nobody sees the picture. */
const WITHOUT_GPU = ['--disable-gpu', '--disable-software-rasterizer'] as const;

let running: Promise<Browser> | null = null;

/** Starts one browser for all tests of a file. It ends with them. */
export const browser = (): Promise<Browser> => {
  running ??= chromium.launch({
    executablePath: program ?? '',
    args: [...chromiumFlags(), ...WITHOUT_GPU],
  });
  return running;
};

export const endBrowserAfterTests = (): void =>
  afterAll(async () => {
    await (await running)?.close();
  });

export interface Seen {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Script errors, violations of the content security policy, and requests to other hosts. */
  readonly wrong: string[];
}

/** Returns a one-time address. */
export const ticketUrl = async (device: Device): Promise<string> =>
  (await device.json(openResult, ['open'])).url;

/** Opens the page in a separate browser context, signed in. */
export const openPage = async (device: Device, path = '#/timeline', locale = 'en-US'): Promise<Seen> => {
  const context = await (await browser()).newContext({ viewport: { width: 1_200, height: 800 }, locale });
  const page = await context.newPage();
  const url = await ticketUrl(device);
  const wrong = watch(page, new URL(url).host);
  await page.goto(url);
  await page.getByRole('heading', { name: 'Timeline', level: 1 }).waitFor();
  if (path !== '#/timeline') await goTo(page, path);
  return { page, context, wrong };
};

/** Collects faults of the page as they happen. */
const watch = (page: Page, host: string): string[] => {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(`script: ${error.message}`));
  page.on('console', (message) => {
    // The page itself reports a request that was refused.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      wrong.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, host: to } = new URL(request.url());
    if (protocol !== 'data:' && to !== host) wrong.push(`request: ${request.url()}`);
  });
  return wrong;
};

export const goTo = async (page: Page, path: string): Promise<void> => {
  await page.goto(new URL(path, page.url()).href);
};

/** Closes the page and checks that nothing was wrong on it. */
export const leave = async ({ context, wrong }: Seen): Promise<void> => {
  await context.close();
  expect(wrong).toEqual([]);
};

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const NAMES =
  "({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map((n) => n.html).join(' | '))";
/** All rules of WCAG 2.2 AA and axe's best practices. By default axe leaves out the size of targets. */
const ALL_RULES = { rules: { 'target-size': { enabled: true } } };

/** Returns what axe finds on the page, by rule and element; only for `rules` when they are given. */
export const axeOf = async (page: Page, rules?: readonly string[]): Promise<unknown> => {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const options = rules === undefined ? ALL_RULES : { runOnly: rules };
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(${NAMES})`);
};
