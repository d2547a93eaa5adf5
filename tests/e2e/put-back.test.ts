// A device's database is restored by hand from an older copy, without `cairn restore`, and changed before the device has pulled.

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listResult, saveResult, vaultCreateResult } from '@cairn/schema';
import { expect, onTestFinished, test } from 'vitest';
import { type Device, device, server, withMembers } from './cairn.ts';

const WAIT = ['sync', '--wait', '--timeout', '60'];

test('[RL-6] tags that were added and taken away since the copy and after it was put back all count', async () => {
  const [sync, own] = await Promise.all([server(), device('own')]);
  onTestFinished(async () => {
    await own.end();
    await sync.end();
  });
  const vault = ['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken];
  await own.json(vaultCreateResult, vault);
  const { id } = await own.json(saveResult, ['save', 'It has tags', '--tag', 'first', '--tag', 'second']);
  const tags = async ({ json }: Device) =>
    (await json(listResult, ['list'])).memories.find((one) => one.id === id)?.tags.toSorted();
  const tag = async (change: string) => expect((await own.run(['tag', id, '--', change])).code).toBe(0);
  await tag('+old');
  await own.json(withMembers('head'), WAIT);
  await own.run(['down']);
  const database = join(own.home, 'cairn.db');
  cpSync(database, `${database}.copy`);

  await tag('+since');
  await tag('-first');
  await own.json(withMembers('head'), WAIT);
  await own.run(['down']);
  await sync.stop();
  for (const side of ['-wal', '-shm']) rmSync(`${database}${side}`, { force: true });
  cpSync(`${database}.copy`, database);
  await tag('+after');
  await tag('-second');
  expect(await tags(own)).toEqual(['after', 'first', 'old']);
  await sync.start();
  await own.json(withMembers('head'), WAIT);
  expect(await tags(own)).toEqual(['after', 'old', 'since']);
  expect((await own.run(['sync', 'verify'])).code).toBe(0);
});
