// Somebody without a mouse keeps a place on the page, and is taken from none.

import { describe, expect, test } from 'vitest';
import { endBrowserAfterTests, hasChromium, leave, openPage } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

const LINES = Array.from({ length: 300 }, (_, n) => JSON.stringify({ content: `Till ${n} closes at six` }));

describe.skipIf(!hasChromium)('by keys alone', () => {
  test('[PG-7] a person scrolls on when the row that had the focus is no longer drawn', async () => {
    const on = await newDevice('keyboard-scroll');
    expect((await on.run(['import', '-', '--from', 'ndjson'], { input: LINES.join('\n') })).code).toBe(0);
    const seen = await openPage(on);
    const { page } = seen;
    await page.locator('.row').first().waitFor();
    await page.keyboard.press('j');
    const focused = page.locator('.row:focus');
    const first = await focused.textContent();
    const scroller = page.locator('.scroller');
    const top = () => scroller.evaluate((element) => element.scrollTop);
    await page.keyboard.press('End');
    await expect.poll(() => focused.count()).toBe(0);
    expect(await top()).toBeGreaterThan(5_000);
    await page.keyboard.press('Home');
    await expect.poll(top).toBe(0);
    await expect.poll(() => focused.textContent()).toBe(first);
    await leave(seen);
  });

  test('[PG-7, PG-25] a change of the list takes nobody out of a filter to the row they were at', async () => {
    const on = await newDevice('keyboard-filter');
    await save(on, 'The gate is green');
    const seen = await openPage(on);
    const { page } = seen;
    await page.locator('.row').first().waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('.row:focus').count()).toBe(1);
    const from = page.getByLabel('From');
    await from.focus();
    await save(on, 'The till is grey');
    await page.locator('.row', { hasText: 'till' }).waitFor();
    expect(await from.evaluate((field) => field.matches(':focus'))).toBe(true);
    await leave(seen);
  });

  test('[PG-8, PG-26] a person who forgets a result comes back to a search where `z` undoes it', async () => {
    const on = await newDevice('keyboard-undo');
    await save(on, 'The gate is green');
    await save(on, 'The gate is high');
    const seen = await openPage(on, '#/search?q=gate');
    const { page } = seen;
    await page.locator('.hit', { hasText: 'green' }).press('Enter');
    await page.getByRole('button', { name: 'Forget' }).waitFor();
    await page.keyboard.press('f');
    await page.getByText('1 result').waitFor();
    await page.keyboard.press('z');
    await page.getByText('2 results').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('gate');
    await leave(seen);
  });
});
