// Accessibility faults on every page, in both colour schemes, on a wide screen and a phone.

import { describe, expect, test } from 'vitest';
import { axeOf, endBrowserAfterTests, goTo, hasChromium, leave, openPage } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

const PAGES = [
  'timeline',
  'search',
  'context',
  'review',
  'trash',
  'sessions',
  'summaries',
  'profile',
  'schedules',
  'devices',
  'usage',
  'settings',
];

describe.skipIf(!hasChromium)('a screen reader', () => {
  test('[PG-11] finds nothing in the way, in the light and in the dark', async () => {
    const on = await newDevice('axe');
    const seen = await openPage(on);
    const { page } = seen;
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const look = async (what: string): Promise<void> => {
      expect(await axeOf(page), what).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      // The schemes differ in colours only.
      expect(await axeOf(page, ['color-contrast']), `${what}, dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
    };
    const check = async (path: string): Promise<void> => {
      await goTo(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect
        .poll(() => page.locator('.waiting, [aria-busy="true"]').count(), { message: path, timeout: 15_000 })
        .toBe(0);
      await look(path);
    };
    for (const name of PAGES) await check(`#/${name}`);
    const id = await save(on, 'The office is closed on Mondays', '-p', 'shop', '-t', 'ops', '--pin');
    await save(on, 'The office is closed on Wednesdays', '-p', 'shop');
    await on.run(['context', '-p', 'shop']);
    await on.run(['forget', await save(on, 'The office has a bell', '-p', 'shop', '-t', 'ops')]);
    await on.run(['supersede', id, 'The office is closed on Fridays']);
    await on.run([
      'session',
      'append',
      'notes',
      'user: Which port?',
      `assistant: 8080 in the office. ${'It is the usual one. '.repeat(30)}`,
    ]);
    await on.run(['schedule', 'add', 'What is open?', '--every', '2h']);
    await on.run(['summarise']);
    const { schedules } = JSON.parse((await on.run(['schedule', 'list', '--json'])).out);
    await on.run(['profile', 'set', 'goals', 'Ship it']);
    for (const rule of ['Use tabs', 'Be brief']) await on.run(['profile', 'rules', 'add', 'Style', rule]);
    await on.run(['profile', 'rules', 'disable', '2']);
    const full = [
      'timeline',
      'search?q=office',
      'profile',
      'profile?part=agent',
      'profile?part=rules',
      'profile?part=tools',
      `memory/${id}`,
      'context?project=shop',
      'review',
      'trash',
      'usage',
      'settings',
      'sessions',
      'sessions/ses_notes',
      'summaries',
      'profile',
      'schedules',
      `schedules/${schedules[0].id}`,
    ];
    for (const name of full) await check(`#/${name}`);
    await page
      .locator('summary')
      .first()
      .click()
      .catch(() => undefined);
    await page.keyboard.press('?');
    await look('help');
    await page.keyboard.press('Escape');
    await goTo(page, '#/settings');
    await page.getByRole('button', { name: 'Choose a model' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.failed').waitFor();
    await look('choosing a model');
    await goTo(page, '#/profile');
    await page.getByRole('button', { name: 'Edit Goals' }).click();
    await look('editing the profile');
    await page.keyboard.press('Escape');
    await goTo(page, '#/profile?part=rules');
    await page.getByRole('button', { name: 'Edit Use tabs' }).click();
    await look('editing a rule');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Use tabs' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await goTo(page, `#/memory/${id}`);
    await page.getByRole('button', { name: 'Replace…' }).click();
    await look('replacing a memory');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Forget' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await look('undo');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.setViewportSize({ width: 390, height: 780 });
    for (const name of full) await check(`#/${name}`);
    await page.getByRole('button', { name: 'More' }).click();
    await look('all pages');
    await leave(seen);
  });
});
