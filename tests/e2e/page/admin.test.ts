// The operator's page in a real browser, because a browser sends requests that a test would not think of.

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { device, server } from '../cairn.ts';
import { browser, endBrowserAfterTests, hasChromium } from './chromium.ts';

endBrowserAfterTests();

const TOKEN = 'an-admin-token-that-is-long-enough-for-it';

/** Returns the address below which a proxy serves that server. */
const proxyBelowPath = async (url: string): Promise<string> => {
  const { host, hostname, port } = new URL(url);
  const proxy = createServer((asked, answer) => {
    const [, path] = /^\/cairn(\/.*)$/.exec(asked.url ?? '') ?? [];
    if (path === undefined) return answer.writeHead(404).end();
    const headers = { ...asked.headers, host };
    const passed = request({ hostname, port, path, method: asked.method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    return asked.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/cairn`;
};

describe.skipIf(!hasChromium)('the status page of a server', () => {
  test.each([
    ['at the root', async (url: string) => url],
    ['[AD-4] below a path of a proxy that passes no host on', proxyBelowPath],
  ])('[AD-2] %s lets a browser in by the token, keeps it in, and lets it out', async (_where, reached) => {
    const own = await server({ CAIRN_ADMIN_TOKEN: TOKEN });
    onTestFinished(() => own.end());
    const context = await (await browser()).newContext();
    const page = await context.newPage();
    await page.goto(`${await reached(own.url)}/admin`);
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

  test('[AD-1] on a phone every column of a vault can be read, without scrolling aside', async () => {
    const own = await server({ CAIRN_ADMIN_TOKEN: TOKEN });
    onTestFinished(() => own.end());
    const laptop = await device('a-name-of-a-laptop-that-is-rather-long');
    onTestFinished(() => laptop.end());
    await laptop.run(['vault', 'create', '--server', own.url, '--setup-token', own.setupToken]);
    const context = await (await browser()).newContext({ viewport: { width: 380, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${own.url}/admin`);
    await page.getByLabel(/admin token/).fill(TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const cells = page.locator('td:visible');
    await cells.first().waitFor();
    const titles = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('data-title')));
    expect(titles.slice(0, 5)).toEqual(['device', 'id', 'seen', 'behind', 'since']);
    for (const part of await page.locator('td:visible, td:visible > *').all()) {
      const box = await part.boundingBox();
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 380).toBe(true);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380);
    await context.close();
  });
});
