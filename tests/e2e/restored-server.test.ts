// A server is put back to an older copy of its data, twice; the devices bring it what it lost, and say so.

import { cpSync, rmSync } from 'node:fs';
import { inviteResult, listResult, saveResult, statusResult, vaultCreateResult } from '@cairn/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, device, type Server, server, withMembers } from './cairn.ts';

const WAIT = ['sync', '--wait', '--timeout', '60'];

let sync: Server;
let laptop: Device;
let desktop: Device;
beforeAll(async () => {
  [sync, laptop, desktop] = await Promise.all([server(), device('laptop'), device('desktop')]);
  await laptop.json(vaultCreateResult, [
    'vault',
    'create',
    '--server',
    sync.url,
    '--setup-token',
    sync.setupToken,
  ]);
  const { code } = await laptop.json(inviteResult, ['invite']);
  const joined = await desktop.run(['join', code, '--server', sync.url]);
  expect(joined.code, joined.err).toBe(0);
});
afterAll(async () => {
  await Promise.all([laptop.end(), desktop.end()]);
  await sync.end();
});

const settle = async (): Promise<void> => {
  for (const one of [laptop, desktop, laptop, desktop]) await one.json(withMembers('head'), WAIT);
};
const contents = async (one: Device): Promise<readonly string[]> =>
  (await one.json(listResult, ['list'])).memories.map(({ content }) => content).sort();
const statusOf = async (one: Device) => (await one.json(statusResult, ['status'])).sync;
const putBack = async (copy: string): Promise<void> => {
  await sync.stop();
  rmSync(sync.data, { recursive: true });
  cpSync(copy, sync.data, { recursive: true });
  await sync.start();
};

test('[SY-E2] a server restored from an older copy, twice, is healed to the union by its devices', async () => {
  const save = (one: Device, text: string) => one.json(saveResult, ['save', text]);
  await save(laptop, 'Before the copy');
  const doomed = await save(laptop, 'Forgotten after the copy');
  await settle();
  const copy = `${sync.data}-copy`;
  await sync.stop();
  cpSync(sync.data, copy, { recursive: true });
  await sync.start();

  await save(laptop, 'After the copy, on the laptop');
  await save(desktop, 'After the copy, on the desktop');
  await desktop.json(withMembers('forgotten'), ['forget', doomed.id]);
  await settle();
  await putBack(copy);
  await settle();
  const union = ['After the copy, on the desktop', 'After the copy, on the laptop', 'Before the copy'];
  for (const one of [laptop, desktop]) {
    expect(await contents(one)).toEqual(union);
    const healed = { state: 'idle', pending: 0, dead: 0, healing: null, lastError: null };
    // A hint of the other device's last push may just have woken it.
    await expect.poll(() => statusOf(one), { timeout: 30_000 }).toMatchObject(healed);
    expect((await statusOf(one)).lastHealed?.why).toBe('epoch_changed');
  }
  const sent = [await statusOf(laptop), await statusOf(desktop)].map(
    ({ lastHealed }) => lastHealed?.sent ?? 0,
  );
  expect(Math.max(...sent)).toBeGreaterThan(0);
  expect((await laptop.run(['status'])).out).toMatch(/healed .*restored from an older copy/);

  await putBack(copy);
  await save(desktop, 'After the second restore');
  await settle();
  for (const one of [laptop, desktop])
    expect(await contents(one)).toEqual([
      'After the copy, on the desktop',
      'After the copy, on the laptop',
      'After the second restore',
      'Before the copy',
    ]);
  const verified = await laptop.run(['sync', 'verify', '--json']);
  expect(verified.code, verified.out + verified.err).toBe(0);
});
