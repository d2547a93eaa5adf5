// A real browser on a real daemon's page. Debian's chromium, or the one that CHROMIUM names; without one the tests are skipped, loudly.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openResult } from '@cairn/schema';
import { chromiumFlags, findChromium } from '@cairn/test-support';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import type { Device } from '../cairn.ts';

/** The same engine without a window's program around it takes two thirds of the processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const program = process.env.CHROMIUM === undefined && existsSync(SHELL) ? SHELL : findChromium();
if (program === null)
  console.error(
    '\n!!! No Chromium here: the page is not tested. `apt-get install chromium`, or set CHROMIUM.',
  );

export const hasChromium = program !== null;

/** Else it emulates one, for a picture that cannot be seen. */
const WITHOUT_GPU = ['--disable-gpu', '--disable-software-rasterizer'] as const;

let running: Promise<Browser> | null = null;

/** One for all tests of a file; it ends with them. */
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
  /** Errors of scripts, violations of the policy, requests to anywhere else. */
  readonly wrong: string[];
}

/** A one-time address. */
export const ticketUrl = async (device: Device): Promise<string> =>
  (await device.json(openResult, ['open'])).url;

/** The page in a browser of its own, let in. */
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

/** What should not happen on it, as it happens. */
const watch = (page: Page, host: string): string[] => {
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(`script: ${error.message}`));
  page.on('console', (message) => {
    // The page itself tells of a request that is answered with a refusal.
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

/** Ends the browser's page, and nothing was wrong on it. */
export const leave = async ({ context, wrong }: Seen): Promise<void> => {
  await context.close();
  expect(wrong).toEqual([]);
};

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const NAMES =
  "({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map((n) => n.html).join(' | '))";
/** All rules of WCAG 2.2 AA, of which axe leaves out the size of targets by itself, and what axe advises beside them. */
const ALL_RULES = { rules: { 'target-size': { enabled: true } } };

/** What axe finds on the page as it is, by rule and element; by `rules` alone where they are named. */
export const axeOf = async (page: Page, rules?: readonly string[]): Promise<unknown> => {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const options = rules === undefined ? ALL_RULES : { runOnly: rules };
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(${NAMES})`);
};
