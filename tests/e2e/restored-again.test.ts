// One backup of a server is restored three times. The third time comes before the device has its first page after the second.

import { cpSync, rmSync } from 'node:fs';
import { devicesResult, listResult, saveResult, statusResult, vaultCreateResult } from '@cairn/schema';
import { expect, onTestFinished, test } from 'vitest';
import { type Behaviour, HONEST, startTamperingProxy } from '../attack/support/proxy.ts';
import { device, server, withMembers } from './cairn.ts';

const WAIT = ['sync', '--wait', '--timeout', '60'];

/** Drops a page of a pull that begins again. */
const noFirstPage: Behaviour = {
  name: 'no first page',
  deal: ({ path, query }) =>
    path === '/v1/pull' && !query.has('cursor') ? (response) => response.destroy() : null,
};

test('[RL-10] a device whose server is put back three times stays the device that it is', async () => {
  const sync = await server();
  const proxy = await startTamperingProxy(sync.port);
  const laptop = await device('laptop');
  onTestFinished(async () => {
    await laptop.end();
    await proxy.close();
    await sync.end();
  });
  const vault = ['vault', 'create', '--server', proxy.url, '--setup-token', sync.setupToken];
  await laptop.json(vaultCreateResult, vault);
  const texts: string[] = [];
  const save = async (text: string): Promise<void> => {
    texts.push(text);
    await laptop.json(saveResult, ['save', text]);
    await laptop.json(withMembers('head'), WAIT);
  };
  for (const text of ['One', 'Two', 'Three']) await save(`${text} before the backup`);
  const copy = `${sync.data}-copy`;
  await sync.stop();
  cpSync(sync.data, copy, { recursive: true });
  await sync.start();
  const putBack = async (): Promise<void> => {
    await sync.stop();
    rmSync(sync.data, { recursive: true });
    cpSync(copy, sync.data, { recursive: true });
    await sync.start();
  };
  const healing = async () => (await laptop.json(statusResult, ['status'])).sync.healing;

  await save('After the backup');
  await putBack();
  await laptop.json(withMembers('head'), WAIT);
  await putBack();
  proxy.become(noFirstPage);
  await laptop.run(['sync']);
  await expect.poll(healing, { timeout: 30_000 }).not.toBeNull();
  await putBack();
  proxy.become(HONEST);
  await laptop.json(withMembers('head'), WAIT);
  await save('After the third time');

  const { devices } = await laptop.json(devicesResult, ['devices']);
  expect(devices.map(({ name }) => name)).toEqual([expect.any(String)]);
  expect((await laptop.run(['logs'])).out).not.toContain('restored or copied');
  const { memories } = await laptop.json(listResult, ['list']);
  expect(memories.map(({ content }) => content).toSorted()).toEqual(texts.toSorted());
  const verified = await laptop.run(['sync', 'verify', '--json']);
  expect(verified.code, verified.out + verified.err).toBe(0);
});
