// A machine is copied to a new one, which takes a new identity; then the server is put back to before that, and the old machine is off.

import { cpSync, rmSync } from 'node:fs';
import { devicesResult, listResult, saveResult, vaultCreateResult } from '@cairn/schema';
import { expect, onTestFinished, test } from 'vitest';
import { device, server, withMembers } from './cairn.ts';

const WAIT = ['sync', '--wait', '--timeout', '60'];

test('[RL-48] a copied device that only a lost past of the server knew goes on by itself', async () => {
  const [sync, old, copy] = await Promise.all([server(), device('old'), device('copy')]);
  onTestFinished(async () => {
    await Promise.all([old.end(), copy.end()]);
    await sync.end();
  });
  await old.json(vaultCreateResult, [
    ...['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken],
  ]);
  const save = async (on: typeof old, text: string): Promise<void> => {
    await on.json(saveResult, ['save', text]);
    await on.json(withMembers('head'), WAIT);
  };
  await save(old, 'On both');
  await old.run(['down']);
  cpSync(old.home, copy.home, { recursive: true });
  await save(old, 'On the old one');
  await old.run(['down']);
  await sync.stop();
  cpSync(sync.data, `${sync.data}-copy`, { recursive: true });
  await sync.start();
  await save(copy, 'On the copy');
  const here = async () =>
    (await copy.json(devicesResult, ['devices'])).devices.map(({ id, current }) => [id, current]);
  const devices = await here();
  expect(devices).toHaveLength(2);

  await sync.stop();
  rmSync(sync.data, { recursive: true });
  cpSync(`${sync.data}-copy`, sync.data, { recursive: true });
  await sync.start();
  await save(copy, 'After the server was put back');
  expect(await here()).toEqual(devices);
  expect((await copy.run(['sync', 'verify'])).code).toBe(0);
  await old.json(withMembers('head'), WAIT);
  const { memories } = await old.json(listResult, ['list']);
  expect(memories.map(({ content }) => content).toSorted()).toEqual([
    'After the server was put back',
    'On both',
    'On the copy',
    'On the old one',
  ]);
});
