// The signed-in person on the page of devices: a real daemon and sync server, and a Supabase Auth double on loopback.

import { join } from 'node:path';
import { accountResult, vaultCreateResult } from '@cairn/schema';
import { type SupabaseAuth, startSupabaseAuth } from '@cairn/test-support';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, type Server, server } from '../cairn.ts';
import { axeOf, endBrowserAfterTests, hasChromium, leave, openPage } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

const EMAIL = 'ada.lovelace.of.the.analytical.engine@subdomain.example.org';
const PASSWORD = 'correct horse battery staple';

let auth: SupabaseAuth;
let hub: Server;
beforeAll(async () => {
  auth = await startSupabaseAuth();
  hub = await server({ SUPABASE_URL: auth.url, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_for_tests' });
});
afterAll(() => hub.end().then(auth.close));

const signIn = (on: Device) =>
  on.json(accountResult, ['login', '--server', hub.url, '--email', EMAIL, '--password'], {
    input: `${PASSWORD}\n`,
  });

const card = (page: Page) => page.locator('.card', { has: page.getByRole('heading', { name: 'Account' }) });

/** Locates the heading that shows the state of sync. */
const standing = (page: Page, words: RegExp) => page.locator('.sync h2', { hasText: words });

/** Script that returns how far right the page reaches, in pixels, without elements that scroll by themselves. */
const RIGHT =
  "Math.max(...[...document.querySelectorAll('.page *')].map((one) => one.getBoundingClientRect().right))";

/** Checks a wide screen and a phone: nothing scrolls sideways. */
const looksRight = async (page: Page, name: string): Promise<void> => {
  for (const width of [1_440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const picture = process.env.CAIRN_TEST_PICTURES;
    if (picture !== undefined) await page.screenshot({ path: join(picture, `${name}-${width}.png`) });
    expect(await page.evaluate(RIGHT), name).toBeLessThanOrEqual(width);
    expect(await axeOf(page), name).toEqual([]);
  }
};

describe.skipIf(!hasChromium)('the account on the page', () => {
  test('[PG-28] says who is signed in, that a session is over and what to do, and signs out after a question', async () => {
    auth.accounts.add(EMAIL, PASSWORD);
    const on = await newDevice('account');
    await save(on, 'The kettle is in the hall');
    const seen = await openPage(on, '#/devices');
    const { page } = seen;
    await page.getByText('cairn login --server https://cairn.example.org').waitFor();
    expect(await card(page).count()).toBe(0);

    await signIn(on);
    await card(page).getByText(EMAIL).waitFor();
    await card(page).getByText(hub.url).waitFor();
    await looksRight(page, 'alone');
    await on.json(vaultCreateResult, ['vault', 'create']);
    await standing(page, /Up to date|Sending|Receiving/).waitFor();

    auth.accounts.endSessionsOf(EMAIL);
    await page.reload();
    await card(page).getByText('This session was ended by a sign-out on another device.').waitFor();
    await card(page).getByText('cairn login', { exact: true }).waitFor();
    await standing(page, /Up to date/).waitFor();
    await looksRight(page, 'ended');

    await signIn(on);
    await card(page).getByText(EMAIL).waitFor();
    await looksRight(page, 'signed-in');
    expect(await page.content()).not.toContain(PASSWORD);

    await card(page).getByRole('button', { name: 'Sign out…' }).click();
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await card(page).getByText(EMAIL).waitFor();
    await card(page).getByRole('button', { name: 'Sign out…' }).click();
    await looksRight(page, 'asking');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
    await card(page).getByText('You are signed out, so memories stay on this device.').waitFor();
    await standing(page, /Paused: you are signed out/).waitFor();
    await looksRight(page, 'signed-out');
    expect(await on.run(['whoami'])).toMatchObject({ code: 1 });

    await signIn(on);
    await standing(page, /Up to date/).waitFor();
    auth.accounts.remove(EMAIL);
    await page.reload();
    await card(page).getByText('This account was deleted in the project.').waitFor();
    await leave(seen);
  });

  test('[PG-28] signs out everywhere, and says when the project is away', async () => {
    auth.accounts.add(EMAIL, PASSWORD);
    const [laptop, desktop] = [await newDevice('laptop'), await newDevice('desktop')];
    await Promise.all([signIn(laptop), signIn(desktop)]);
    const seen = await openPage(laptop, '#/devices');
    const { page } = seen;
    auth.setUp(false);
    await page.reload();
    await card(page).getByText('Not checked just now.').waitFor();
    await card(page).getByText('cannot be reached').waitFor();
    auth.setUp(true);
    await page.reload();
    await card(page).getByRole('button', { name: 'Sign out everywhere…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await card(page).getByText('You are signed out').waitFor();
    expect((await desktop.run(['whoami'])).out).toContain('ended by a sign-out on another device');
    await leave(seen);
  });
});
