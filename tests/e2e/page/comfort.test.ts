// Expectations of a page that stays open: copies, the place in a list, a message when sync fails, and the size of rows.

import { describe, expect, test } from 'vitest';
import { server } from '../cairn.ts';
import { endBrowserAfterTests, goTo, hasChromium, leave, openPage } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

const MANY = 40;

describe.skipIf(!hasChromium)('the page', () => {
  test('[PG-32] has words, numbers and times of one language, also in a browser of another', async () => {
    const on = await newDevice('locale');
    const old = Array.from({ length: 1_234 }, (_, n) =>
      JSON.stringify({ content: `Fact ${n}`, createdAt: '2025-03-05T12:00:00Z' }),
    );
    await on.run(['import', '-', '--from', 'ndjson'], { input: old.join('\n') });
    const seen = await openPage(on, '#/timeline', 'de-DE');
    const { page } = seen;
    await page.getByText('1,234 memories').waitFor();
    await page.getByRole('heading', { name: /5 March 2025/ }).waitFor();
    expect(await page.locator('.row time').first().textContent()).toMatch(/^\d\d:\d\d$/);
    await goTo(page, '#/usage');
    await page.getByText(/^\d+ \w+ \d{4}: 1,234, \d+ \w+ \d{4}: 1,234 memories$/).waitFor();
    await leave(seen);
  });

  test('[PG-27] has its list at a zoom of 400 %, and prints a view to its end', async () => {
    const on = await newDevice('zoom');
    const id = await save(on, Array.from({ length: 200 }, (_, n) => `word${n}`).join(' '));
    const seen = await openPage(on);
    const { page } = seen;
    await page.setViewportSize({ width: 320, height: 256 });
    const row = page.locator('.row').first();
    await row.scrollIntoViewIfNeeded();
    await expect
      .poll(async () => (await page.locator('.scroller').boundingBox())?.height ?? 0)
      .toBeGreaterThan(150);
    await row.click();
    await page.getByRole('heading', { name: 'Memory', level: 1 }).waitFor();
    expect(page.url()).toContain(id);
    const hidden = () => page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight);
    expect(await hidden()).toBeGreaterThan(100);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(hidden).toBe(0);
    expect(await page.locator('.side').isVisible()).toBe(false);
    await goTo(page, '#/timeline');
    await row.waitFor();
    expect(await page.locator('.filters').isVisible()).toBe(false);
    expect((await page.locator('.scroller').boundingBox())?.height ?? 0).toBeGreaterThan(150);
    await leave(seen);
  });

  test('[PG-27] loses nothing where colours are forced', async () => {
    const on = await newDevice('forced');
    await save(on, 'The port is 1111', '-p', 'shop', '-t', 'ops');
    const seen = await openPage(on, '#/search?q=port');
    const { page } = seen;
    await page.emulateMedia({ forcedColors: 'active' });
    await page.locator('.hit').waitFor();
    const styleOf = (selector: string, name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${name}`);
    expect(await styleOf('.hits li', 'borderTopStyle')).toBe('solid');
    expect(await styleOf('.hit mark', 'backgroundColor')).not.toBe(await styleOf('body', 'backgroundColor'));
    // The browser draws the bar of a score in system colours.
    expect(await styleOf('meter', 'appearance')).toBe('auto');
    await goTo(page, '#/timeline');
    await page.locator('.row').first().waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate('document.activeElement.matches(".row")')).toBe(true);
    expect(await styleOf('.row:focus', 'outlineStyle')).toBe('solid');
    await leave(seen);
  });

  test('[PG-32, PG-34, PG-35] copies, keeps what is read in its place, and shows rows of one line', async () => {
    const on = await newDevice('comfort');
    const many = Array.from({ length: MANY }, (_, n) => ({
      content: `Fact number ${n}`,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
    }));
    await on.run(['import', '-', '--from', 'ndjson'], {
      input: many.map((one) => JSON.stringify(one)).join('\n'),
    });
    const seen = await openPage(on);
    const { page, context } = seen;
    const scroller = page.locator('.scroller');
    const read = page.locator('.row', { hasText: `Fact number ${MANY / 2}` });
    await scroller.evaluate((element) => element.scrollTo({ top: 1_300 }));
    const topOfRead = async () => Math.round((await read.boundingBox())?.y ?? -1);
    await read.waitFor();
    const before = await topOfRead();
    const own = await save(on, 'Fact that is new');
    await page.getByRole('button', { name: '1 new' }).waitFor();
    await save(on, 'Fact that is newer');
    await page.getByRole('button', { name: '2 new' }).waitFor();
    await expect.poll(topOfRead).toBe(before);
    await page.getByRole('button', { name: '2 new' }).click();
    await page.locator('.row', { hasText: 'Fact that is newer' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: '2 new' }).count()).toBe(0);

    const heightOfRow = async () => (await page.locator('.rows article').first().boundingBox())?.height ?? 0;
    const whole = await heightOfRow();
    await goTo(page, '#/settings');
    await page.getByLabel('Compact').check();
    await goTo(page, '#/timeline');
    await page.reload();
    await page.locator('.row').first().waitFor();
    expect(await heightOfRow()).toBeLessThan(whole * 0.75);
    const tops = await page
      .locator('.rows article')
      .evaluateAll((rows) => rows.slice(0, 2).map((row) => row.getBoundingClientRect().top));
    expect((tops[1] ?? 0) - (tops[0] ?? 0)).toBeCloseTo(await heightOfRow(), 0);

    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await goTo(page, `#/memory/${own}`);
    for (const [what, text] of [
      ['the memory', 'Fact that is new'],
      ['the id', own],
    ] as const) {
      await page.getByRole('button', { name: `Copy ${what}` }).click();
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(text);
    }
    await page.getByText('Copied.').waitFor();
    await leave(seen);
  });

  test('[PG-40] has its filters in one line, tags in whole words, and the buttons of a long memory in sight', async () => {
    const on = await newDevice('lines');
    const tags = ['checkout', 'payments', 'database', 'accessibility'];
    const text = Array.from({ length: 250 }, (_, n) => `word${n}`).join(' ');
    const id = await save(on, text, '-p', 'shop', ...tags.flatMap((tag) => ['-t', tag]));
    const seen = await openPage(on);
    const { page } = seen;
    const filters = page.locator('.filters');
    for (const width of [1_200, 1_440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['#/timeline', '#/search?q=word1']) {
        await goTo(page, path);
        await filters.getByRole('button', { name: 'More filters' }).waitFor();
        const tops = await filters.locator('> *').evaluateAll((all) =>
          all.map((one) => {
            const { top, height } = one.getBoundingClientRect();
            return Math.round((top + height / 2) / 10);
          }),
        );
        expect(new Set(tops).size, `${width} ${path}`).toBe(1);
      }
    }
    await page.setViewportSize({ width: 390, height: 780 });
    await goTo(page, '#/timeline');
    await page.locator('.row').waitFor();
    const cut = await page
      .locator('.row .tag')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect(cut).toBe(0);
    await goTo(page, `#/memory/${id}`);
    const forget = page.getByRole('button', { name: 'Forget' });
    await forget.waitFor();
    expect((await forget.boundingBox())?.y).toBeLessThan(780);
    await leave(seen);
  });

  test('[PG-32, PG-41] copies the context and what a session goes on with, and has fields in its colours', async () => {
    const on = await newDevice('copies');
    await save(on, 'Prefers pnpm to npm', '--pin');
    const said = ['user: Why is the cart slow?', 'assistant: It asks for the price twice.'];
    await on.run(['session', 'append', 'slow-cart', '--agent', 'codex', '-p', 'shop', ...said]);
    const seen = await openPage(on, '#/context');
    const { page, context } = seen;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copy the context' }).click();
    await expect.poll(copied).toBe(await page.locator('.told pre').textContent());
    expect(await copied()).toContain('Prefers pnpm to npm');
    await goTo(page, '#/sessions');
    await page.getByText('slow-cart').click();
    await page.getByRole('button', { name: 'Restored context' }).click();
    await page.getByRole('button', { name: 'Copy the restored context' }).click();
    await expect.poll(copied).toContain(said.join('\n\n'));
    await goTo(page, '#/settings');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const [box, brand] = await page.evaluate<readonly string[]>(
        `(() => {
          const probe = document.body.appendChild(document.createElement('i'));
          probe.style.color = 'var(--accent)';
          const box = document.querySelector('input[name=density]');
          return [getComputedStyle(box).accentColor, getComputedStyle(probe).color];
        })()`,
      );
      expect(box).toBe(brand);
    }
    await leave(seen);
  });

  test('[PG-33] says in every view that changes wait because the server is away', async () => {
    const hub = await server();
    const on = await newDevice('lonely');
    expect(
      (await on.run(['vault', 'create', '--server', hub.url, '--setup-token', hub.setupToken])).code,
    ).toBe(0);
    const seen = await openPage(on);
    const note = seen.page.locator('.rail .sync-note');
    expect(await note.count()).toBe(0);
    await hub.end();
    await save(on, 'Saved while nobody is there');
    await expect.poll(() => note.textContent(), { timeout: 20_000 }).toMatch(/^\d+ to send$/);
    await goTo(seen.page, '#/trash');
    expect(await note.textContent()).toMatch(/to send$/);
    await leave(seen);
  });
});
