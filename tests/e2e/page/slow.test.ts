// A daemon that answers late. Nothing is done twice, for other memories than those shown, or over what somebody types.

import { LIMITS } from '@cairn/schema';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { endBrowserAfterTests, goTo, hasChromium, leave, openPage } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

const LATE_MS = 2_500;

/** Delays each answer whose method and path match. Returns what was asked. */
const delay = async (page: Page, which: RegExp): Promise<string[]> => {
  const asked: string[] = [];
  await page.route(/\/v1\/(?!events)/, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const line = `${route.request().method()} ${pathname}${search}`;
    if (which.test(line)) {
      asked.push(line);
      await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    }
    await route.continue().catch(() => undefined);
  });
  return asked;
};

describe.skipIf(!hasChromium)('with a slow daemon', () => {
  test('[PG-31] nobody is asked to forget what other filters had left', async () => {
    const on = await newDevice('slow-forget');
    for (const [text, tag] of [
      ['The gate is locked at six', 'gate'],
      ['The gate is green', 'gate'],
      ['The till closes at six', 'till'],
      ['The till is grey', 'till'],
    ] as const)
      await save(on, text, '-t', tag);
    const seen = await openPage(on, '#/timeline?tag=gate');
    const { page } = seen;
    const asked = await delay(page, new RegExp(`^GET /v1/memories\\?.*limit=${LIMITS.listLimitMax}`));
    await page.getByRole('button', { name: 'Forget these 2…' }).click();
    await goTo(page, '#/timeline?tag=till');
    await page.locator('.row', { hasText: 'The till is grey' }).waitFor();
    await page.waitForTimeout(2 * LATE_MS);
    expect(asked).toHaveLength(1);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await leave(seen);
  });

  test('[PG-18, PG-22, PG-30] no field takes words that would be lost, and none typed meanwhile are', async () => {
    const on = await newDevice('slow-fields');
    await save(on, 'The till closes at six', '-p', 'store');
    const seen = await openPage(on, '#/settings');
    const { page } = seen;
    await delay(page, /^(POST|PATCH) \/v1\/(memories|settings|schedules)$/);
    const name = page.getByRole('textbox', { name: 'Another name' });
    await name.fill('shop');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await name.fill('market');
    await page.locator('.tag', { hasText: 'shop' }).waitFor();
    await page.waitForTimeout(500);
    expect(await name.inputValue()).toBe('market');
    await name.fill('');
    await goTo(page, '#/schedules');
    await page.getByRole('button', { name: 'New schedule' }).click();
    const task = page.getByLabel('Task', { exact: true });
    await task.fill('What is left?');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Saving…' }).waitFor();
    await task.focus();
    await page.keyboard.type(' and more');
    expect(await task.inputValue()).toBe('What is left?');
    await page.getByRole('heading', { name: 'Schedule', exact: true }).waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.locator('textarea').fill('The gate is green');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByLabel('Project').focus();
    await page.keyboard.type('store');
    expect(await dialog.getByLabel('Project').inputValue()).toBe('');
    await expect.poll(() => dialog.count()).toBe(0);
    await leave(seen);
  });

  test('[PG-25, PG-30] a form that was closed while it was saved shows its text again if that failed', async () => {
    const on = await newDevice('slow-closed');
    const seen = await openPage(on, `#/memory/${await save(on, 'The gate is locked at six')}`);
    const { page } = seen;
    const dialog = page.getByRole('dialog');
    await page.route(/\/v1\/memories$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, LATE_MS));
      await route.abort();
    });
    await page.keyboard.press('n');
    await dialog.locator('textarea').fill('Precious words');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('Saving…').waitFor();
    for (const _ of [1, 2]) await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    await dialog.getByRole('alert').waitFor({ timeout: 2 * LATE_MS });
    expect(await dialog.locator('textarea').inputValue()).toBe('Precious words');
    await page.unroute(/\/v1\/memories$/);
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await expect.poll(() => dialog.count()).toBe(0);
    await leave(seen);
  });

  test('[PG-30, PG-20, PG-42] another form opens while a closed one is still saved, and neither loses its text', async () => {
    const on = await newDevice('slow-forms');
    const seen = await openPage(on, '#/profile');
    const { page } = seen;
    const open = page.locator('dialog[open]');
    await page.route(/\/v1\/(memories|profile)$/, async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      await new Promise((resolve) => setTimeout(resolve, LATE_MS));
      await route.abort();
    });
    const saveAndClose = async (text: string): Promise<void> => {
      await open.locator('textarea, input').first().fill(text);
      await page.keyboard.press('Control+Enter');
      await page.keyboard.press('Enter');
      await open.getByText('Saving…').waitFor();
      for (const _ of [1, 2]) await page.keyboard.press('Escape');
      await expect.poll(() => open.count()).toBe(0);
    };
    await page.keyboard.press('n');
    await saveAndClose('Precious words');
    await page.keyboard.press('n');
    expect(await open.locator('textarea').inputValue()).toBe('');
    await open.locator('textarea').pressSequentially('Other words', { delay: LATE_MS / 10 });
    expect(await open.locator('textarea').inputValue()).toBe('Other words');
    const cancel = open.getByRole('button', { name: 'Cancel' });
    await cancel.press('Enter');
    await open.getByRole('alert').waitFor();
    expect(await open.locator('textarea').inputValue()).toContain('Precious words');
    await cancel.press('Enter');
    await page.getByRole('button', { name: 'Set Name', exact: true }).click();
    await saveAndClose('Ada');
    await page.getByRole('button', { name: 'Set Time zone' }).click();
    await page.waitForTimeout(LATE_MS);
    await cancel.press('Enter');
    await open.getByRole('alert').waitFor();
    expect(await open.locator('input').inputValue()).toBe('Ada');
    await leave(seen);
  });

  test('[PG-18] a schedule that is edited again at once is edited as it was saved', async () => {
    const on = await newDevice('slow-schedule');
    const added = ['schedule', 'add', 'What is left?', '--cron', '0 9 * * *', '--json'];
    const { id } = JSON.parse((await on.run(added)).out).schedule;
    const seen = await openPage(on, `#/schedules/${id}`);
    const { page } = seen;
    await page.getByRole('button', { name: 'Edit' }).click();
    const task = page.getByLabel('Task', { exact: true });
    await task.fill('What is open?');
    await delay(page, /^GET \/v1\/schedules\/s_/);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await task.inputValue()).toBe('What is open?');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.locator('main .content').first().textContent()).toBe('What is open?');
    expect((await on.run(['schedule', 'edit', id, '--goal', 'What is new?'])).code).toBe(0);
    await page.getByText('What is new?').waitFor();
    await leave(seen);
  });

  test('[PG-22] a model that is changed again at once is changed as it was saved', async () => {
    const on = await newDevice('slow-model');
    const seen = await openPage(on, '#/settings');
    const { page } = seen;
    const field = (name: string) => page.getByRole('form').getByLabel(name, { exact: true });
    await page.getByRole('button', { name: 'Choose a model' }).click();
    await field('Address').fill('http://127.0.0.1:9/v1');
    await field('Model').fill('small');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change' }).click();
    await field('Model').fill('large');
    await delay(page, /^GET \/v1\/settings/);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change' }).click();
    await expect.poll(() => field('Model').inputValue(), { timeout: 2 * LATE_MS }).toBe('large');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await leave(seen);
  });

  test('[PG-25] a late answer moves nobody who has gone elsewhere, and nobody who types', async () => {
    const on = await newDevice('slow-elsewhere');
    await on.run(['session', 'append', 'notes', 'user: hello']);
    const seen = await openPage(on, '#/sessions');
    const { page } = seen;
    await on.run(['profile', 'rules', 'add', 'Style', 'Be brief']);
    const asked = await delay(page, /^(DELETE|POST) \/v1\/(profile|sessions)/);
    await page.locator('.thing').click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).dblclick();
    await page.keyboard.press('Escape');
    await goTo(page, '#/profile?part=rules');
    await page.getByRole('button', { name: 'Remove Be brief' }).dblclick();
    await page.getByLabel('Add a rule').pressSequentially('Write the tests first', { delay: LATE_MS / 10 });
    expect(await page.getByLabel('Add a rule').inputValue()).toBe('Write the tests first');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(page.url()).toContain('#/profile?part=rules');
    expect(asked).toHaveLength(2);
    await page.getByLabel('Add a rule').fill('');
    await leave(seen);
  });

  test('[PG-17, PG-25] a part of a session that comes late replaces no part that was chosen later', async () => {
    const on = await newDevice('slow-session');
    const lines = Array.from({ length: 650 }, (_, n) => `user: remark number ${n}.`);
    for (const part of [lines.slice(0, 325), lines.slice(325)])
      expect((await on.run(['session', 'append', 'notes', ...part])).code).toBe(0);
    const seen = await openPage(on, '#/sessions');
    const { page } = seen;
    await page.locator('.thing').click();
    await page.getByRole('button', { name: 'Show the first messages' }).waitFor();
    const asked = await delay(page, /messages\?.*after=/);
    await page.getByRole('button', { name: 'Show the first messages' }).click();
    await page.getByRole('button', { name: 'Show 200 earlier messages' }).click();
    await expect.poll(() => page.locator('.said-by').count()).toBe(400);
    await page.waitForTimeout(2 * LATE_MS);
    expect(asked.length).toBeGreaterThan(0);
    expect(await page.locator('.said-by').count()).toBe(400);
    await leave(seen);
  });

  test('[PG-14] what was decided is not asked again while the list is read', async () => {
    const on = await newDevice('slow-review');
    for (const text of ['You are now a parrot', 'You are now a robot', 'You are now a wizard'])
      await save(on, text, '--source', 'auto');
    const seen = await openPage(on, '#/review');
    const { page } = seen;
    await page.getByText('1 of 3 things to decide').waitFor();
    await delay(page, /^GET \/v1\/review/);
    for (const left of ['1 of 2 things to decide', '1 thing to decide', 'Nothing to decide']) {
      await page.keyboard.press('a');
      await page.getByText(left).waitFor({ timeout: LATE_MS - 500 });
    }
    const { memories } = JSON.parse((await on.run(['list', '--json'])).out);
    expect(memories).toHaveLength(3);
    await leave(seen);
  });
});
