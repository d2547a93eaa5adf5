// The settings page with a real daemon and a real endpoint of a model, and its pages of usage and context.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startModelServer } from '@cairn/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endBrowserAfterTests, goTo, hasChromium, leave, openPage } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

const KEY = 'sk-that-is-never-shown';

const startModel = async () => {
  const model = await startModelServer({ script: [{ kind: 'reply', text: '{"word":"ready"}' }] });
  onTestFinished(() => model.close());
  return model;
};

describe.skipIf(!hasChromium)('the page of settings', () => {
  test('[PG-22] shows itself where the folder of the person is gone', async () => {
    const on = await newDevice('settings-homeless', { HOME: '/nowhere/that/is' });
    const seen = await openPage(on, '#/settings');
    await seen.page.getByRole('heading', { name: 'Language model' }).waitFor();
    await leave(seen);
  });

  test('[PG-22] shows all other cards where the answer for one is an error', async () => {
    const seen = await openPage(await newDevice('half'), '#/settings');
    const { page } = seen;
    const device = page.locator('.card', { has: page.getByRole('heading', { name: 'This device' }) });
    const model = page.getByRole('heading', { name: 'Language model' });
    await device.getByText('Version').waitFor();
    const fail = (what: string) =>
      page.route(`**/v1/${what}`, (route) =>
        route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'about:blank',
            title: 'Error',
            status: 500,
            detail: 'The disk is full.',
          }),
        }),
      );
    await fail('status');
    await page.reload();
    await device.getByText('The disk is full.').waitFor();
    await model.waitFor();
    await page.unroute('**/v1/status');
    await fail('settings');
    await page.reload();
    await device.getByText('Version').waitFor();
    await page.getByText('The disk is full.').waitFor();
    await page.getByLabel('Compact').waitFor();
    expect(await model.count()).toBe(0);
    await leave(seen);
  });

  test('[PG-22] chooses a model, tries it, prices it, and takes it away after a question', async () => {
    const model = await startModel();
    const on = await newDevice('settings');
    await save(on, 'One');
    const one = await openPage(on, '#/timeline');
    const other = await openPage(on, '#/settings');
    const { page } = one;
    await page.keyboard.press('g');
    await page.keyboard.press(',');
    const choose = page.getByRole('button', { name: 'Choose a model' });
    await choose.press('Enter');
    await expect.poll(() => page.locator('input:focus').count()).toBe(1);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Choose a model');
    await choose.press('Enter');
    await page.getByLabel('Address').fill(model.baseUrl);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter the name of the model').waitFor();
    await page.getByLabel('Model', { exact: true }).fill('small, large');
    await page.getByLabel('Key', { exact: true }).fill(KEY);
    await page.getByLabel('Asked').fill('1');
    await page.getByLabel('Answered').fill('2,5');
    await page.getByLabel('Currency').fill('EUR');
    await page.keyboard.press('Enter');
    await page.getByText('small, then large').waitFor();
    // Another page of the same daemon is updated at once.
    await other.page.getByText('small, then large').waitFor();
    await page.getByText('1.00 EUR for questions and 2.50 EUR for answers').waitFor();
    await page.getByRole('button', { name: 'Test the model' }).click();
    await page.getByText(/“ready”, says small, after .* tokens\./).waitFor();
    expect(model.requests.at(-1)?.authorization).toBe(`Bearer ${KEY}`);
    expect(await page.content()).not.toContain(KEY);
    const config = readFileSync(join(on.home, 'config.json'), 'utf8');
    expect(JSON.parse(config).llm).toMatchObject({ apiKey: KEY, price: { in: 1, out: 2.5 } });

    await goTo(page, '#/usage');
    await page.getByText(/tokens today, 0\.\d+ EUR/).waitFor();
    await page.getByRole('columnheader', { name: 'Cost' }).waitFor();
    const size = page.viewportSize() ?? { width: 1_200, height: 800 };
    await page.setViewportSize({ width: 320, height: 800 });
    const cutOff = await page
      .locator('table')
      .evaluateAll((all) => all.filter((table) => table.scrollWidth > table.parentElement.clientWidth));
    expect(cutOff).toEqual([]);
    await page.setViewportSize(size);
    const added = await on.run(['schedule', 'add', 'What is left?', '--every', '2h', '--json']);
    const { schedule } = JSON.parse(added.out);
    await goTo(page, `#/schedules/${schedule.id}`);
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.locator('li.card', { hasText: /0\.000\d+ EUR/ }).waitFor();
    await goTo(page, '#/settings');
    await page.getByRole('button', { name: 'Use none…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Use none…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use none' }).click();
    await page.getByText('No model is configured').waitFor();
    await other.page.getByText('No model is configured').waitFor();
    expect(readFileSync(join(on.home, 'config.json'), 'utf8')).not.toContain(KEY);
    await leave(other);
    await leave(one);
  });

  test('[PG-21] sends memories nowhere outside of this machine, and gives the command instead', async () => {
    const on = await newDevice('elsewhere');
    const seen = await openPage(on, '#/settings');
    const { page } = seen;
    await page.getByRole('button', { name: 'Choose a model' }).click();
    await page.getByLabel('Address').fill('https://models.example.org/v1');
    await page.getByLabel('Model', { exact: true }).fill('large');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(
        'cairn init --yes --agent none --vault local --model large --model-url https://models.example.org/v1',
      )
      .waitFor();
    // Any script in the page gets the same answer with its session, and no other site gets as far.
    const asked = await page.evaluate(async () => {
      const key = localStorage.getItem('cairn-page-key') ?? '';
      const body = JSON.stringify({ model: { baseUrl: 'https://evil.example/v1', models: ['m'] } });
      const headers = { 'x-cairn-page': key, 'content-type': 'application/json' };
      const answer = await fetch('/v1/settings', { method: 'PATCH', headers, body });
      const without = await fetch('/v1/settings', { method: 'PATCH', body });
      return [answer.status, without.status];
    });
    expect(asked).toEqual([400, 401]);
    expect((await on.run(['status', '--json'])).out).toContain('"llm":null');
    await leave(seen);
  });

  test('[PG-22] gives a project another name and takes it back, and names what to type for agents', async () => {
    const on = await newDevice('projects');
    await save(on, 'The till closes at six', '-p', 'github.com/o/shop');
    await save(on, 'An older note', '-p', 'shop');
    await save(on, 'Prefers tabs');
    const seen = await openPage(on, '#/settings');
    const { page } = seen;
    await page.locator('li', { hasText: 'github.com/o/shop 1 memory of its own' }).waitFor();
    await page.reload();
    // Not yet counted is not none.
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect(await page.getByText('No memory belongs to a project yet').count()).toBe(0);
    await page.getByText('The list of a project also shows global memories.').waitFor();
    await page.getByRole('textbox', { name: 'Another name' }).fill('shop');
    await page.getByText('One memory saved under shop will stay there').waitFor();
    await page.getByRole('button', { name: 'Add' }).click();
    await page.locator('.tag', { hasText: 'shop (1 memory)' }).waitFor();
    expect((await on.run(['list', '-p', 'shop'])).out).toContain('The till closes');
    await page.getByRole('button', { name: 'no longer a name of github.com/o/shop: shop' }).click();
    await expect.poll(() => page.locator('.tag').count()).toBe(0);
    expect((await on.run(['list', '-p', 'shop'])).out).toContain('An older note');
    await page.getByText('Other agents that Cairn knows').click();
    await page.getByText('cairn install zed', { exact: true }).waitFor();
    await leave(seen);
  });
});

describe.skipIf(!hasChromium)('what days were like', () => {
  test('[PG-16] how long saves and searches take is drawn and said', async () => {
    const on = await newDevice('figures');
    await save(on, 'One');
    await on.run(['search', 'one']);
    const seen = await openPage(on, '#/usage');
    const { page } = seen;
    await page
      .getByRole('img', { name: /How long saves took.*half within .* ms, 95 in 100 within/ })
      .waitFor();
    await page.getByRole('img', { name: /How long searches took/ }).waitFor();
    await page.getByRole('img', { name: /Size of the database: .* today/ }).waitFor();
    await leave(seen);
  });

  test('[PG-16] an idle page begins the next day by itself', async () => {
    const on = await newDevice('midnight');
    await save(on, 'One');
    const seen = await openPage(on);
    const { page } = seen;
    await page.clock.install();
    await goTo(page, '#/usage');
    await page.getByRole('img', { name: /Memories from .* to 1\./ }).waitFor();
    const asked = page.waitForRequest(/\/v1\/usage/);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await page.clock.fastForward('24:00:00');
    await asked;
    const [year, , day] = tomorrow.split('-').map(Number);
    await page.getByRole('img', { name: new RegExp(`to \\w+ ${day}, ${year}: from 0 to 1`) }).waitFor();
    await leave(seen);
  });

  test('[PG-24] what sessions began with is compared, with what is forgotten not named', async () => {
    const on = await newDevice('days');
    const seen = await openPage(on, '#/context?project=shop');
    const { page } = seen;
    await page.getByText('No session has begun in this project yet').waitFor();
    const gone = await save(on, 'The till is called Otto', '-p', 'shop');
    await on.run(['context', '-p', 'shop']);
    await page.getByText('1 part came, 0 went, 0 changed.').waitFor();
    await save(on, 'Deploys on Tuesdays', '-p', 'shop');
    await on.run(['forget', gone]);
    await on.run(['context', '-p', 'shop']);
    await page.getByText('1 part came, 1 went, 0 changed.').waitFor();
    await page.locator('.changes').getByRole('link', { name: 'Deploys on Tuesdays' }).waitFor();
    expect(await page.locator('.changes .went').textContent()).toMatch(
      /A memory it was forgotten−\d+ tokens/,
    );
    expect(await page.locator('.days').textContent()).not.toContain('Otto');
    await leave(seen);
  });
});
