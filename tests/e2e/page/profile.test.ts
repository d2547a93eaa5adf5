// The profile on the page: one device's page shows changes from another device, and does not change what is being typed.

import { inviteResult } from '@cairn/schema';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Device, server } from '../cairn.ts';
import { endBrowserAfterTests, goTo, hasChromium, leave, openPage } from './chromium.ts';
import { endDevicesAfterTests, newDevice } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

const profileOf = async (on: Device) => JSON.parse((await on.run(['profile', 'show', '--json'])).out).profile;
const edit = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^(Set|Edit) ${title}$`) }).click();
};
const texts = (page: Page) => page.locator('.item .content').allTextContents();

describe.skipIf(!hasChromium)('the page of the profile', () => {
  test('[PG-20] says who one is and who the agent is, with what was said before', async () => {
    const on = await newDevice('fields');
    const seen = await openPage(on, '#/timeline');
    const { page } = seen;
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await edit(page, 'Time zone');
    await page.getByLabel('A zone such as').fill('Mars/Olympus');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('is not a time zone').waitFor();
    await page.getByLabel('A zone such as').fill('europe/berlin');
    await page.keyboard.press('Enter');
    await page.getByText('Europe/Berlin').first().waitFor();
    await page.getByText('Known: time zone; not yet: name').waitFor();
    await edit(page, 'Questions about you');
    await page.getByLabel('"skip", so that no agent').selectOption('skip');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('agents do not ask').waitFor();
    await edit(page, 'Interests');
    await page.getByLabel('What you care about').fill('chess\nclimbing, indoors');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.locator('.tag').allTextContents()).toEqual(['chess', 'climbing, indoors']);
    await goTo(page, '#/profile?part=agent');
    await edit(page, 'Preset');
    await page.getByLabel('A personality to begin with').selectOption('concise');
    await page.getByRole('button', { name: 'Save' }).click();
    await edit(page, 'Name');
    await page.getByLabel('What the agent is called').fill('<b>Juniper</b>');
    await page.keyboard.press('Enter');
    await page.locator('.profile-fields').getByText('<b>Juniper</b>').waitFor();
    await edit(page, 'Name');
    await page.getByLabel('What the agent is called').fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByText('Ada', { exact: true }).waitFor();
    await edit(page, 'Name');
    await page.getByText('Earlier versions (1)').click();
    await page.getByRole('button', { name: 'Use again' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.profile-fields').getByText('<b>Juniper</b>').waitFor();
    await edit(page, 'Name');
    await page.getByLabel('What the agent is called').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Set Name' }).waitFor();
    const { agent, user } = await profileOf(on);
    expect(agent).toEqual({ preset: 'concise' });
    expect(user).toEqual({
      onboarding: 'skip',
      timezone: 'Europe/Berlin',
      interests: ['chess', 'climbing, indoors'],
    });
    await leave(seen);
  });

  test('[PG-20] keeps rules: added, switched off, moved, reworded, taken away and brought back', async () => {
    const on = await newDevice('rules');
    const seen = await openPage(on, '#/profile?part=rules');
    const { page } = seen;
    await page.getByText('No rule yet').waitFor();
    await page.getByLabel('Section').fill('Code');
    for (const rule of ['Use tabs', 'No semicolons', 'Write tests first']) {
      await page.getByLabel('Add a rule').fill(rule);
      await page.keyboard.press('Enter');
      await page.locator('.item', { hasText: rule }).waitFor();
    }
    await page.getByRole('button', { name: 'Move up Write tests first' }).click();
    await expect.poll(() => texts(page)).toEqual(['Use tabs', 'Write tests first', 'No semicolons']);
    await page.getByRole('button', { name: 'Move down Use tabs' }).click();
    await expect.poll(() => texts(page)).toEqual(['Write tests first', 'Use tabs', 'No semicolons']);
    await page.getByRole('button', { name: 'Move down Use tabs' }).click();
    await expect.poll(() => texts(page)).toEqual(['Write tests first', 'No semicolons', 'Use tabs']);
    await page.getByRole('switch', { name: 'No semicolons' }).press('Space');
    await page.locator('.item.off', { hasText: 'No semicolons' }).waitFor();
    await page.getByRole('button', { name: 'Edit Use tabs' }).click();
    await page.getByLabel('The text of the item').fill('Use two spaces');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => texts(page)).toEqual(['Write tests first', 'No semicolons', 'Use two spaces']);
    await page.getByRole('button', { name: 'Remove No semicolons' }).click();
    await expect.poll(() => texts(page)).toEqual(['Write tests first', 'Use two spaces']);
    // The focus is on "undo". It returns to its old place, where the rule is switched off again.
    await page.keyboard.press('Enter');
    await expect.poll(() => texts(page)).toEqual(['Write tests first', 'No semicolons', 'Use two spaces']);
    await page.locator('.item.off', { hasText: 'No semicolons' }).waitFor();
    await page.getByRole('button', { name: 'Remove Write tests first' }).click();
    await page.getByText('Removed (1)').click();
    await page.getByRole('button', { name: 'Bring back' }).press('Enter');
    await expect.poll(() => texts(page)).toHaveLength(3);
    // Nothing is left to undo.
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Write Markdown…' }).click();
    await page.getByLabel('Markdown, given').fill('# Mine\n\nBe <b>kind</b>.');
    await page.getByRole('button', { name: 'Save' }).click();
    // The same words are announced to a screen reader again.
    await page.locator('.content', { hasText: 'Be <b>kind</b>.' }).waitFor();
    const { rules } = await profileOf(on);
    expect(rules.raw).toBe('# Mine\n\nBe <b>kind</b>.');
    expect(rules.sections[0].items.map(({ text }: { text: string }) => text)).toEqual(await texts(page));
    await leave(seen);
  });

  test('[PG-20, PG-9] an edit on one device shows on the page of another, and nothing that is typed there is lost', async () => {
    const hub = await server();
    onTestFinished(() => hub.end());
    const [laptop, desktop] = [await newDevice('laptop'), await newDevice('desktop')];
    const vault = ['vault', 'create', '--server', hub.url, '--setup-token', hub.setupToken];
    await laptop.run([...vault, '--name', 'laptop']);
    const { code } = await laptop.json(inviteResult, ['invite']);
    expect((await desktop.run(['join', `${code}@${hub.url}`, '--name', 'desktop'])).code).toBe(0);
    const one = await openPage(laptop, '#/profile?part=rules');
    const other = await openPage(desktop, '#/profile?part=rules');
    await one.page.getByLabel('Add a rule').fill('Use tabs');
    await one.page.keyboard.press('Enter');
    await other.page.locator('.item', { hasText: 'Use tabs' }).waitFor();

    // Both devices change one rule. The typed text stays here, and the other device's text is shown.
    await other.page.getByRole('button', { name: 'Edit Use tabs' }).click();
    await other.page.getByLabel('The text of the item').fill('Use four spaces');
    await one.page.getByRole('button', { name: 'Edit Use tabs' }).click();
    await one.page.getByLabel('The text of the item').fill('Use two spaces');
    await one.page.getByRole('button', { name: 'Save' }).click();
    await other.page.getByText('Changed elsewhere meanwhile').waitFor();
    await other.page.locator('.meanwhile', { hasText: 'Use two spaces' }).waitFor();
    expect(await other.page.getByLabel('The text of the item').inputValue()).toBe('Use four spaces');
    await other.page.getByRole('button', { name: 'Save' }).click();
    await one.page.locator('.item', { hasText: 'Use four spaces' }).waitFor();

    // The rule is deleted on the other device while it is typed again.
    await other.page.getByLabel('Add a rule').fill('Half of a ru');
    await other.page.getByRole('button', { name: 'Edit Use four spaces' }).click();
    await other.page.getByLabel('The text of the item').fill('Use no spaces');
    await one.page.getByRole('button', { name: 'Remove Use four spaces' }).click();
    await other.page.getByText('Removed elsewhere meanwhile').waitFor();
    await other.page.getByRole('button', { name: 'Save' }).click();
    await one.page.locator('.item', { hasText: 'Use no spaces' }).waitFor();
    // Both devices remove one rule.
    await one.page.getByLabel('Add a rule').fill('Use both');
    await one.page.keyboard.press('Enter');
    await other.page.getByRole('button', { name: 'Edit Use both' }).click();
    await other.page.getByLabel('The text of the item').fill('');
    await one.page.getByRole('button', { name: 'Remove Use both' }).click();
    await expect.poll(() => texts(other.page)).toEqual(['Use no spaces']);
    await other.page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => other.page.getByRole('dialog').count()).toBe(0);
    expect(await other.page.getByLabel('Add a rule').inputValue()).toBe('Half of a ru');
    expect(await texts(one.page)).toEqual(['Use no spaces']);

    // The page asks before a rule that is half typed is left. [PG-42]
    await other.page.getByLabel('Add a rule').fill('');

    // A field that nobody typed in is updated by itself, also in an open window.
    await goTo(one.page, '#/profile');
    await goTo(other.page, '#/profile');
    await edit(one.page, 'Goals');
    await edit(other.page, 'Place');
    await other.page.getByLabel('Where you are').fill('Lisbon');
    await other.page.keyboard.press('Enter');
    await one.page.getByText('Lisbon').waitFor();
    await desktop.run(['profile', 'set', 'goals', 'Ship it']);
    await expect.poll(() => one.page.getByLabel('What you are after').inputValue()).toBe('Ship it');
    await leave(other);
    await leave(one);
  });
});
