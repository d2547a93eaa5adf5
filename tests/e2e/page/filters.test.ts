// A person filters a list by clicking on what it shows.

import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { browser, endBrowserAfterTests, goTo, hasChromium, leave, openPage, ticketUrl } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

const texts = (page: Page, of: string) => page.locator(`${of} .content`).allTextContents();

describe.skipIf(!hasChromium)('filters', () => {
  test('[PG-22, PG-31] offer a project that began while the page was open, and count its memories', async () => {
    const on = await newDevice('begun');
    const seen = await openPage(on);
    const { page } = seen;
    const option = page.getByLabel('Project').locator('option', { hasText: 'shop' });
    // The page has counted by then.
    await page.waitForResponse(/\/v1\/stats/);
    await save(on, 'The shop opens at nine', '-p', 'shop');
    await expect.poll(() => option.count()).toBe(1);
    await save(on, 'The shop closes at six', '-p', 'shop');
    await goTo(page, '#/settings');
    await expect
      .poll(() => page.getByRole('listitem').filter({ hasText: 'shop' }).textContent(), { timeout: 20_000 })
      .toContain('2 memories');
    await leave(seen);
  });

  test('[PG-31] narrow the timeline and the search by clicks, by several tags, and between two days', async () => {
    const on = await newDevice('filters');
    const bundle = [
      { content: 'Port of the shop is 1', tags: ['ops'], project: 'shop', createdAt: '2026-01-10T12:00:00Z' },
      { content: 'Port of the bar is 2', tags: ['bar'], project: 'bar', createdAt: '2026-02-10T12:00:00Z' },
      { content: 'Port of the inn is 3', tags: ['inn'], agent: 'codex', createdAt: '2026-03-10T12:00:00Z' },
    ];
    await on.run(['import', '-', '--from', 'ndjson'], {
      input: bundle.map((one) => JSON.stringify(one)).join('\n'),
    });
    const own = await save(on, 'Port of this device is 4', '-t', 'ops');
    const seen = await openPage(on);
    const { page } = seen;
    await expect.poll(() => texts(page, '.row')).toHaveLength(4);
    await page.locator('.row .tag', { hasText: 'ops' }).first().click();
    await expect
      .poll(() => texts(page, '.row'))
      .toEqual(['Port of this device is 4', 'Port of the shop is 1']);
    await page.locator('.filters select').nth(1).selectOption('inn');
    await expect.poll(() => texts(page, '.row')).toHaveLength(3);
    await page.getByRole('button', { name: 'Without the tag ops' }).click();
    await expect.poll(() => texts(page, '.row')).toEqual(['Port of the inn is 3']);
    // Going back leads to the list in which the person clicked.
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => texts(page, '.row')).toHaveLength(4);
    await page.getByLabel('From').fill('2026-01-20');
    await page.getByLabel('Until').fill('2026-02-20');
    await expect.poll(() => texts(page, '.row')).toEqual(['Port of the bar is 2']);
    await page.getByText('1 memory').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.locator('.row .project', { hasText: 'bar' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#/timeline?project=bar');
    await page.goBack();
    await expect.poll(() => texts(page, '.row')).toHaveLength(4);

    await goTo(page, '#/search?q=port');
    await expect.poll(() => texts(page, '.hit')).toHaveLength(4);
    expect(await page.locator('.hits summary .score').first().textContent()).toMatch(
      /^fits (?:well|in part|a little)$/,
    );
    await page.locator('.hit .tag', { hasText: 'bar' }).click();
    await expect.poll(() => texts(page, '.hit')).toEqual(['Port of the bar is 2']);
    await page.locator('.filters select').nth(1).selectOption('inn');
    await expect.poll(() => texts(page, '.hit')).toHaveLength(2);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => texts(page, '.hit')).toHaveLength(4);
    await page.getByLabel('From').fill('2026-01-20');
    await page.getByLabel('Until').fill('2026-02-20');
    await expect.poll(() => texts(page, '.hit')).toEqual(['Port of the bar is 2']);
    expect(page.url()).toContain('q=port');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Source').selectOption('import');
    await expect.poll(() => texts(page, '.hit')).toHaveLength(3);
    // Two clicks filter by agent and by device.
    const device = page.locator('[data-filter="device"]');
    for (const path of ['#/search?q=port', '#/timeline']) {
      await goTo(page, path);
      await expect.poll(() => page.locator('.content').allTextContents()).toHaveLength(4);
      await page.locator('[data-filter="agent"]', { hasText: 'codex' }).click();
      await expect.poll(() => page.locator('.content').allTextContents()).toEqual(['Port of the inn is 3']);
      await device.click();
      await expect.poll(() => page.url()).toMatch(/agent=codex.*device=|device=.*agent=codex/);
      await page.getByRole('button', { name: 'Clear' }).click();
    }
    // A project's list has global memories, too. The question says how many.
    await goTo(page, '#/timeline?project=shop');
    await page.getByRole('button', { name: 'Forget these 3…' }).click();
    await page.getByText('This includes 2 global memories, which all projects use.').waitFor();
    await page.keyboard.press('Escape');
    // The same by keys, from the memory.
    await goTo(page, `#/memory/${own}`);
    await page.locator('.tags').getByRole('link', { name: 'ops' }).press('Enter');
    await expect
      .poll(() => texts(page, '.row'))
      .toEqual(['Port of this device is 4', 'Port of the shop is 1']);
    // All that a filter shows is forgotten after a confirmation, and one key restores it.
    await page.getByRole('button', { name: 'Forget these 2…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click();
    await expect.poll(() => texts(page, '.row')).toEqual([]);
    await page.getByText('2 memories').last().waitFor();
    await page.keyboard.press('z');
    await expect.poll(() => texts(page, '.row')).toHaveLength(2);
    // The same again, up to the trash: all are restored together and can be forgotten again.
    const narrowed = page.url();
    await page.getByRole('button', { name: 'Forget these 2…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click();
    await goTo(page, '#/trash');
    await page.getByRole('button', { name: 'Restore all 2' }).click({ timeout: 30_000 });
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    await goTo(page, new URL(narrowed).hash);
    await page.getByRole('button', { name: 'Forget these 2…' }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => texts(page, '.row')).toHaveLength(4);
    expect(await page.getByRole('button', { name: /Forget these/ }).count()).toBe(0);
    await leave(seen);
  });

  test('[PG-6] a search takes the end of a day and a clock that was set back as its reader does', async () => {
    const on = await newDevice('evening');
    const evening = { content: 'The harbour opens at six', createdAt: '2026-03-02T03:00:00Z' };
    await on.run(['import', '-', '--from', 'ndjson'], { input: JSON.stringify(evening) });
    const context = await (await browser()).newContext({ timezoneId: 'America/Los_Angeles' });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(await ticketUrl(on));
    await page.locator('.row').waitFor();
    await goTo(page, '#/search?q=harbour&asOf=2026-03-01');
    await page.locator('.hit').waitFor();
    await page.getByLabel('As of').fill('2026-02-28');
    await page.getByText('Nothing found').waitFor();
    await page.getByLabel('As of').fill('');
    await page.locator('.hit').waitFor();

    await page.clock.setFixedTime(Date.now());
    await page.getByRole('searchbox').fill('harbour six');
    await page.locator('[data-query="harbour six"]').waitFor();
    await page.clock.setFixedTime(Date.now() - 3_600_000);
    await page.getByRole('searchbox').fill('harbour opens');
    await page.locator('[data-query="harbour opens"]').waitFor();
  });
});
