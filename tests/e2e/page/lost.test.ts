// A connection that breaks after the daemon has taken a request: the answer is lost, and what was asked for is done.

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { endBrowserAfterTests, hasChromium, leave, openPage } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

/** Loses the next answer whose method and path match. The daemon does what was asked. */
const loseAnswer = async (page: Page, which: RegExp): Promise<void> => {
  let isLost = false;
  await page.route(/\/v1\/(?!events)/, async (route) => {
    const line = `${route.request().method()} ${new URL(route.request().url()).pathname}`;
    if (isLost || !which.test(line)) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
};

describe.skipIf(!hasChromium)('after a lost answer', () => {
  test('[PG-9] a view that was not read is read again by itself', async () => {
    const on = await newDevice('lost-reads');
    await save(on, 'The gate is locked at six');
    const seen = await openPage(on, '#/usage');
    const { page } = seen;
    await loseAnswer(page, /^GET \/v1\/trash$/);
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByText('The trash is empty').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await loseAnswer(page, /^POST \/v1\/search$/);
    await page.keyboard.press('/');
    await page.keyboard.insertText('gate');
    await page.getByRole('alert').waitFor();
    await page.getByText('1 result').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await leave(seen);
  });

  test('[PG-12] a memory that was replaced is shown, and its form closes', async () => {
    const on = await newDevice('lost-replace');
    const id = await save(on, 'The gate is locked at six');
    const seen = await openPage(on, `#/memory/${id}`);
    const { page } = seen;
    await loseAnswer(page, /^POST \/v1\/memories\/[^/]+\/supersede$/);
    await page.getByRole('button', { name: 'Replace…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('textarea').fill('The gate is locked at five');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.waitForTimeout(500);
    await dialog.getByRole('button', { name: 'Save' }).click({ timeout: 3_000 });
    await expect.poll(() => dialog.count()).toBe(0);
    const { memories } = JSON.parse((await on.run(['list', '--json'])).out);
    expect(memories).toMatchObject([{ content: 'The gate is locked at five' }]);
    await leave(seen);
  });
});
