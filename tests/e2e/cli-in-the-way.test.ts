// A folder, a named pipe or a link to an endless device is in the place of a file of Cairn. No command hangs, and files that Cairn can
// rewrite are repaired.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backupResult, listResult, restoreResult, saveResult } from '@cairn/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, root } from './cairn.ts';

const fresh = async (): Promise<Device> => {
  const made = await device('way');
  onTestFinished(() => made.end());
  await made.json(saveResult, ['save', 'Still here']);
  return made;
};

const KINDS = ['folder', 'pipe', 'device'] as const;

const putInTheWay = (kind: (typeof KINDS)[number], path: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  if (kind === 'pipe') execFileSync('mkfifo', [path]);
  else if (kind === 'device') symlinkSync('/dev/zero', path);
  else {
    mkdirSync(path);
    writeFileSync(join(path, 'of-somebody'), 'kept');
  }
};

const expectReading = async ({ json }: Device): Promise<void> => {
  const { memories } = await json(listResult, ['list']);
  expect(memories.map(({ content }) => content)).toContain('Still here');
};

const RECREATED = ['daemon.json', 'daemon.token', 'daemon.lock', 'daemon.sock', 'logs/daemon.log'];

describe.skipIf(process.platform === 'win32').each(KINDS)('[RL-44] a %s in the place of', (kind) => {
  test('a file that Cairn can write again is moved aside, and nothing of it is lost', async () => {
    const own = await fresh();
    for (const name of RECREATED) {
      expect((await own.run(['down'])).code).toBe(0);
      const path = join(own.home, name);
      putInTheWay(kind, path);
      await expectReading(own);
      expect((await own.run(['doctor', '--fix'])).code, name).toBe(0);
      if (kind !== 'folder') continue;
      const kept = [dirname(path), own.home].flatMap((folder) =>
        readdirSync(folder).map((one) => join(folder, one, 'of-somebody')),
      );
      expect(kept.filter((one) => existsSync(one)).length, name).toBeGreaterThan(0);
    }
    expect((await own.json(saveResult, ['save', 'Saved after all of it'])).status).toBe('saved');
  });

  test('a file by which a daemon that runs is found is moved aside, too', async () => {
    const own = await fresh();
    const pid = own.pid();
    for (const name of ['daemon.json', 'daemon.token']) {
      putInTheWay(kind, join(own.home, name));
      await expectReading(own);
    }
    expect(own.pid()).toBe(pid);
  });

  test('the configuration is told with a sentence', async () => {
    const own = await fresh();
    expect((await own.run(['down'])).code).toBe(0);
    const path = join(own.home, 'config.json');
    putInTheWay(kind, path);
    expect((await own.fails(3, ['list'])).message).toContain(`${path} is not a file. Move it away`);
    const doctor = await own.run(['doctor', '--fix']);
    expect([doctor.code, doctor.out.replace(/\s+/g, ' ')]).toEqual([
      3,
      expect.stringContaining('is not a file.'),
    ]);
    rmSync(path, { recursive: true });
    await expectReading(own);
  });

  test('the keys are told with a sentence by every command', async () => {
    const own = await fresh();
    expect((await own.run(['down'])).code).toBe(0);
    const path = join(own.home, 'keys.json');
    putInTheWay(kind, path);
    const sentence = `${path} is not a file. Restore a copy of it`;
    for (const command of ['list', 'save more', 'sync', 'devices', 'invite', 'leave --yes', 'up'])
      expect((await own.fails(3, command.split(' '))).message, command).toContain(sentence);
    const doctor = await own.run(['doctor', '--fix']);
    expect([doctor.code, doctor.out.replace(/\s+/g, ' ')]).toEqual([
      3,
      expect.stringContaining('is not a file.'),
    ]);
    rmSync(path, { recursive: true });
    writeFileSync(path, '{"vault":');
    expect((await own.fails(3, ['list'])).message).toContain(`${path} is damaged.`);
    rmSync(path);
    await expectReading(own);
  });

  test('a file that the environment names is told with a sentence', async () => {
    const own = await fresh();
    expect((await own.run(['down'])).code).toBe(0);
    const path = join(own.home, 'secret');
    putInTheWay(kind, path);
    const env = { CAIRN_STORE_TOKEN_FILE: path };
    expect((await own.fails(3, ['list'], { env })).message).toContain(`${path}, which is not a file`);
  });

  test('the database is told with a sentence, and restored', async () => {
    const own = await fresh();
    const file = join(own.home, 'copy.db');
    await own.json(backupResult, ['backup', file]);
    expect((await own.run(['down'])).code).toBe(0);
    putInTheWay(kind, join(own.home, 'cairn.db'));
    expect((await own.fails(3, ['list'])).message).toMatch(/cairn\.db is damaged.*`cairn restore/);
    await own.json(restoreResult, ['restore', file]);
    await expectReading(own);
  });
});

test.skipIf(process.platform === 'win32')(
  'in a folder that was removed commands work, and MCP, too',
  async () => {
    const own = await fresh();
    const gone = join(own.home, 'gone');
    const script = `mkdir -p '${gone}' && cd '${gone}' && rmdir '${gone}' && exec "$0" "$@"`;
    const there = { program: ['sh', '-c', script, join(root, 'bin/cairn')] };
    const list = await own.run(['list', '--json'], there);
    expect([list.code, listResult.parse(JSON.parse(list.out)).memories.length]).toEqual([0, 1]);
    expect((await own.run(['down'], there)).code).toBe(0);
    const saved = await own.run(['save', '-p', '.', 'Saved from nowhere'], there);
    expect([saved.code, saved.err.replace(/^sh: .*\n/gm, '')]).toEqual([0, '']);
    const ping = await own.run(['mcp'], { ...there, input: '{"jsonrpc":"2.0","id":1,"method":"ping"}\n' });
    expect([ping.code, ping.out]).toEqual([0, '{"result":{},"jsonrpc":"2.0","id":1}\n']);
  },
);
