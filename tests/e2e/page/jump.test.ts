// A jump in a long list shows grey rows with their days at once, then their texts, with few requests.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS, importResult } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { endBrowserAfterTests, hasChromium, leave, openPage } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

const STORED = 6_000;
/** Script that returns the texts of rows on the screen. */
const SEEN = `(() => {
  const box = document.querySelector('.scroller').getBoundingClientRect();
  return [...document.querySelectorAll('.row')]
    .filter((row) => { const { top, bottom } = row.getBoundingClientRect(); return bottom > box.top && top < box.bottom; })
    .map((row) => row.querySelector('.content').textContent);
})()`;
const GREY = "document.querySelectorAll('.grey').length";
/** Script that returns the day's title at the top of the list, or just below it. */
const DAYS = `(() => {
  const list = document.querySelector('.scroller').getBoundingClientRect().top;
  return [...document.querySelectorAll('.rows h2')]
    .filter((one) => { const { top, bottom, height } = one.getBoundingClientRect(); return bottom > list && top <= list + height; })
    .map((one) => one.textContent);
})()`;
const jumpTo = (share: number): string =>
  `(() => { const list = document.querySelector('.scroller'); list.scrollTop = (list.scrollHeight - list.clientHeight) * ${share}; })()`;

describe.skipIf(!hasChromium)('a long list', () => {
  test('[PG-5] shows at once where somebody jumped to, and reads only that', async () => {
    const on = await newDevice('jump');
    const begin = Date.UTC(2025, 0, 1);
    const lines = Array.from({ length: STORED }, (_, n) =>
      JSON.stringify({
        content: `Fact number ${n} of many`,
        createdAt: new Date(begin + n * HOUR_MS).toISOString(),
      }),
    );
    const file = join(on.home, 'many.ndjson');
    writeFileSync(file, lines.join('\n'));
    expect((await on.json(importResult, ['import', file])).new).toBe(STORED);
    const seen = await openPage(on);
    const { page } = seen;
    const numbers = async (): Promise<readonly number[]> => {
      const texts = await page.evaluate(SEEN);
      return Array.isArray(texts) ? texts.map((text) => Number(/\d+/.exec(String(text))?.[0])) : [];
    };
    await expect.poll(async () => (await numbers())[0]).toBe(STORED - 1);
    await page.getByText('6,000 memories').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    let holdUp = true;
    await page.route('**/v1/memories?*', async (route) => {
      while (holdUp) await new Promise((resolve) => setTimeout(resolve, 20));
      await route.continue();
    });
    // While the daemon is slow, the days are shown and the rows are grey.
    await page.evaluate(jumpTo(0.5));
    await expect.poll(() => page.evaluate(GREY)).toBeGreaterThan(5);
    expect(await page.evaluate(DAYS)).toContainEqual(expect.stringMatching(/2025/));
    holdUp = false;
    await expect.poll(() => page.evaluate(GREY)).toBe(0);
    for (const [share, about] of [
      [0.5, 3_000],
      [1, 5],
      [0.25, 4_500],
      [0, STORED - 5],
    ] as const) {
      const before = asked.length;
      await page.evaluate(jumpTo(share));
      await expect.poll(async () => Math.abs(((await numbers())[3] ?? -999) - about)).toBeLessThan(60);
      const shown = await numbers();
      expect(shown).toEqual(shown.map((_, at) => (shown[0] ?? 0) - at));
      expect(asked.length - before, `questions for a jump to ${share}`).toBeLessThanOrEqual(6);
    }
    // New memories are at the top, even while the person is elsewhere in the list.
    await page.evaluate(jumpTo(0.5));
    await save(on, 'Fact number 6000 of many');
    await page.getByText('6,001 memories').waitFor();
    await page.evaluate(jumpTo(0));
    await expect.poll(async () => (await numbers())[0]).toBe(STORED);
    await leave(seen);
  });
});
