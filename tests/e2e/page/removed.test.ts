// The page shows memories that another device forgot in great number, and its buttons save them again.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importResult, inviteResult, listResult } from '@cairn/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { server } from '../cairn.ts';
import { endBrowserAfterTests, hasChromium, leave, openPage } from './chromium.ts';
import { endDevicesAfterTests, newDevice } from './devices.ts';

endBrowserAfterTests();
endDevicesAfterTests();

describe.skipIf(!hasChromium)('the page of devices', () => {
  test('[RL-37] lists what another device forgot many at once, and saves it again', async () => {
    const hub = await server();
    onTestFinished(() => hub.end());
    const [laptop, desktop] = [await newDevice('laptop'), await newDevice('desktop')];
    const create = ['vault', 'create', '--server', hub.url, '--setup-token', hub.setupToken];
    expect((await laptop.run([...create, '--name', 'laptop'])).code).toBe(0);
    const file = join(laptop.home, 'many.ndjson');
    const lines = Array.from({ length: 40 }, (_, n) => JSON.stringify({ content: `Tapir number ${n}` }));
    writeFileSync(file, lines.join('\n'));
    await laptop.json(importResult, ['import', file]);
    expect((await laptop.run(['sync', '--wait'])).code).toBe(0);
    const { code } = await laptop.json(inviteResult, ['invite']);
    expect((await desktop.run(['join', `${code}@${hub.url}`, '--name', 'desktop'])).code).toBe(0);
    const { memories } = await desktop.json(listResult, ['list', '-n', '1000']);
    expect((await desktop.run(['forget', ...memories.slice(0, 30).map(({ id }) => id)])).code).toBe(0);
    for (const one of [desktop, laptop]) expect((await one.run(['sync', '--wait'])).code).toBe(0);

    const seen = await openPage(laptop, '#/devices');
    const { page } = seen;
    await page.getByRole('heading', { name: 'Removed by other devices' }).waitFor();
    await page.getByRole('heading', { name: /^(Up to date|Sending|Receiving)/ }).waitFor();
    const list = page.getByRole('list', { name: 'Removed memories' });
    await expect.poll(() => list.getByRole('button', { name: 'Save again' }).count()).toBe(30);
    expect(await list.textContent()).toContain('by desktop');
    await list.getByRole('button', { name: 'Save again' }).first().click();
    await page.getByText('Saved 1 memory again.').waitFor();
    await expect.poll(() => list.getByRole('button', { name: 'Save again' }).count()).toBe(29);
    await page.getByRole('button', { name: 'Save all of them again' }).click();
    await page.getByText('Saved 29 memories again.').waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Removed by other devices' }).count()).toBe(0);
    expect((await laptop.json(listResult, ['list', '-n', '1'])).total).toBe(40);
    await leave(seen);
  });
});
