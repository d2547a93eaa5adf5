/** The operator's commands as a person runs them: real processes, a real embedded database. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { describe, expect, test } from 'vitest';
import { copiedFolders, serverForTest, vaultAt } from '../../testing/server-for-test.ts';
import { callServer, runServer } from '../../testing/server-process.ts';
import { itemOf, SETUP_TOKEN } from '../../testing/sync-world.ts';

const dataFolder = copiedFolders();

const NOBODY = 65_534;
const AS_NOBODY = ['setpriv', '--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups'];
const mayChange =
  process.getuid?.() === 0 && spawnSync('setpriv', [...AS_NOBODY.slice(1), 'true']).status === 0;

const folderOfNobody = async (): Promise<string> => {
  const folder = await dataFolder();
  const names = await readdir(folder, { recursive: true });
  for (const name of ['', ...names]) await chown(join(folder, name), NOBODY, NOBODY);
  return folder;
};

const adminOf =
  (folder: string) =>
  (...args: string[]) =>
    runServer({ CAIRN_SERVER_DATA: folder }, ['admin', ...args]);

const filled = async (folder: string, seed: string) => {
  const server = await serverForTest({ CAIRN_SERVER_DATA: folder, CAIRN_SETUP_TOKEN: SETUP_TOKEN });
  const { world, info, identity } = await vaultAt(server.url, seed);
  const { token } = identity;
  const item = itemOf({ entity: world.newMemory(), hlc: world.stamp(identity.device.id, 1) });
  const body = { epoch: info.epoch, anchor: info.anchor, pushNo: 1, items: [item] };
  expect((await callServer(server.url, 'POST', '/v1/push', { token, body })).status).toBe(200);
  return { server, world, info, identity, token };
};

describe('cairn-server admin', () => {
  test('works through the server that runs, and tells it: list, registration, epoch, backup, verify', async () => {
    const folder = await dataFolder();
    const { server, world, info, identity, token } = await filled(folder, 'admin/running');
    const admin = adminOf(folder);
    const vaults = await admin('vaults', '--json');
    expect(vaults.code).toBe(0);
    expect(JSON.parse(vaults.stdout)).toMatchObject({ total: 1, vaults: [{ id: info.vault, registers: 1 }] });
    expect((await admin('devices', info.vault)).stdout).toContain(identity.device.id);
    const create = () => callServer(server.url, 'POST', '/v1/vaults', { body: world.vaultRequest().request });
    expect((await create()).status).toBe(403);
    expect((await admin('registration', 'open')).stdout).toContain('is open');
    expect((await create()).status).toBe(201);
    const epoch = JSON.parse((await admin('epoch', 'new', info.vault, '--json')).stdout);
    const status = await callServer(server.url, 'GET', '/v1/status', { token });
    expect(status.json).toMatchObject({ epoch: epoch.epoch });
    expect(await admin('verify')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('everything is'),
    });
    expect(await admin('move', 'vault', info.vault, '--to', 'second')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/No database has the name "second"\. This server has: first\.$/m),
    });
    const file = join(folder, 'backup.ndjson');
    expect(await admin('backup', file)).toMatchObject({ code: 0, stderr: '' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'admin.sock'))).mode & 0o777).toBe(0o600);
    expect(await admin('backup', file)).toMatchObject({
      code: 1,
      stderr: `cairn-server: ${file} exists already. Name another file, or remove it.\n`,
    });
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(await readFile(file, 'utf8')).not.toContain(token);
    expect(await admin('revoke', info.vault, identity.device.id, '--yes')).toMatchObject({ code: 0 });
    expect((await callServer(server.url, 'GET', '/v1/status', { token })).status).toBe(403);
  });

  test('a folder without a database is no server without vaults', async () => {
    const folder = join(await homeForTest(), 'elsewhere');
    const file = join(await homeForTest(), 'backup.ndjson');
    const move = ['move', 'vault', 'v_00000000000000000000000000', '--to', 'first'];
    const others = [['vaults'], ['verify'], ['registration', 'open'], ['backup', file], ['backup', '-']];
    for (const args of [move, ...others])
      expect(await adminOf(folder)(...args)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(
          `There is no database in ${folder}. Run this command with the settings`,
        ),
      });
    expect(existsSync(join(folder, 'database'))).toBe(false);
    expect(existsSync(file)).toBe(false);
  });

  test.skipIf(!mayChange)(
    'root leaves no files in the database of another user, and a file that is closed is named',
    async () => {
      const folder = await folderOfNobody();
      const move = ['admin', 'move', 'vault', 'v_00000000000000000000000000', '--to', 'first'];
      const asNobody = () =>
        runServer({ CAIRN_SERVER_DATA: folder }, ['admin', 'vaults'], undefined, AS_NOBODY);
      for (const args of [['admin', 'vaults'], ['migrate'], move])
        expect(await runServer({ CAIRN_SERVER_DATA: folder }, args)).toMatchObject({
          code: 1,
          stderr: expect.stringContaining(`belongs to the user ${NOBODY}`),
        });
      expect(await asNobody()).toMatchObject({ code: 0, stdout: 'no vault yet\n', stderr: '' });
      const file = join(folder, 'database/pg_logical/replorigin_checkpoint');
      await chown(file, 0, 0);
      await chmod(file, 0o600);
      expect(await asNobody()).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`this user may not write ${file}. Give the folder to this user`),
      });
    },
  );

  test.skipIf(!mayChange)(
    '[OP-6] a backup goes through pipes between root and the server of another user',
    async () => {
      const folder = await folderOfNobody();
      await serverForTest({ CAIRN_SERVER_DATA: folder }, AS_NOBODY);
      const made = await adminOf(folder)('backup', '-');
      expect(made).toMatchObject({ code: 0 });
      const env = { CAIRN_SERVER_DATA: folder };
      expect(await runServer(env, ['admin', 'restore', '-'], made.stdout)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('restored 0 vaults'),
      });
      const closed = join(await homeForTest(), 'backup.ndjson');
      expect(await adminOf(folder)('backup', closed)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('or by the user of the server that runs'),
      });
    },
  );

  test('[OP-6, OP-7] a server is lost; its backup, restored into a new folder, serves on in a new epoch', async () => {
    const folder = await dataFolder();
    const { server, info, token } = await filled(folder, 'admin/lost');
    const file = join(folder, 'backup.ndjson');
    expect((await adminOf(folder)('backup', file)).code).toBe(0);
    await server.kill('SIGKILL');
    const fresh = await dataFolder();
    const admin = adminOf(fresh);
    expect(await admin('restore', file)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 vault,'),
    });
    const again = await admin('restore', file);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('This database has vaults') });
    const unasked = await admin('restore', file, '--replace');
    expect(unasked).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Nothing was done. Add --yes'),
    });
    await chmod(file, 0o600);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.slice(0, -200));
    const damaged = await admin('restore', file, '--replace', '--yes', '--json');
    expect(damaged.code).toBe(1);
    expect(JSON.parse(damaged.stdout)).toMatchObject({ error: { kind: 'bad_file' } });
    const after = await serverForTest({ CAIRN_SERVER_DATA: fresh });
    const status = await callServer(after.url, 'GET', '/v1/status', { token });
    expect(status.json).toMatchObject({ vault: info.vault, registers: 1, head: 1 });
    expect(status.json).not.toMatchObject({ epoch: info.epoch });
    expect((await admin('delete', 'vault', info.vault, '--yes')).stdout).toBe(`${info.vault} is gone\n`);
    expect((await callServer(after.url, 'GET', '/v1/status', { token })).status).toBe(401);
  });

  test('[OP-6, OP-7] a backup goes through a pipe, from the server that runs and into an empty folder', async () => {
    const folder = await dataFolder();
    const { server, info, token } = await filled(folder, 'admin/pipe');
    const made = await adminOf(folder)('backup', '-');
    expect(made).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^cairn-server: .dev.stdout: 1 vault, \d+ rows\n$/),
    });
    expect(made.stdout.split('\n').at(-2)).toContain('"end":true');
    const file = join(folder, 'backup.ndjson');
    expect((await adminOf(folder)('backup', file)).code).toBe(0);
    const rowsOf = (text: string) => text.split('\n').slice(1, -2);
    expect(rowsOf(made.stdout)).toEqual(rowsOf(await readFile(file, 'utf8')));
    await server.kill('SIGKILL');

    const below = { CAIRN_SERVER_DATA: join(file, 'data') };
    expect(await runServer(below, ['admin', 'restore', '-'], made.stdout)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^cairn-server: The restore failed \(ENOTDIR: .*\)\.\n$/),
    });
    const fresh = join(await homeForTest(), 'not', 'there', 'yet');
    const restore = (input: string, ...more: string[]) =>
      runServer({ CAIRN_SERVER_DATA: fresh }, ['admin', 'restore', '-', ...more], input);
    expect(await restore(made.stdout.slice(0, -200))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/\/dev\/stdin is damaged: .*Nothing was changed/),
    });
    expect(await restore('')).toMatchObject({ code: 1, stderr: expect.stringContaining('is no backup') });
    expect(JSON.parse((await restore(made.stdout, '--json')).stdout)).toMatchObject({
      path: '/dev/stdin',
      vaults: 1,
    });
    expect(await restore(made.stdout, '--replace')).toMatchObject({ code: 2 });
    const after = await serverForTest({ CAIRN_SERVER_DATA: fresh });
    // Now by the server that runs.
    expect(await restore(made.stdout, '--replace', '--yes')).toMatchObject({ code: 0, stderr: '' });
    const status = await callServer(after.url, 'GET', '/v1/status', { token });
    expect(status.json).toMatchObject({ vault: info.vault, registers: 1, head: 1 });
    for (const one of [folder, fresh])
      expect((await readdir(one)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('[OP-6] answers a file that cannot be by a sentence, also in JSON', async () => {
    const folder = await dataFolder();
    const admin = adminOf(folder);
    const within = join(folder, 'file', 'backup');
    await writeFile(join(folder, 'file'), '');
    for (const command of ['backup', 'restore'])
      expect(await admin(command, within)).toMatchObject({
        code: 1,
        stderr: `cairn-server: ${within} does not exist, or its folder does not.\n`,
      });
    const long = join(folder, 'a'.repeat(300));
    const { code, stdout, stderr } = await admin('backup', long, '--json');
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, error: { kind: 'bad_file' } });
    expect(stderr).toMatch(/^cairn-server: \S+ cannot be used: ENAMETOOLONG[^\n]*\n$/);
  });

  test('[OP-7] a restore of a file that is no backup makes no database where there is none', async () => {
    const folder = await homeForTest();
    const wrong = { CAIRN_SERVER_DATA: join(folder, 'wrong') };
    const restore = (path: string) => runServer(wrong, ['admin', 'restore', path]);
    expect(await restore(join(folder, 'missing'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('missing does not exist'),
    });
    await writeFile(join(folder, 'list'), 'a shopping list\n');
    for (const path of [join(folder, 'list'), '/dev/null'])
      expect(await restore(path)).toMatchObject({ code: 1, stderr: expect.stringContaining('is no backup') });
    expect(existsSync(wrong.CAIRN_SERVER_DATA)).toBe(false);
  });

  test('says what it can do, and exits 2 for what it cannot', async () => {
    const none = { CAIRN_SERVER_DATA: '/nonexistent/folder' };
    expect(await runServer(none, ['admin', '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('backup FILE|-'),
    });
    expect((await runServer(none, ['admin'])).code).toBe(2);
    const dance = await runServer(none, ['admin', 'dance', '--json']);
    expect(dance).toMatchObject({ code: 2, stderr: expect.stringContaining('no command "admin dance"') });
    expect(JSON.parse(dance.stdout)).toMatchObject({ error: { kind: 'usage' } });
  });
});
