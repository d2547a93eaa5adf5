// A machine is copied to a new one, which takes a new identity. Then the server is restored to before that, and the old machine is off.

import { cpSync, rmSync } from 'node:fs';
import { devicesResult, listResult, saveResult, vaultCreateResult } from '@cairn/schema';
import { expect, onTestFinished, test } from 'vitest';
import { device, server, withMembers } from './cairn.ts';

const WAIT = ['sync', '--wait', '--timeout', '60'];

test.each([
  ['beside', false],
  ['without', true],
])(
  '[RL-48] a copied device that only a lost past of the server knew goes on by itself, %s its former self',
  async (_, isRevoked) => {
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
    const [former] = (await here()).filter(([, isCurrent]) => isCurrent === false);
    if (isRevoked) expect((await copy.run(['devices', 'revoke', String(former?.[0]), '--yes'])).code).toBe(0);
    if (isRevoked) await copy.json(withMembers('head'), WAIT);
    const devices = await here();
    expect(devices).toHaveLength(2);

    await sync.stop();
    rmSync(sync.data, { recursive: true });
    cpSync(`${sync.data}-copy`, sync.data, { recursive: true });
    await sync.start();
    await copy.json(saveResult, ['save', 'After the server was put back']);
    // The device is refused first, and asks again after five seconds.
    const synced = async () => (await copy.run([...WAIT, '--json'])).code;
    await expect.poll(synced, { timeout: 60_000, interval: 1_000 }).toBe(0);
    expect(await here()).toEqual(devices);
    expect((await copy.run(['sync', 'verify'])).code).toBe(0);
    if (!isRevoked) await old.json(withMembers('head'), WAIT);
    const { memories } = await (isRevoked ? copy : old).json(listResult, ['list']);
    expect(memories.map(({ content }) => content).toSorted()).toEqual([
      'After the server was put back',
      'On both',
      'On the copy',
      'On the old one',
    ]);
  },
);
