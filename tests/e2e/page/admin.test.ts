// The operator's page in a real browser: what a browser sends by itself is not what a test would think of.

import { describe, expect, onTestFinished, test } from 'vitest';
import { server } from '../cairn.ts';
import { browser, endBrowserAfterTests, hasChromium } from './chromium.ts';

endBrowserAfterTests();

const TOKEN = 'an-admin-token-that-is-long-enough-for-it';

describe.skipIf(!hasChromium)('the status page of a server', () => {
  test('[AD-2] lets a browser in by the token, keeps it in, and lets it out', async () => {
    const own = await server({ CAIRN_ADMIN_TOKEN: TOKEN });
    onTestFinished(() => own.end());
    const context = await (await browser()).newContext();
    const page = await context.newPage();
    await page.goto(`${own.url}/admin`);
    const signIn = async (token: string): Promise<void> => {
      await page.getByLabel(/admin token/).fill(token);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn('another');
    await page.getByText('This is not the token').waitFor();
    await signIn(TOKEN);
    await page.getByText('None yet.').waitFor();
    await page.getByRole('link', { name: 'Look again' }).click();
    await page.getByText('None yet.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel(/admin token/).waitFor();
    expect(await page.getByText('None yet.').count()).toBe(0);
    await context.close();
  });
});
