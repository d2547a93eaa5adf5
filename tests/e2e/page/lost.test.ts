// A connection that breaks after the daemon has taken a request: the answer is lost, and what was asked for is done.

import { LIMITS } from '@cairn/schema';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { endBrowserAfterTests, hasChromium, leave, openPage } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

/** Loses the next answers whose method and path match. The daemon does what was asked. */
const loseAnswer = async (page: Page, which: RegExp, times = 1): Promise<void> => {
  let lost = 0;
  await page.route(/\/v1\/(?!events)/, async (route) => {
    const line = `${route.request().method()} ${new URL(route.request().url()).pathname}`;
    if (lost === times || !which.test(line)) return route.fallback();
    lost++;
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

  test('[PG-30] a new memory whose text is changed and saved again is one memory', async () => {
    const on = await newDevice('lost-save');
    const seen = await openPage(on);
    const { page } = seen;
    await loseAnswer(page, /^POST \/v1\/memories$/, 2);
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    // The daemon keeps other words than these.
    await dialog.locator('textarea').fill('The gate is locked at six. My password is hunter2hunter2.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.locator('textarea').fill('The gate is locked at five');
    await dialog.getByLabel('Project').fill('garden');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    const { memories } = JSON.parse((await on.run(['list', '--json'])).out);
    expect(memories).toMatchObject([{ content: 'The gate is locked at five', project: 'garden' }]);
    expect(memories).toHaveLength(1);
    // A memory from before is not made by the lost attempt, and stays as it is.
    await loseAnswer(page, /^POST \/v1\/memories$/);
    await page.keyboard.press('n');
    await dialog.locator('textarea').fill('The gate is locked at five');
    await dialog.getByLabel('Project').fill('garden');
    await dialog.getByLabel('Pin').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This was known already.').waitFor();
    expect(JSON.parse((await on.run(['list', '--json'])).out).memories).toMatchObject([{ pinned: false }]);
    await leave(seen);
  });

  test('[PG-18] a new schedule whose form is changed and saved again is one schedule', async () => {
    const on = await newDevice('lost-schedule');
    const seen = await openPage(on, '#/schedules');
    const { page } = seen;
    // The second answer is that of the same request again, and the third one that of the change.
    await loseAnswer(page, /^(POST|PATCH) \/v1\/schedules(\/s_\w+)?$/, 3);
    await page.getByRole('button', { name: 'New schedule' }).click();
    const form = page.getByRole('form', { name: 'A new schedule' });
    await form.getByLabel('Task').fill('Say what is left. My password is hunter2hunter2.');
    for (const name of ['a', 'b', 'c', 'evening']) {
      await form.getByLabel('Name').fill(name);
      const saved = page.waitForResponse(/\/v1\/schedules(\/s_\w+)?$/).catch(() => undefined);
      await form.getByRole('button', { name: 'Save' }).click();
      if (name === 'evening') await saved;
      else await form.getByRole('alert').waitFor();
      await expect.poll(() => form.getByRole('button', { name: 'Saving…' }).count()).toBe(0);
    }
    await expect.poll(() => form.count()).toBe(0);
    const { schedules } = JSON.parse((await on.run(['schedule', 'list', '--json'])).out);
    expect(schedules).toMatchObject([{ name: 'evening' }]);
    expect(schedules).toHaveLength(1);
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

  test('[PG-6] a question that is refused leaves no older answer below it', async () => {
    const on = await newDevice('lost-refused');
    await save(on, 'The gate is locked at six');
    const seen = await openPage(on, '#/search?q=gate');
    const { page } = seen;
    await page.getByText('1 result').waitFor();
    await page.getByRole('searchbox').fill('gate '.repeat(LIMITS.queryCharsMax));
    await page.getByRole('alert').waitFor();
    expect(await page.locator('.hits').count()).toBe(0);
    await page.getByRole('searchbox').fill('locked');
    await page.getByText('1 result').waitFor();
    await leave(seen);
  });

  test('[PG-7] a change that was not made moves the focus at no later change', async () => {
    const on = await newDevice('lost-focus');
    const id = await save(on, 'The gate is locked at six', '-t', 'gate', '-t', 'door');
    const seen = await openPage(on, `#/memory/${id}`);
    const { page } = seen;
    await page.route(/\/v1\/memories\/[^/]+$/, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    );
    await page.getByRole('button', { name: 'Take off gate' }).click();
    await page.getByText('does not answer').waitFor();
    await page.locator('.said').click();
    const tags = page.getByRole('form', { name: 'Tags' });
    expect((await on.run(['tag', id, '+lock'])).code).toBe(0);
    await tags.getByText('lock', { exact: true }).waitFor();
    expect(await tags.locator(':focus').count()).toBe(0);
    expect(await page.locator('form[aria-label=Tags]:focus').count()).toBe(0);
    await leave(seen);
  });
});
