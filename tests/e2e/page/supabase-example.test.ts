// The page of examples/supabase in a browser: the ways to sign in. Reading is tested with the real supabase-js, in
// packages/cloud/src/supabase/web-page.pg.test.ts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../cairn.ts';
import { browser, endBrowserAfterTests, hasChromium } from './chromium.ts';

endBrowserAfterTests();

const ORIGIN = 'http://page.test';
const TYPES = new Map([
  ['html', 'text/html'],
  ['js', 'text/javascript'],
]);

/** Replaces the network of supabase-js. Requests are recorded, and one code and one password are right. */
const CLIENT = `
  window.asked = [];
  const answer = (name, isRight) => async (given) => {
    window.asked.push([name, given]);
    return { data: {}, error: isRight(given) ? null : { message: 'refused' } };
  };
  const rows = { data: [{ vault: 'v', id: 'm', content: 'Tea is green', created_at: '1' }], error: null };
  const query = { select: () => query, is: () => query, order: () => query, limit: async () => rows };
  const channel = { on: () => channel, subscribe: (say) => say('SUBSCRIBED') };
  globalThis.supabase = { createClient: () => ({
    from: () => query, channel: () => channel, realtime: { setAuth: async () => {} },
    auth: {
      getSession: async () => ({ data: { session: null } }),
      signInWithOtp: answer('signInWithOtp', () => true),
      verifyOtp: answer('verifyOtp', ({ token }) => token === '123456'),
      signInWithPassword: answer('signInWithPassword', ({ password }) => password === 'right'),
    },
  }) };`;

const openExample = async (): Promise<Page> => {
  const context = await (await browser()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.route(`${ORIGIN}/**`, (route) => {
    const path = new URL(route.request().url()).pathname;
    const body = path.includes('node_modules')
      ? CLIENT
      : readFileSync(join(root, 'examples/supabase', path.slice(1)), 'utf8');
    return route.fulfill({ body, contentType: TYPES.get(path.split('.').at(-1) ?? '') ?? 'text/plain' });
  });
  await page.goto(`${ORIGIN}/index.html`);
  await page.getByPlaceholder('e-mail').fill('ada@example.org');
  return page;
};

const state = (page: Page) => page.getByRole('status').textContent();

describe.skipIf(!hasChromium)('the page of examples/supabase', () => {
  test('signs in by a mailed code when no password is given', async () => {
    const page = await openExample();
    await page.locator('#sign-in button').click();
    await expect.poll(() => state(page)).toBe('A code was mailed to ada@example.org.');
    await page.getByPlaceholder('code of the mail').fill('000000');
    await page.locator('#code button').click();
    await expect.poll(() => state(page)).toBe('refused');
    await page.getByPlaceholder('code of the mail').fill('123456');
    await page.locator('#code button').click();
    await expect.poll(() => page.locator('#memories').textContent()).toBe('Tea is green');
    expect(await page.locator('form:visible').count()).toBe(0);
    const asked: unknown = await page.evaluate('window.asked');
    const verified = { email: 'ada@example.org', type: 'email' };
    expect(asked).toEqual([
      ['signInWithOtp', { email: 'ada@example.org' }],
      ['verifyOtp', { ...verified, token: '000000' }],
      ['verifyOtp', { ...verified, token: '123456' }],
    ]);
  });

  test('signs in by a password', async () => {
    const page = await openExample();
    await page.getByPlaceholder('password').fill('right');
    await page.locator('#sign-in button').click();
    await expect.poll(() => page.locator('#memories').textContent()).toBe('Tea is green');
    expect(await page.evaluate('window.asked')).toEqual([
      ['signInWithPassword', { email: 'ada@example.org', password: 'right' }],
    ]);
  });
});
