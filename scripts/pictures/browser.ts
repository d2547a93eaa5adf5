/** Takes pictures of the page and of the server's status page, with a real Chromium at the time of the story. */
import { chromiumFlags, findChromium } from '@cairn/test-support';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { ADMIN_PICTURE, PAGE_PICTURES, type PagePicture, pageFile, SCHEMES, type Scheme } from './list.ts';
import { ADMIN_TOKEN, type World } from './world.ts';

const SIZE = { width: 1_200, height: 760 };
const SCALE = 2;
const QUALITY = 90;
/** Milliseconds until charts and counts have followed the first view. */
const SETTLED_MS = 1_200;
const TRIES_MAX = 5;

export const NO_CHROMIUM =
  'There is no Chromium here: `apt-get install chromium`, or name one by CHROMIUM=/path/to/chrome.';

export const takePages = async (world: World, keep: (file: string, bytes: Buffer) => void): Promise<void> => {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(NO_CHROMIUM);
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags()] });
  try {
    for (const scheme of SCHEMES) {
      const context = await contextOf(browser, world, scheme);
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      const shoot = async (name: string): Promise<void> => {
        // Playwright itself only makes PNG, which is three times as large.
        const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
        keep(pageFile(name, scheme), Buffer.from(data, 'base64'));
      };
      await page.goto(String((await world.laptop.cairn(['open'])).url));
      for (const picture of PAGE_PICTURES) {
        await show(page, picture, world);
        await shoot(picture.name);
      }
      await showAdmin(page, world);
      await shoot(ADMIN_PICTURE);
      await context.close();
    }
  } finally {
    await browser.close();
  }
};

const contextOf = async (browser: Browser, world: World, scheme: Scheme): Promise<BrowserContext> => {
  const context = await browser.newContext({
    ...{ viewport: SIZE, deviceScaleFactor: SCALE, colorScheme: scheme },
    ...{ reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' },
  });
  await context.clock.setFixedTime(world.nowMs());
  return context;
};

const show = async (page: Page, { path, shows }: PagePicture, { titled }: World): Promise<void> => {
  const hash = path.replace(/\{(\w+)\}/, (_, title: string) => titled.get(title) ?? '');
  await page.goto(new URL(`/#${hash}`, page.url()).href);
  await page.locator('main').getByText(shows).first().waitFor();
  // On a busy machine the embedder answers too late for a search, and the page says so. Then the picture is taken again.
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    await page.waitForTimeout(SETTLED_MS);
    if ((await page.getByText('did not answer in time').count()) === 0) return;
    await page.reload();
  }
};

const showAdmin = async (page: Page, { serverUrl }: World): Promise<void> => {
  await page.goto(`${serverUrl}/admin`);
  await page.locator('input[name=token]').fill(ADMIN_TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('table').first().waitFor();
};
