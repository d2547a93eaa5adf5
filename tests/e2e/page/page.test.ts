// The page against a real daemon, in a real browser.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { browser, endBrowserAfterTests, goTo, hasChromium, leave, openPage, ticketUrl } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';

endBrowserAfterTests();

endDevicesAfterTests();

const row = (page: Page, text: string) => page.locator('.row', { hasText: text });

describe.skipIf(!hasChromium)('a browser', () => {
  test('[PG-2, PG-4] is let in by `cairn open` once, and stays in', async () => {
    const on = await newDevice('open');
    const url = await ticketUrl(on);
    const context = await (await browser()).newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(url);
    await page.getByText('No memories yet').waitFor();
    expect(page.url()).not.toMatch(/key|ticket/);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', expires: -1 });
    const again = await context.newPage();
    expect((await again.goto(url))?.status()).toBe(403);
    await again.goto(new URL('/', url).href);
    await again.getByText('No memories yet').waitFor();

    const stranger = await (await browser()).newContext();
    onTestFinished(() => stranger.close());
    const locked = await stranger.newPage();
    await locked.goto(new URL('/', url).href);
    await locked.getByText('This browser has no access').waitFor();
    // Sends the cookie alone, as a server on another port of this machine would receive it.
    await stranger.addCookies([cookie ?? { name: '', value: '' }]);
    await locked.reload();
    await locked.getByText('This browser has no access').waitFor();

    const { out } = await on.run(['open', '--end']);
    expect(out).toBe('Signed out 1 browser.\n');
    await page.reload();
    await page.getByText('This browser has no access').waitFor();
  });

  test('[PG-3] lets no other page frame it, ask it, or send it a form', async () => {
    const on = await newDevice('hostile');
    const own = await openPage(on);
    await save(on, 'The secret of the page');
    const { origin } = new URL(own.page.url());
    const hostile = await own.context.newPage();
    const reached: string[] = [];
    hostile.on('response', (response) => {
      if (response.url().startsWith(origin) && response.status() === 200) reached.push(response.url());
    });
    await hostile.route('http://evil.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe id="frame" src="${origin}/"></iframe>
          <form id="form" method="post" target="frame2" action="${origin}/v1/memories"></form><iframe name="frame2"></iframe>`,
      }),
    );
    await hostile.goto('http://evil.example/');
    await hostile.evaluate('document.getElementById("form").submit()');
    const asked = await hostile.evaluate(
      `Promise.all(['/v1/memories', '/v1/status', '/', '/assets/x.js'].map((path) =>
        fetch('${origin}' + path, { credentials: 'include' }).then((r) => r.text(), () => 'refused')))`,
    );
    expect(asked).toEqual(['refused', 'refused', 'refused', 'refused']);
    const framed = await hostile
      .frames()[1]
      ?.evaluate('document.body?.innerText ?? ""')
      .catch(() => '');
    expect(String(framed)).not.toContain('Timeline');
    expect(reached.filter((url) => url.includes('/v1/'))).toEqual([]);
    await leave(own);
  });

  test('[PG-5] shows memories by day, and narrows them', async () => {
    const on = await newDevice('timeline');
    await save(on, 'Prefers pnpm to npm', '-p', 'cairn', '-t', 'tooling');
    await save(on, 'Deploys on Tuesdays', '-p', 'shop', '--pin', '--source', 'user');
    const seen = await openPage(on);
    const { page } = seen;
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await expect.poll(() => page.locator('.row').count()).toBe(2);
    expect(await row(page, 'pnpm').textContent()).toMatch(/cairn[\s\S]*tooling[\s\S]*by an agent on/);
    await page.getByLabel('Project').selectOption('shop');
    await expect.poll(() => page.locator('.row').allInnerTexts()).toHaveLength(1);
    expect(page.url()).toContain('project=shop');
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await page.getByLabel('Source').count()).toBe(0);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Source').selectOption('user');
    await row(page, 'Tuesdays').waitFor();
    // The address contains the filters, so it shows the same list again.
    await page.reload();
    expect(await page.getByLabel('Source').inputValue()).toBe('user');
    await expect.poll(() => page.locator('.row').count()).toBe(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Until').fill('2001-01-01');
    await page.getByText('Nothing matches these filters').waitFor();
    await page.getByRole('link', { name: 'Show everything' }).click();
    await expect.poll(() => page.locator('.row').count()).toBe(2);
    await leave(seen);
  });

  test('[PG-6] finds while one types, and says why', async () => {
    const on = await newDevice('search');
    await save(on, 'The staging database listens on port 5433', '-p', 'shop');
    await save(on, 'Marta leads the payments team');
    const seen = await openPage(on);
    const { page } = seen;
    await page.keyboard.press('/');
    await page.keyboard.type('staging port', { delay: 5 });
    await page.locator('[data-query="staging port"]').waitFor();
    await page.locator('mark', { hasText: 'port' }).waitFor();
    expect(await page.locator('.hit').count()).toBe(1);
    // A screen reader hears how many there are, and not how long it took.
    expect(await page.getByRole('status').filter({ hasText: 'result' }).textContent()).toBe('1 result');
    await page.getByText(/^1 result · \d+ ms$/).waitFor();
    await page.locator('.why summary').click();
    expect(await page.locator('.why dl').textContent()).toMatch(
      /Words[\s\S]*looked for[\s\S]*Scope[\s\S]*of shop/,
    );
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('As of').fill('2001-01-01');
    await page.getByText('Nothing found').waitFor();
    await page.getByLabel('As of').fill('');
    await page.locator('.hit').waitFor();
    // The dialog renders the frame again. `/` is still a key of the view.
    await page.locator('.hits a').first().focus();
    await page.keyboard.press('n');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.value')).toBe('staging port');
    await save(on, 'The port of staging moves in May');
    await expect.poll(() => page.locator('.hit').count()).toBe(2);
    await page.getByText(/^2 results ·/).waitFor();
    // As many as were asked for may not be all.
    const many = Array.from({ length: 21 }, (_, n) =>
      JSON.stringify({ content: `Staging port number ${n}` }),
    );
    await on.run(['import', '-', '--from', 'ndjson'], { input: many.join('\n') });
    await page.getByText(/^The best 20 results ·/).waitFor();
    // A chosen filter stays chosen, although the typed text reaches the address later.
    await page.getByRole('searchbox').fill('staging');
    await page.getByLabel('As of').fill('2001-01-01');
    await page.waitForTimeout(600);
    expect(page.url()).toMatch(/q=staging&asOf=2001-01-01$/);
    await page.getByText('Nothing found').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByText('Ask a question').waitFor();
    await leave(seen);
  });

  test('[PG-6] cuts a long passage to some lines until all of it is asked for', async () => {
    const on = await newDevice('passages');
    const folder = join(on.home, 'notes');
    mkdirSync(folder);
    const text = Array.from({ length: 60 }, (_, n) => `the greenhouse valve ${n} drips`).join(' and ');
    writeFileSync(join(folder, 'valves.md'), `# Valves\n\n${text}.\n`);
    expect((await on.run(['index', folder])).code).toBe(0);
    const seen = await openPage(on, '#/search?q=greenhouse+valve');
    const { page } = seen;
    await page.setViewportSize({ width: 390, height: 780 });
    const passage = page.locator('.hits li').first();
    await passage.waitFor();
    const height = async () => (await passage.boundingBox())?.height ?? 0;
    const cut = await height();
    expect(cut).toBeLessThan(300);
    await passage.getByRole('button', { name: 'The whole passage' }).click();
    await expect.poll(height).toBeGreaterThan(cut + 100);
    await leave(seen);
  });

  test('[PG-6] finds a passage no longer once its session is deleted', async () => {
    const on = await newDevice('found');
    const said = 'user: The greenhouse valve drips at night.';
    expect((await on.run(['session', 'append', 'notes', said])).code).toBe(0);
    const { id } = JSON.parse((await on.run(['session', 'list', '--all', '--json'])).out).sessions[0];
    const seen = await openPage(on, '#/search?q=greenhouse+valve');
    const { page } = seen;
    const passages = page.locator('.hits li', { hasText: 'drips at night' });
    await expect
      .poll(
        async () => {
          await page.reload();
          await page.locator('[data-query]').waitFor();
          return passages.count();
        },
        { timeout: 30_000 },
      )
      .toBe(1);
    expect((await on.run(['session', 'delete', id, '--yes'])).code).toBe(0);
    await expect.poll(() => passages.count()).toBe(0);
    await leave(seen);
  });

  test('[PG-7] can be used by keys alone', async () => {
    const on = await newDevice('keys');
    for (const text of ['first of all', 'second to none', 'third time lucky']) await save(on, text);
    const seen = await openPage(on);
    const { page } = seen;
    await row(page, 'third').waitFor();
    const focused = () => page.evaluate('document.activeElement.innerText');
    await page.keyboard.press('j');
    await expect.poll(focused).toContain('third');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(focused).toContain('first');
    await page.keyboard.press('k');
    await expect.poll(focused).toContain('second');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#/memory/');
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await row(page, 'second').waitFor();
    // A select field takes letters until it loses focus. A ticked checkbox takes none.
    await page.getByLabel('Project').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await expect.poll(focused).toContain('third');
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Pinned').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('lucky');
    await page.locator('[data-query="lucky"]').waitFor();
    await expect.poll(() => page.locator('.hit').count()).toBe(1);
    await page.keyboard.press('Enter');
    await expect.poll(focused).toContain('third');
    await leave(seen);
  });

  test('[PG-9] shows what is saved, replaced and forgotten elsewhere, at once', async () => {
    const on = await newDevice('live');
    await save(on, 'The port is 1111');
    const seen = await openPage(on);
    const { page } = seen;
    await row(page, '1111').waitFor();
    await save(on, 'Something else entirely');
    await row(page, 'entirely').waitFor();
    const { out } = await on.run(['search', 'port', '--json']);
    const { id } = JSON.parse(out).results[0];
    await on.run(['supersede', id, 'The port is 2222']);
    await row(page, '2222').waitFor();
    expect(await row(page, '1111').count()).toBe(0);
    await on.run(['forget', id]);
    await expect.poll(() => row(page, '2222').count()).toBe(0);
    await page.getByText('1 memory').waitFor();
    await leave(seen);
  });

  test('[PG-10] shows whatever is remembered as text', async () => {
    const on = await newDevice('text');
    const texts = [
      '<img src=x onerror="alert(1)"><script>alert(2)</script><b>bold</b>',
      '</title></script><svg onload=alert(3)> javascript:alert(4)',
      'مرحبا بالعالم \u202Egnp.exe {{constructor}}',
      '🪨'.repeat(2_000),
      '&lt;b&gt; &amp; %3Cscript%3E',
    ];
    for (const text of texts) await save(on, text, '-t', '<b>x</b>', '-p', '"><script>alert(6)</script>');
    const seen = await openPage(on);
    const { page } = seen;
    await expect.poll(() => page.locator('.row').count()).toBe(5);
    expect(
      await page
        .locator('.row')
        .filter({ hasText: texts[0] ?? '' })
        .count(),
    ).toBe(1);
    await page.getByLabel('Project').selectOption('"><script>alert(6)</script>');
    await expect.poll(() => page.locator('.row').count()).toBe(5);
    await goTo(page, '#/search?q=alert+script+<b>');
    await page.locator('.hit').first().waitFor();
    expect(await page.locator('main :is(script, img, b, svg[onload])').count()).toBe(0);
    await leave(seen);
  });
});
