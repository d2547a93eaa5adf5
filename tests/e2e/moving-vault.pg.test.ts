// A vault moves between two databases of a server and back, while two devices save.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inviteResult, listResult, saveResult, vaultCreateResult } from '@cairn/schema';
import { testPostgres } from '@cairn/test-support/vitest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, root, server, withMembers } from './cairn.ts';

const pg = testPostgres();
const WAIT = ['sync', '--wait', '--timeout', '60'];
const MOVES = ['two', 'first', 'two'];

const contents = async (one: Device): Promise<readonly string[]> =>
  (await one.json(listResult, ['list', '--limit', '500'])).memories.map(({ content }) => content).sort();

describe.skipIf(pg === null)('a server with two databases', () => {
  test('[OP-20] a vault moves to the other database and back while its devices save: nothing is lost, nothing is twice', async () => {
    const [first = '', second = ''] = await Promise.all([pg?.createDatabase(), pg?.createDatabase()]);
    const settings = { DATABASE_URL: first, CAIRN_DATABASES: `two=${second}` };
    const sync = await server(settings);
    onTestFinished(() => sync.end());
    const admin = (...args: readonly string[]) => {
      const env = { PATH: process.env.PATH, HOME: sync.data, ...settings };
      const ran = spawnSync(join(root, 'bin', 'cairn-server'), ['admin', ...args, '--json'], {
        env,
        encoding: 'utf8',
      });
      expect(ran.status, ran.stderr).toBe(0);
      return JSON.parse(ran.stdout);
    };
    const devices = await Promise.all(['laptop', 'desktop', 'phone', 'tablet'].map((name) => device(name)));
    onTestFinished(async () => {
      await Promise.all(devices.map((one) => one.end()));
    });
    const [laptop, desktop, phone, tablet] = devices;
    if (laptop === undefined || desktop === undefined || phone === undefined || tablet === undefined)
      throw new Error('there are no devices');
    const letIn = async (newcomer: Device): Promise<void> => {
      const { code } = await laptop.json(inviteResult, ['invite']);
      const joined = await newcomer.run(['join', code, '--server', sync.url]);
      expect(joined.code, joined.err).toBe(0);
    };
    const create = ['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken];
    const { vault, recoveryWords } = await laptop.json(vaultCreateResult, create);
    await letIn(desktop);

    const saved: string[] = [];
    let isOver = false;
    const saveOn = async (one: Device, name: string): Promise<void> => {
      for (let n = 0; !isOver || n < 3; n += 1) {
        const text = `${name} counts ${n} sheep at night`;
        await one.json(saveResult, ['save', text]);
        saved.push(text);
      }
    };
    const saving = Promise.all([saveOn(laptop, 'laptop'), saveOn(desktop, 'desktop')]);
    for (const to of MOVES) expect(admin('move', 'vault', vault, '--to', to)).toMatchObject({ to, left: [] });
    isOver = true;
    await saving;
    for (const one of [laptop, desktop, laptop, desktop]) await one.json(withMembers('head'), WAIT);
    expect(await contents(laptop)).toEqual(saved.toSorted());
    expect(await contents(desktop)).toEqual(saved.toSorted());

    // At the new place one device joins by an invitation, and another by the words.
    await letIn(phone);
    const recovered = await tablet.run(['recover', '--server', sync.url], { input: recoveryWords });
    expect(recovered.code, recovered.err).toBe(0);
    for (const one of [phone, tablet]) {
      await one.json(withMembers('head'), WAIT);
      expect(await contents(one)).toEqual(saved.toSorted());
    }
    expect(admin('vaults')).toMatchObject({ total: 0 });
    expect(admin('vaults', '--in', 'two')).toMatchObject({ total: 1, vaults: [{ id: vault, devices: 4 }] });
    for (const name of ['first', 'two'])
      expect(admin('verify', '--in', name)).toMatchObject({ findings: [] });
  });
});
