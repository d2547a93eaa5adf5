// Somebody leaves a view, or the page, while a text is not saved.

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { endBrowserAfterTests, goTo, hasChromium, leave, openPage, type Seen } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

/** Answers the browser's questions one by one, and returns their kinds. */
const answer = ({ page, wrong }: Seen, answers: boolean[]): readonly string[] => {
  const asked: string[] = [];
  page.removeAllListeners('dialog');
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    const isLeaving = answers.shift();
    if (isLeaving === undefined) wrong.push(`dialog: ${dialog.message()}`);
    void (isLeaving === true ? dialog.accept() : dialog.dismiss());
  });
  return asked;
};

const hashOf = (page: Page): string => new URL(page.url()).hash;

describe.skipIf(!hasChromium)('[PG-42] a text that is not saved', () => {
  test('in a form is kept on Back, a link, a key and a reload, unless the person leaves it', async () => {
    const on = await newDevice('unsaved');
    const seen = await openPage(on, '#/schedules');
    const { page } = seen;
    const asked = answer(seen, [false, false, false, false, true]);
    await page.getByRole('button', { name: 'New schedule' }).click();
    const task = page.getByLabel('Task', { exact: true });
    await page.getByLabel('Name', { exact: true }).pressSequentially('evening');
    await task.pressSequentially('What is left?');
    const isKept = async (): Promise<void> => {
      await expect.poll(() => hashOf(page)).toBe('#/schedules');
      expect(await task.inputValue()).toBe('What is left?');
    };
    await page.goBack();
    await isKept();
    await page.getByRole('link', { name: 'Usage' }).click();
    await isKept();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await isKept();
    expect(asked).toEqual(['confirm', 'confirm', 'confirm']);
    await page.evaluate('location.reload()').catch(() => undefined);
    await expect.poll(() => asked.length).toBe(4);
    expect(asked[3]).toBe('beforeunload');
    await isKept();
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    // Nothing is asked where nothing was typed, or where it was saved.
    await page.goBack();
    await page.getByRole('button', { name: 'New schedule' }).click();
    await page.goBack();
    await expect.poll(() => hashOf(page)).toBe('#/timeline');
    await page.goForward();
    await page.getByRole('button', { name: 'New schedule' }).click();
    await task.fill('What is left?');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Schedule', exact: true }).waitFor();
    expect(asked).toHaveLength(5);
    await leave(seen);
  });

  test('in a dialog is kept on Back; a new memory stays open over every view', async () => {
    const on = await newDevice('unsaved-dialog');
    const id = await save(on, 'The gate is locked at six');
    const seen = await openPage(on, `#/memory/${id}`);
    const { page } = seen;
    const asked = answer(seen, [false]);
    await page.getByRole('button', { name: 'Replace…' }).click();
    const field = page.getByRole('dialog').locator('textarea');
    await field.fill('The gate is locked at five');
    await page.goBack();
    await expect.poll(() => hashOf(page)).toBe(`#/memory/${id}`);
    expect(await field.inputValue()).toBe('The gate is locked at five');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.said', { hasText: 'at five' }).waitFor();
    await page.keyboard.press('n');
    await field.fill('The gate is green');
    await goTo(page, '#/usage');
    await page.getByRole('heading', { name: 'Usage', level: 1, includeHidden: true }).waitFor();
    expect(await field.inputValue()).toBe('The gate is green');
    expect(asked).toEqual(['confirm']);
    await leave(seen);
  });

  test('of a schedule that is deleted elsewhere stays, and no button that cannot work', async () => {
    const on = await newDevice('unsaved-schedule');
    const added = ['schedule', 'add', 'What is left?', '--cron', '0 9 * * *', '--name', 'evening', '--json'];
    const { id } = JSON.parse((await on.run(added)).out).schedule;
    const [reader, writer] = [
      await openPage(on, `#/schedules/${id}`),
      await openPage(on, `#/schedules/${id}`),
    ];
    answer(writer, [true]);
    await reader.page.getByRole('button', { name: 'Run now' }).waitFor();
    await writer.page.getByRole('button', { name: 'Edit' }).click();
    const task = writer.page.getByLabel('Task', { exact: true });
    await task.fill('What is open?');
    expect((await on.run(['schedule', 'delete', id, '--yes'])).code).toBe(0);
    for (const { page } of [reader, writer]) await page.getByRole('alert').waitFor();
    expect(await reader.page.locator('main').getByRole('button').count()).toBe(0);
    expect(await reader.page.locator('main').getByRole('button').count()).toBe(0);
    expect(await reader.page.locator('main').textContent()).not.toContain('left');
    expect(await task.inputValue()).toBe('What is open?');
    expect(await writer.page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await writer.page.getByRole('button', { name: 'Cancel' }).click();
    expect(await writer.page.locator('main').getByRole('button').count()).toBe(0);
    await leave(reader);
    await leave(writer);
  });
});
