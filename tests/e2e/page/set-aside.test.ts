// The page names what a real server refused, and its button sends that again.

import { inviteResult } from '@cairn/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { server } from '../cairn.ts';
import { endBrowserAfterTests, hasChromium, leave, openPage } from './chromium.ts';
import { endDevicesAfterTests, newDevice, save } from './devices.ts';
import { startMangledLine } from './mangling-line.ts';

endBrowserAfterTests();
endDevicesAfterTests();

describe.skipIf(!hasChromium)('the page of devices', () => {
  test('[PG-15] names what the server refused, and a retry there sends it to the other device', async () => {
    const hub = await server();
    onTestFinished(() => hub.end());
    const line = await startMangledLine(hub.url);
    const [laptop, desktop] = [await newDevice('laptop'), await newDevice('desktop')];
    const create = ['vault', 'create', '--server', line.url, '--setup-token', hub.setupToken];
    expect((await laptop.run([...create, '--name', 'laptop'])).code).toBe(0);
    const { code } = await laptop.json(inviteResult, ['invite']);
    expect((await desktop.run(['join', `${code}@${hub.url}`, '--name', 'desktop'])).code).toBe(0);
    await save(laptop, 'Sent while all is well');
    expect((await laptop.run(['sync', '--wait'])).code).toBe(0);

    line.isMangling = true;
    await save(laptop, 'Refused on its way to the server');
    await laptop.run(['sync', '--wait']);
    const seen = await openPage(laptop, '#/devices');
    const { page } = seen;
    await page.getByRole('heading', { name: 'Refused by the server' }).waitFor();
    const refused = page.getByRole('list', { name: 'Refused changes' });
    await refused.getByRole('link', { name: 'Refused on its way to the server' }).waitFor();
    expect(await refused.textContent()).toContain('malformed');
    await desktop.run(['sync', '--wait']);
    expect((await desktop.run(['search', 'refused', '--json'])).out).not.toContain('Refused on its way');

    line.isMangling = false;
    await page.getByRole('button', { name: 'Retry what was set aside' }).click();
    await page.getByText(/\d+ to send again, 0 read now\./).waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Refused by the server' }).count()).toBe(0);
    await expect
      .poll(async () => (await desktop.run(['search', 'refused', '--json'])).out)
      .toContain('Refused on its way');
    await leave(seen);
    await line.end();
  });
});
