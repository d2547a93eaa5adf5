// The rows of ctx0's sync and of the requested stack in docs/specification.md: a server and two devices.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inviteResult, listResult, syncResult, vaultCreateResult } from '@cairn/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Device, device, type Server, server, withMembers } from '../e2e/cairn.ts';

describe('a server and two devices', () => {
  let sync: Server;
  let laptop: Device;
  let desktop: Device;
  beforeAll(async () => {
    sync = await server();
    laptop = await device('laptop');
    desktop = await device('desktop');
    await laptop.run(['save', 'Said before the vault, by the laptop']);
    const create = ['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken];
    await laptop.json(vaultCreateResult, create);
    for (let n = 0; n < 20; n++) await laptop.run(['save', `The lynx ${n} sleeps in den ${n * 3}`]);
    const { code } = await laptop.json(inviteResult, ['invite']);
    expect((await desktop.run(['join', code, '--server', sync.url])).code).toBe(0);
  }, 240_000);
  afterAll(async () => {
    await Promise.all([laptop.end(), desktop.end()]);
    await sync.end();
  });
  const syncAll = async () => {
    for (const own of [laptop, desktop, laptop]) await own.json(syncResult, ['sync', '--wait']);
  };
  const texts = async (own: Device) =>
    (await own.json(listResult, ['list', '-n', '100'])).memories.map(({ content }) => content).toSorted();

  test('[K14 K15 C73 C77 C78] a new device has everything, and summarises it by itself', async () => {
    await syncAll();
    expect(await texts(desktop)).toEqual(await texts(laptop));
    expect(await texts(desktop)).toContain('Said before the vault, by the laptop');
    const { summaries } = await desktop.json(withMembers('summaries'), ['summarise']);
    expect(JSON.stringify(summaries)).toContain('lynx');
  });

  test('[C74 C76 C79 C84 K20] what two devices did apart reaches both, supersedes too', async () => {
    const { memories } = await laptop.json(listResult, ['list', '-n', '1']);
    await laptop.run(['supersede', memories[0]?.id ?? '', 'The lynx moved to den 99']);
    await desktop.run(['save', 'By nobody but the desktop', '--source', 'auto']);
    await syncAll();
    for (const own of [laptop, desktop]) {
      expect(await texts(own)).toEqual(
        expect.arrayContaining(['The lynx moved to den 99', 'By nobody but the desktop']),
      );
      expect(await texts(own)).not.toContain(memories[0]?.content);
    }
    const equal = await laptop.run(['sync', 'verify']);
    expect(equal.code).toBe(0);
  });

  test('[C80] one memory superseded on two devices: both know both, and one step decides', async () => {
    const { memories } = await laptop.json(listResult, ['list', '-n', '1']);
    const id = memories[0]?.id ?? '';
    await sync.stop();
    await laptop.run(['supersede', id, 'Fork by the laptop']);
    await desktop.run(['supersede', id, 'Fork by the desktop']);
    await sync.start();
    await syncAll();
    await syncAll();
    for (const own of [laptop, desktop]) {
      const { out } = await own.run(['history', id]);
      expect(out).toMatch(/Fork by the laptop/);
      expect(out).toMatch(/Fork by the desktop/);
    }
    expect((await laptop.run(['review'])).out).toMatch(/Fork by/);
  });

  test('[C83 K19] no summary and no word is on the server', () => {
    const bytes = readdirSync(sync.data, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
      .join('\n');
    expect(bytes.length).toBeGreaterThan(1_000);
    expect(bytes).not.toMatch(/lynx|Fork by/);
  });
});
