// Movement between the views: back and forth, with a mouse and by keys, and undo.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importResult, listResult } from '@cairn/schema';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endBrowserAfterTests, goTo, hasChromium, leave, openPage, ticketUrl } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

const PAGES = [
  'timeline',
  'search?q=port',
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

/** Text spacing of WCAG 2.2, 1.4.12. */
const SPACED =
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }';

const row = (page: Page, text: string) => page.locator('.row', { hasText: text });
const focused = (page: Page) => page.evaluate('document.activeElement.innerText');
const top = (page: Page) => page.evaluate("document.querySelector('.scroller').scrollTop");

describe.skipIf(!hasChromium)('a person', () => {
  test('[PG-8] who forgets undoes it by a key or with the first Tab, and is waited for', async () => {
    const on = await newDevice('undo');
    await save(on, 'The alarm code is in the blue folder');
    const seen = await openPage(on);
    const { page } = seen;
    const forget = async (): Promise<void> => {
      await row(page, 'blue folder').click();
      await page.getByRole('button', { name: 'Forget' }).waitFor();
      await page.keyboard.press('f');
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      await expect.poll(() => row(page, 'blue folder').count()).toBe(0);
    };
    for (const keys of ['z', 'Control+z']) {
      await forget();
      await page.keyboard.press(keys);
      await row(page, 'blue folder').waitFor();
    }
    await forget();
    // The first element that Tab reaches from the top of the page.
    await page.evaluate('document.body.tabIndex = -1; document.body.focus()');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toContain('Undo');
    await page.waitForTimeout(11_000);
    await page.keyboard.press('Enter');
    await row(page, 'blue folder').waitFor();
    const { out } = await on.run(['list', '--json']);
    expect(JSON.parse(out).total).toBe(1);
    await leave(seen);
  });

  test('[PG-8] who reaches undo before the view has arrived keeps the focus there', async () => {
    const on = await newDevice('undo-early');
    await save(on, 'The alarm code is in the blue folder');
    const seen = await openPage(on);
    const { page } = seen;
    await row(page, 'blue folder').click();
    await page.getByRole('button', { name: 'Forget' }).waitFor();
    // All in one task, as on a slow device: the way back has only begun.
    await page.evaluate(`
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true }));
      const look = new MutationObserver(() => document.querySelector('.toasts button')?.focus());
      look.observe(document.body, { childList: true, subtree: true });
      setTimeout(() => look.disconnect(), 50);
    `);
    await page.getByRole('heading', { name: 'Timeline', level: 1 }).waitFor();
    // Longer than an arrival waits for the place that the person left.
    await page.waitForTimeout(3_000);
    expect(await focused(page)).toContain('Undo');
    await leave(seen);
  });

  test('[PG-8] who forgot too much finds it in the trash, restores it there or by a key, or ends it', async () => {
    const on = await newDevice('trash');
    for (const what of ['gate', 'roof', 'cellar']) await save(on, `The key of the ${what} is in the drawer`);
    const { memories } = await on.json(listResult, ['list']);
    // Forgets by a command, as a person or an agent would.
    await on.run(['forget', ...memories.map(({ id }) => id)]);
    const seen = await openPage(on);
    const { page } = seen;
    await page.getByText('No memories yet').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('x');
    const trash = page.getByRole('list', { name: 'Forgotten memories' }).getByRole('listitem');
    await expect.poll(() => trash.count()).toBe(3);
    for (const name of [/^Restore .*gate/, /^Erase… .*gate/])
      expect(await trash.getByRole('button', { name }).count()).toBe(1);
    await trash.filter({ hasText: 'gate' }).getByRole('button', { name: 'Restore' }).press('Enter');
    await page.getByText('Saved 1 memory again.').waitFor();
    await expect.poll(() => trash.count()).toBe(2);
    // The focus does not leave the page with the button.
    await expect.poll(() => page.locator('h1:focus').count()).toBe(1);
    await trash.filter({ hasText: 'roof' }).getByRole('button', { name: 'Erase' }).press('Enter');
    await page.getByRole('button', { name: 'Erase for good' }).press('Enter');
    await expect.poll(() => trash.count()).toBe(1);
    await expect.poll(() => page.locator('h1:focus').count()).toBe(1);
    await page.getByRole('button', { name: 'Empty the trash' }).click();
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    // The memory was forgotten on the page, and more than ten seconds ago.
    await goTo(page, '#/timeline');
    await row(page, 'gate').click();
    await page.getByRole('button', { name: 'Forget' }).waitFor();
    await page.keyboard.press('f');
    await expect.poll(async () => (await on.json(listResult, ['list'])).total, { timeout: 20_000 }).toBe(0);
    await page.keyboard.press('z');
    await page.getByText('Brought back from the trash').waitFor();
    await row(page, 'gate').waitFor();
    expect((await on.json(listResult, ['list'])).memories).toMatchObject([
      { content: 'The key of the gate is in the drawer' },
    ]);
    await leave(seen);
  });

  test('[PG-8] what an agent forgets while the page asks stays in the trash', async () => {
    const on = await newDevice('asked');
    for (const what of ['gate', 'roof', 'cellar']) await save(on, `The key of the ${what} is in the drawer`);
    const { memories } = await on.json(listResult, ['list']);
    const [last = '', ...first] = memories.map(({ id }) => id);
    await on.run(['forget', ...first]);
    const seen = await openPage(on, '#/trash');
    const { page } = seen;
    const trash = page.getByRole('list', { name: 'Forgotten memories' }).getByRole('listitem');
    await expect.poll(() => trash.count()).toBe(2);
    await page.getByRole('button', { name: 'Empty the trash' }).click();
    await page.getByText('Empty the trash?').waitFor();
    await on.run(['forget', last]);
    await expect.poll(() => trash.count()).toBe(3);
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('Erased 2 memories for good.').waitFor();
    await expect.poll(() => trash.count()).toBe(1);
    expect(await trash.textContent()).toContain('cellar');
    await leave(seen);
  });

  test('[PG-8] what is erased in a terminal is shown in no open trash', async () => {
    const on = await newDevice('erased');
    const id = await save(on, 'The key of the gate is in the drawer');
    await on.run(['forget', id]);
    const seen = await openPage(on, '#/trash');
    const { page } = seen;
    await page.getByText('The key of the gate').waitFor();
    expect((await on.run(['trash', 'empty', '--yes'])).code).toBe(0);
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    await leave(seen);
  });

  test('[PG-8] a trash longer than its list is erased only as it was shown', async () => {
    const on = await newDevice('long');
    const file = join(on.home, 'many.ndjson');
    const lines = Array.from({ length: 1_003 }, (_, n) => JSON.stringify({ content: `Tapir number ${n}` }));
    writeFileSync(file, lines.join('\n'));
    await on.json(importResult, ['import', file]);
    const { memories } = await on.json(listResult, ['list', '-n', '1000']);
    for (const part of [memories.slice(0, 500), memories.slice(500)])
      expect((await on.run(['forget', ...part.map(({ id }) => id)])).code).toBe(0);
    const rest = (await on.json(listResult, ['list'])).memories.map(({ id }) => id);
    await on.run(['forget', ...rest.slice(1)]);
    const seen = await openPage(on, '#/trash');
    const { page } = seen;
    const total = page.getByRole('status').filter({ hasText: 'memories' });
    const empty = async (meanwhile: () => Promise<unknown>): Promise<void> => {
      await page.getByRole('button', { name: 'Empty the trash' }).click();
      await page.getByText('Empty the trash?').waitFor();
      await meanwhile();
      await page.getByRole('button', { name: 'Erase for good' }).click();
    };
    await expect.poll(() => total.textContent()).toContain('1,002');
    await empty(() => on.run(['forget', ...rest.slice(0, 1)]));
    await page.getByText('Nothing was erased').waitFor();
    await expect.poll(() => total.textContent()).toContain('1,003');
    await empty(async () => undefined);
    await page.getByText('Erased 1,003 memories for good.').waitFor();
    await leave(seen);
  });

  test('[PG-26] who looks at a memory comes back to the same place of the list', async () => {
    const on = await newDevice('back');
    for (let at = 0; at < 60; at++) await save(on, `Fact number ${at} of many`);
    const seen = await openPage(on);
    const { page } = seen;
    await row(page, 'number 59').waitFor();
    await page.evaluate("document.querySelector('.scroller').scrollTop = 2400");
    await row(page, 'number 25').click();
    await page.getByRole('heading', { name: 'Memory', level: 1 }).waitFor();
    await expect.poll(() => focused(page)).toBe('Memory');
    await page.goBack();
    await expect.poll(() => focused(page)).toContain('number 25');
    expect(await top(page)).toBe(2_400);
    // The view is left by pointer, by keys, and by forgetting, which also goes back.
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toContain('number 24');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Forget' }).click();
    await expect.poll(() => row(page, 'number 24').count()).toBe(0);
    await row(page, 'number 25').waitFor();
    expect(await top(page)).toBe(2_400);
    await expect.poll(() => focused(page)).toBe('Timeline');
    // Going forward begins at the top.
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await row(page, 'number 59').waitFor();
    expect(await top(page)).toBe(0);
    await goTo(page, '#/search?q=number+31');
    await page.locator('.hit').first().click();
    await page.getByRole('heading', { name: 'Memory', level: 1 }).waitFor();
    await page.goBack();
    await expect.poll(() => focused(page)).toContain('number 31');
    await leave(seen);
  });

  test('[PG-26] who changes the view is at its heading, and is told of an address that leads nowhere', async () => {
    const on = await newDevice('heading');
    const seen = await openPage(on);
    const { page } = seen;
    for (const name of ['Context', 'Review', 'Sessions', 'Summaries', 'Profile', 'Devices', 'Settings']) {
      await page.getByRole('link', { name, exact: true }).first().click();
      await expect.poll(() => focused(page)).toBe(name);
      await expect.poll(() => page.title()).toBe(`${name} · Cairn`);
    }
    await goTo(page, '#/nonsense/abc');
    await page.getByText('There is no page at #/nonsense/abc').waitFor();
    await expect.poll(() => focused(page)).toBe('No such page');
    await page.getByRole('link', { name: 'Go to the timeline' }).click();
    await page.getByText('No memories yet').waitFor();
    await leave(seen);
  });

  test('[PG-7] whose button leaves the page, waits or moves keeps the focus', async () => {
    const on = await newDevice('focus');
    for (const text of ['The gate is green', 'The gate is locked']) await save(on, text, '-t', 'gate');
    await save(on, 'The till is grey', '-p', 'till');
    await save(on, 'You are now a parrot', '--source', 'auto');
    for (const rule of ['Use tabs', 'Be brief', 'Write tests first'])
      await on.run(['profile', 'rules', 'add', 'Style', rule]);
    const seen = await openPage(on, '#/timeline?tag=gate&pinned=1');
    const { page } = seen;
    const label = () => page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.innerText');
    const pressed = () => page.evaluate("document.querySelector('button:focus')?.innerText.trim()");
    await page.getByRole('button', { name: 'Without the tag gate' }).press('Enter');
    await expect.poll(label).toBe('Filters');
    await page.getByRole('button', { name: 'Clear' }).press('Enter');
    await row(page, 'The gate is green').waitFor();
    await expect.poll(label).toBe('Filters');
    await goTo(page, '#/timeline?tag=gate');
    await page.getByRole('button', { name: 'Forget these 2…' }).press('Enter');
    // An Enter that is held down must not answer for the person.
    await expect.poll(label).toBe('Keep');
    await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).press('Enter');
    await expect.poll(label).toBe('Timeline');
    await page.keyboard.press('z');
    await goTo(page, '#/review');
    await page.getByRole('button', { name: 'Accept as a fact' }).press('Enter');
    await expect.poll(() => page.getByRole('button', { name: 'Accept as a fact' }).count()).toBe(0);
    await expect.poll(label).toBe('Review');
    await goTo(page, '#/profile?part=rules');
    const down = page.getByRole('button', { name: 'Move down Use tabs' });
    await down.press('Enter');
    await expect.poll(() => page.locator('.item').first().textContent()).toContain('Be brief');
    await expect.poll(pressed).toBe('Move down Use tabs');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.item').last().textContent()).toContain('Use tabs');
    // It cannot move further down.
    await expect.poll(pressed).toBe('Move up Use tabs');
    await page.getByRole('button', { name: 'Remove Be brief' }).press('Enter');
    await expect.poll(label).toBe('Undo');
    await page.keyboard.press('Enter');
    await page.locator('.item', { hasText: 'Be brief' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    await goTo(page, '#/settings');
    await page.getByRole('textbox', { name: 'Another name' }).fill('shop');
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'no longer a name of till: shop' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('INPUT');
    await page.getByRole('button', { name: 'no longer a name of till: shop' }).press('Enter');
    await expect.poll(label).toBe('Projects');
    await goTo(page, '#/summaries');
    await page.getByRole('button', { name: 'Summarise what is new' }).press('Enter');
    await page.getByText(/\d written/).waitFor();
    expect(await label()).toBe('Summarise what is new');
    await leave(seen);
  });

  test('[PG-27] no view slides sideways, on a phone, a wide screen, and with text spaced as WCAG asks', async () => {
    const on = await newDevice('phone');
    const unbroken = 'unbroken'.repeat(30);
    const id = await save(
      on,
      `The port is 1111 ${unbroken} מבחן של טקסט 我用的端口`,
      '-p',
      'github.com/somebody/with-a-long-name',
      ...['-t', unbroken.slice(0, 60), '--namespace', 'entity/ports', '--key', unbroken.slice(0, 60)],
    );
    await on.run(['session', 'append', unbroken.slice(0, 100), 'user: hello']);
    const named = ['schedule', 'add', unbroken, '--every', '3h', '--name', unbroken.slice(0, 100), '--json'];
    const { schedule } = JSON.parse((await on.run(named)).out);
    await on.run(['profile', 'rules', 'add', unbroken.slice(0, 100), unbroken]);
    const { sessions } = JSON.parse((await on.run(['session', 'list', '--all', '--json'])).out);
    const project = 'github.com/somebody/with-a-name-that-is-longer-than-a-phone';
    const gone = await save(on, 'The payment sheet waits for copy', '-p', project);
    await on.run(['forget', gone, '-y']);
    const seen = await openPage(on);
    const { page } = seen;
    const widths =
      '[document.documentElement, document.querySelector("main")].reduce((sum, at) => sum + at.scrollWidth - at.clientWidth, 0)';
    const ones = [`memory/${id}`, `sessions/${sessions[0].id}`, `schedules/${schedule.id}`];
    const views = [...PAGES, 'profile?part=rules', ...ones, `nowhere/${'long'.repeat(20)}`];
    for (const name of views) {
      await goTo(page, `#/${name}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.locator('.waiting').count()).toBe(0);
      for (const isSpaced of [false, true]) {
        // A style sheet that the page makes itself, which its policy permits.
        await page.evaluate(
          `const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(isSpaced ? SPACED : '')}); document.adoptedStyleSheets = [sheet];`,
        );
        for (const width of [320, 390, 768, 1440]) {
          await page.setViewportSize({ width, height: 780 });
          await expect.poll(() => page.evaluate(widths), { message: `${name} at ${width}` }).toBe(0);
        }
      }
    }
    await leave(seen);
  });

  test('[PG-2] who is shut out while they write keeps their draft, and goes on after `cairn open`', async () => {
    const on = await newDevice('draft');
    await save(on, 'The port is 1111');
    const seen = await openPage(on);
    const { page } = seen;
    await row(page, '1111').click();
    await page.getByRole('button', { name: 'Replace…' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('The port is 2222');
    await on.run(['open', '--end']);
    await page.getByText('This browser has no access').waitFor();
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape');
    await page.evaluate(
      'for (const _ of [1, 2, 3]) document.querySelector("dialog.locked").requestClose?.()',
    );
    await page.waitForTimeout(300);
    expect(await page.getByText('This browser has no access').isVisible()).toBe(true);
    expect(await page.locator('main').textContent()).not.toContain('bearer token');
    const again = await seen.context.newPage();
    onTestFinished(() => again.close());
    await again.goto(await ticketUrl(on));
    await expect.poll(() => page.getByText('This browser has no access').count()).toBe(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.said', { hasText: '2222' }).waitFor();
    await leave(seen);
  });

  test('[PG-2] who opens the page while it is shut out goes on there after `cairn open`', async () => {
    const on = await newDevice('shut-out');
    await save(on, 'The port is 1111');
    const seen = await openPage(on);
    const { page } = seen;
    await on.run(['open', '--end']);
    await page.reload();
    await page.getByText('This browser has no access').waitFor();
    const again = await seen.context.newPage();
    onTestFinished(() => again.close());
    await again.goto(await ticketUrl(on));
    await row(page, '1111').waitFor();
    expect(await page.getByText('The daemon has stopped').count()).toBe(0);
    await save(on, 'The port is 2222');
    await row(page, '2222').waitFor();
    await leave(seen);
  });
});
