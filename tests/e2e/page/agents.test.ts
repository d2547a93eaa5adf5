// Sessions, schedules and summaries on the page, against real daemons.

import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Device, server } from '../cairn.ts';
import { endBrowserAfterTests, goTo, hasChromium, leave, openPage } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

const TALK = 450;
const LONG = 900;

/** Returns the id of the only session. */
const idOf = async (on: Device): Promise<string> =>
  JSON.parse((await on.run(['session', 'list', '--all', '--json'])).out).sessions[0].id;

/** Makes two devices of one vault. The first page is that of the inviting device. */
const newPair = async () => {
  const hub = await server();
  onTestFinished(() => hub.end());
  const [laptop, desktop] = [await newDevice('laptop'), await newDevice('desktop')];
  const vault = ['vault', 'create', '--server', hub.url, '--setup-token', hub.setupToken];
  expect((await laptop.run([...vault, '--name', 'laptop'])).code).toBe(0);
  const one = await openPage(laptop, '#/devices');
  await one.page.getByRole('button', { name: 'Invite a device' }).click();
  const command = (await one.page.locator('.invite .command').textContent()) ?? '';
  expect((await desktop.run([...command.split(' ').slice(1), '--name', 'desktop'])).code).toBe(0);
  return { laptop, desktop, one };
};

/** Returns the numbers of the first and last remark that are drawn, and how many are drawn. */
const endsOf = async (page: Page): Promise<readonly (string | undefined)[]> => {
  const texts = await page.locator('.said-by').locator('p.content').allTextContents();
  return [texts[0], texts.at(-1), String(texts.length)].map((text) => text?.replace('remark number ', ''));
};

describe.skipIf(!hasChromium)('a page', () => {
  test('[PG-17] of a session shows it as it grows, finds in it, compacts, ends and deletes it after a question', async () => {
    const on = await newDevice('sessions');
    const append = async (...lines: readonly string[]): Promise<void> =>
      expect((await on.run(['session', 'append', 'notes', '-p', 'shop', ...lines])).code).toBe(0);
    const lines = Array.from({ length: TALK }, (_, n) => `user: remark number ${n} <b>of many</b>`);
    for (let at = 0; at < TALK; at += 150) await append(...lines.slice(at, at + 150));
    const seen = await openPage(on, '#/sessions');
    const { page } = seen;
    await page.locator('.thing', { hasText: `${TALK} messages` }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.said-by').count()).toBe(200);
    expect(await page.locator('.said-by').last().textContent()).toContain('number 449 <b>of many</b>');
    await page.getByRole('button', { name: 'Show 200 earlier messages' }).click();
    await expect.poll(() => page.locator('.said-by').count()).toBe(400);
    await append('assistant: and a last word');
    await page.getByText('and a last word').waitFor();
    await page.getByRole('searchbox').fill('NUMBER 17');
    // Numbers 17, and 170 to 179.
    await expect.poll(() => page.locator('.said-by').count()).toBe(11);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Compact now' }).click();
    await page.getByText('compacted 1 time').waitFor();
    await page.getByText('Summary in the words of the messages').waitFor();
    await save(on, 'The wombat sleeps at noon', '-p', 'shop');
    await on.run(['session', 'append', 'notes', 'user: Remember that the okapi eats at 7.']);
    await page.getByRole('button', { name: 'Learned (1)' }).click({ timeout: 15_000 });
    const learned = page.locator('.thing', { hasText: 'okapi' });
    await learned.waitFor();
    await page.getByText(new RegExp(`messages up to \\d+ of ${TALK + 2}$`)).waitFor();
    expect(await page.locator('.thing').count()).toBe(1);
    await page.getByRole('button', { name: 'Restored context' }).click();
    await page.getByLabel('Budget in tokens').selectOption('2000');
    const { messages: fit } = JSON.parse(
      (await on.run(['session', 'restore', await idOf(on), '--max-tokens', '2000', '--json'])).out,
    );
    await page.getByText(`${fit.length} messages and the summary.`).waitFor();
    await expect.poll(() => page.locator('.said-by').count()).toBe(fit.length);
    await page.getByRole('button', { name: 'Messages', exact: true }).click();
    await page.getByRole('button', { name: 'End' }).press('Enter');
    await expect.poll(() => page.getByRole('button', { name: 'End' }).count()).toBe(0);
    expect(await page.locator(':focus').textContent()).toBe('Compact now');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Keep' }).click();
    expect(JSON.parse((await on.run(['session', 'list', '--all', '--json'])).out).total).toBe(1);
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No session is here').waitFor();
    expect(JSON.parse((await on.run(['session', 'list', '--all', '--json'])).out).total).toBe(0);
    await leave(seen);
  });

  test('[PG-17] of a session shows how far it was learned from, also when nothing was learned', async () => {
    const on = await newDevice('learned');
    expect((await on.run(['session', 'append', 'notes', 'user: hello', 'assistant: hi'])).code).toBe(0);
    const seen = await openPage(on, `#/sessions/${await idOf(on)}`);
    const upto = seen.page.locator('dd', { hasText: /^(nothing yet|messages up to 2 of 2)$/ });
    expect(await upto.textContent()).toBe('nothing yet');
    await expect.poll(() => upto.textContent(), { timeout: 15_000 }).toBe('messages up to 2 of 2');
    await leave(seen);
  });

  test('[PG-17] of a session shows no word of it any more when somebody else deletes it', async () => {
    const on = await newDevice('deleted');
    expect((await on.run(['session', 'append', 'notes', 'user: The okapi eats at 6.'])).code).toBe(0);
    const id = await idOf(on);
    const seen = await openPage(on, `#/sessions/${id}`);
    const { page } = seen;
    await page.getByText('The okapi eats at 6.').waitFor();
    expect((await on.run(['session', 'delete', id, '--yes'])).code).toBe(0);
    await page.getByRole('alert').waitFor();
    expect(await page.locator('main').textContent()).not.toContain('okapi');
    await leave(seen);
  });

  test('[PG-17] of a long session draws a part of it, and leads to its first message and back', async () => {
    const on = await newDevice('long');
    const lines = Array.from({ length: LONG }, (_, n) => `user: remark number ${n}.`);
    for (let at = 0; at < LONG; at += 300)
      expect((await on.run(['session', 'append', 'notes', ...lines.slice(at, at + 300)])).code).toBe(0);
    const seen = await openPage(on, '#/sessions');
    const { page } = seen;
    await page.locator('.thing').click();
    const ends = () => endsOf(page);
    await expect.poll(ends).toEqual(['700.', '899.', '200']);
    const earlier = page.getByRole('button', { name: 'Show 200 earlier messages' });
    await earlier.click();
    await expect.poll(ends).toEqual(['500.', '899.', '400']);
    await earlier.click();
    await expect.poll(ends).toEqual(['300.', '899.', '600']);
    await earlier.click();
    await expect.poll(ends).toEqual(['100.', '699.', '600']);
    await page.getByRole('button', { name: 'Show the first messages' }).click();
    await expect.poll(ends).toEqual(['0.', '599.', '600']);
    expect(await earlier.count()).toBe(0);
    await page.getByRole('button', { name: 'Show 200 later messages' }).click();
    await expect.poll(ends).toEqual(['200.', '799.', '600']);
    await page.getByRole('searchbox').fill('remark');
    await page.getByText('900 messages found, the last 600 are shown').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Show the newest messages' }).click();
    await expect.poll(ends).toEqual(['700.', '899.', '200']);
    await leave(seen);
  });

  test('[PG-17] of a session whose numbers begin late and have a gap leads to every message', async () => {
    const on = await newDevice('gaps');
    const lines = Array.from({ length: LONG }, (_, n) => {
      const sequence = n < 600 ? 1_000 + n : 2_400 + n;
      return JSON.stringify({ sequence, role: 'user', content: `remark number ${sequence}.` });
    });
    const input = lines.join('\n');
    expect((await on.run(['session', 'append', 'notes'], { input })).code).toBe(0);
    const seen = await openPage(on, '#/sessions');
    const { page } = seen;
    await page.locator('.thing').click();
    const ends = () => endsOf(page);
    const press = (name: string) => page.getByRole('button', { name }).click();
    await expect.poll(ends).toEqual(['3100.', '3299.', '200']);
    await press('Show the first messages');
    await expect.poll(ends).toEqual(['1000.', '1599.', '600']);
    expect(await page.getByRole('button', { name: 'earlier' }).count()).toBe(0);
    await press('Show 200 later messages');
    await expect.poll(ends).toEqual(['1200.', '3199.', '600']);
    await press('Show 200 earlier messages');
    await expect.poll(ends).toEqual(['1000.', '1599.', '600']);
    expect(await page.getByRole('button', { name: 'earlier' }).count()).toBe(0);
    await press('Show the newest messages');
    await expect.poll(ends).toEqual(['3100.', '3299.', '200']);
    await leave(seen);
  });

  test('[PG-18] of schedules makes, edits, pauses, runs and deletes one, and says what is wrong with a cadence', async () => {
    const on = await newDevice('schedules');
    const seen = await openPage(on, '#/schedules');
    const { page } = seen;
    await page.getByText('No model is configured').waitFor();
    await page.getByRole('button', { name: 'New schedule' }).click();
    await page.getByLabel('Task', { exact: true }).fill('What should I prepare?');
    await page.getByLabel('Name').fill('morning');
    const next = page.locator('.next-runs');
    await expect.poll(() => next.locator('li').count()).toBe(5);
    // The five times are not read out with each key.
    expect(await next.getByRole('status').textContent()).toBe('at 09:00, Monday to Friday');
    await page.getByRole('textbox', { name: 'Expression' }).fill('99 9 * * *');
    await next.getByText('is not a cron expression').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('textbox', { name: 'Expression' }).fill('30 8 * * 1-5');
    await page.getByLabel('Time zone').fill('Asia/Tokyo');
    await expect.poll(() => next.locator('li').first().textContent()).toContain('08:30 Asia/Tokyo');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'morning' }).waitFor();
    await page.getByText('30 8 * * 1-5 (Asia/Tokyo)').waitFor();
    await next.getByText('at 08:30, Monday to Friday').waitFor();
    const read = async () =>
      JSON.parse((await on.run(['schedule', 'list', '--all', '--json'])).out).schedules[0];
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('combobox', { name: /^When/ }).selectOption('interval');
    await page.getByRole('textbox', { name: 'Minutes' }).fill('120');
    await page.getByLabel('Tell me').selectOption('on_failure');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('every 2 hours').waitFor();
    expect(await read()).toMatchObject({
      notify: 'on_failure',
      cadence: { type: 'interval', seconds: 7_200 },
    });
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect((await read()).status).toBe('active');
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.locator('li', { hasText: 'skipped' }).waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Nothing is scheduled').waitFor();
    expect(await read()).toBeUndefined();
    await page.getByText('Housekeeping of the daemon').click();
    await expect.poll(() => page.locator('details dt').count()).toBeGreaterThan(0);
    await leave(seen);
  });

  test('[PG-18] of a schedule saves it once, as a person does, and only what was changed', async () => {
    const on = await newDevice('once');
    const seen = await openPage(on, '#/schedules');
    const { page } = seen;
    const read = async () =>
      JSON.parse((await on.run(['schedule', 'list', '--all', '--json'])).out).schedules;
    const goal = 'From now on, you are my editor: list open questions';
    await page.getByRole('button', { name: 'New schedule' }).click();
    await page.getByLabel('Task', { exact: true }).fill(goal);
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await page.getByRole('heading', { name: 'Schedule', exact: true }).waitFor();
    expect(await read()).toMatchObject([{ goal, status: 'active' }]);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Tell me').selectOption('never');
    const [{ id }] = await read();
    const changed = ['schedule', 'edit', id, '--goal', 'List old notes', '--cron', '0 7 * * *'];
    expect((await on.run(changed)).code).toBe(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('List old notes').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Task', { exact: true }).fill(goal);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    const cadence = { type: 'cron', expression: '0 7 * * *' };
    expect(await read()).toMatchObject([{ goal, status: 'active', notify: 'never', cadence }]);
    await leave(seen);
  });

  test('[PG-7, PG-18] of a schedule keeps the focus, says its cadence in words, and a time in its zone', async () => {
    const on = await newDevice('focus');
    const add = async (...more: readonly string[]): Promise<void> =>
      expect((await on.run(['schedule', 'add', 'What is left?', ...more, '--tz', 'Asia/Tokyo'])).code).toBe(
        0,
      );
    await add('--name', 'weekdays', '--cron', '30 8 * * 1-5');
    await add('--name', 'tax', '--at', '2090-01-31T09:00');
    const seen = await openPage(on, '#/schedules');
    const { page } = seen;
    const focused = () => page.locator(':focus').textContent();
    await page.locator('.thing', { hasText: 'at 08:30, Monday to Friday (Asia/Tokyo)' }).waitFor();
    await page.getByRole('button', { name: 'New schedule' }).press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(focused).toBe('New schedule');
    await page.locator('.thing', { hasText: 'tax' }).press('Enter');
    await page.getByRole('button', { name: 'Edit' }).press('Enter');
    const time = page.getByRole('textbox', { name: 'Time', exact: true });
    expect(await time.inputValue()).toBe('2090-01-31T09:00');
    await time.fill('2090-01-31T09:30');
    await time.press('Enter');
    await expect.poll(focused).toBe('Edit');
    const { schedules } = JSON.parse((await on.run(['schedule', 'list', '--json'])).out);
    const at = schedules.map(({ cadence }: { cadence: { at?: string } }) => cadence.at);
    expect(at).toContain('2090-01-31T00:30:00.000Z');
    await page.getByRole('button', { name: 'Delete…' }).press('Enter');
    await page.getByRole('button', { name: 'Keep' }).press('Enter');
    await expect.poll(focused).toBe('Delete…');
    await page.getByRole('button', { name: 'Run now' }).press('Enter');
    await page.locator('li', { hasText: 'skipped' }).waitFor();
    await expect.poll(focused).toBe('Run now');
    await leave(seen);
  });

  test('[PG-18] of a schedule that another device runs says so, and takes it over', async () => {
    const { laptop, desktop, one } = await newPair();
    const added = ['schedule', 'add', 'What is left?', '--cron', '0 9 * * *', '--name', 'evening'];
    expect((await laptop.run(added)).code).toBe(0);
    const other = await openPage(desktop, '#/schedules');
    const [here, there] = [one.page, other.page];
    const late = { timeout: 30_000 };
    await there.locator('.thing', { hasText: 'on laptop' }).waitFor(late);
    await there.keyboard.press('j');
    await there.keyboard.press('Enter');
    const pair = (page: typeof here, name: string) =>
      page
        .locator('dl.pairs > div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('dd');
    await expect.poll(() => pair(there, 'Next run').textContent()).toBe('not on this device');
    expect(await there.getByRole('button', { name: 'Run now' }).count()).toBe(0);
    await there.getByRole('button', { name: 'Pause' }).click();
    await goTo(here, '#/schedules');
    await here.locator('.thing', { hasText: 'evening' }).click();
    await expect.poll(() => pair(here, 'State').textContent(), late).toBe('paused');
    await here.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => pair(there, 'State').textContent(), late).toBe('active');
    await there.getByRole('button', { name: 'Run it on this device' }).click();
    await there.getByRole('button', { name: 'Run now' }).waitFor();
    expect(await pair(there, 'Runs on').textContent()).toBe('desktop');
    expect(await pair(there, 'Next run').textContent()).toContain('09:00');
    await expect.poll(() => pair(here, 'Runs on').textContent(), late).toBe('desktop');
    expect(await pair(here, 'Next run').textContent()).toBe('not on this device');
    expect(await here.getByRole('button', { name: 'Run now' }).count()).toBe(0);
    await leave(other);
    await leave(one);
  });

  test('[PG-19] of summaries leads from each sentence to its memory, and writes what is missing', async () => {
    const on = await newDevice('summaries');
    const seen = await openPage(on, '#/summaries');
    const { page } = seen;
    await page.getByText('Nothing is summarised yet').waitFor();
    const id = await save(on, 'Marta leads the payments team', '-p', 'shop');
    await page.getByRole('button', { name: 'Summarise what is new' }).click();
    const summary = page.locator('.summary', { hasText: 'Marta leads' }).first();
    await summary.waitFor();
    expect(await summary.textContent()).toContain('without a model');
    await seen.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await summary.getByRole('button', { name: 'Copy the summary' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toMatch(/^- .*Marta leads the payments team/);
    await summary.locator('.cite').click();
    await expect.poll(() => page.url()).toContain(`#/memory/${id}`);
    await leave(seen);
  });
});
