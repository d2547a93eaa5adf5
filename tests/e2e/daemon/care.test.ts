import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  backupResult,
  devicesResult,
  doctorResult,
  restorePlan,
  restoreResult,
  searchResult,
  statusResult,
  verifyResult,
} from '@cairn/schema';
import { startFaultProxy, startModelServer, waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import {
  ask,
  askFor,
  contents,
  createVault,
  device,
  filesWith,
  join as joinVault,
  makeHome,
  refusal,
  save,
  sharedServer,
  start,
  startServer,
  syncAll,
} from './world.ts';

const server = sharedServer();

test('[ST-2] a backup is complete, private and never overwrites; restored, what came after it is gone, and kept aside', async () => {
  const { client, home } = await device('laptop');
  const path = join(home.paths.home, 'copy.db');
  await save(client, 'in the backup');
  const made = await askFor(client, backupResult, 'POST', '/v1/backup', { path });
  expect(made).toMatchObject({ path, memories: 1 });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await refusal(client, 'POST', '/v1/backup', { path })).toMatchObject({ kind: 'invalid_input' });
  expect(await refusal(client, 'POST', '/v1/backup', { path: 'relative.db' })).toMatchObject({
    kind: 'invalid_input',
  });
  await save(client, 'after the backup');
  const pid = client.daemon().pid;
  const restored = await askFor(client, restoreResult, 'POST', '/v1/restore', { path });
  expect(restored).toMatchObject({ path, memories: 1 });
  expect(existsSync(restored.previous)).toBe(true);
  expect(await contents(client)).toEqual(['in the backup']);
  await save(client, 'goes on');
  expect(client.daemon().pid).toBe(pid);
  await askFor(client, restoreResult, 'POST', '/v1/restore', { path: restored.previous });
  expect(await contents(client)).toEqual(['after the backup', 'in the backup']);
});

test('[ST-2] the files of a device that was killed are restored with what was only in their log', async () => {
  const [killed, other] = await Promise.all([device('laptop'), device('desktop')]);
  await save(killed.client, 'only in the log');
  const path = join(other.home.paths.home, 'killed.db');
  // The files are as in a copy of the folder that was made while the daemon ran without writing.
  copyFileSync(killed.home.paths.database, path);
  copyFileSync(`${killed.home.paths.database}-wal`, `${path}-wal`);
  await askFor(other.client, restoreResult, 'POST', '/v1/restore', { path });
  expect(await contents(other.client)).toEqual(['only in the log']);
});

test('[F-2] what a restored database holds is searched by meaning at once, and what of it waits is embedded', async () => {
  const model = await startModelServer();
  onTestFinished(() => model.close());
  const embedded = {
    ...{ CAIRN_EMBED: 'on', CAIRN_EMBED_BASE_URL: model.baseUrl, CAIRN_EMBED_MODEL: 'nomic' },
  };
  const [full, without, empty] = await Promise.all([makeHome(embedded), makeHome(), makeHome(embedded)]);
  const pending = async (client: Awaited<ReturnType<typeof start>>) =>
    (await askFor(client, statusResult, 'GET', '/v1/status')).models.embedder?.pending;
  const first = await start(full);
  await save(first, 'the cat sleeps on the sofa');
  await waitUntil(async () => (await pending(first)) === 0, {
    timeoutMs: 30_000,
    what: 'the save is embedded',
  });
  const [warm, bare] = ['warm.db', 'bare.db'].map((name) => join(empty.paths.home, name));
  await ask(first, 'POST', '/v1/backup', { path: warm });
  const second = await start(without);
  await save(second, 'we deploy on fridays');
  await ask(second, 'POST', '/v1/backup', { path: bare });

  const client = await start(empty);
  await askFor(client, restoreResult, 'POST', '/v1/restore', { path: warm });
  const found = await askFor(client, searchResult, 'POST', '/v1/search', {
    query: 'cat on a sofa',
    mode: 'vector',
  });
  expect(found.results.map(({ content }) => content)).toEqual(['the cat sleeps on the sofa']);
  await askFor(client, restoreResult, 'POST', '/v1/restore', { path: bare });
  expect(await pending(client)).toBe(1);
  await waitUntil(async () => (await pending(client)) === 0, {
    timeoutMs: 40_000,
    what: 'what was restored is embedded',
  });
});

test('[ST-2] a file that is no sound backup is refused, and nothing is touched', async () => {
  const { client, home } = await device('laptop');
  await save(client, 'untouched');
  const path = join(home.paths.home, 'copy.db');
  await ask(client, 'POST', '/v1/backup', { path });
  const [text, half, absent] = ['text.db', 'half.db', 'absent.db'].map((name) => join(home.paths.home, name));
  writeFileSync(text ?? '', 'this is not a database'.repeat(1_000));
  copyFileSync(path, half ?? '');
  truncateSync(half ?? '', 20_000);
  for (const bad of [text, half]) {
    const refused = await refusal(client, 'POST', '/v1/restore', { path: bad });
    expect(refused).toMatchObject({ kind: 'storage_corrupt' });
    expect(refused.message).toContain(`${bad} is no sound backup of Cairn. Nothing was changed.`);
  }
  expect(await refusal(client, 'POST', '/v1/restore', { path: absent })).toMatchObject({ kind: 'not_found' });
  expect(existsSync(`${home.paths.database}.restoring`)).toBe(false);
  expect(await contents(client)).toEqual(['untouched']);
});

test('[ST-2] saves that arrive during a restore are in the new database or in the one that is kept', async () => {
  const { client, home } = await device('laptop');
  const path = join(home.paths.home, 'copy.db');
  await save(client, 'in the backup');
  await ask(client, 'POST', '/v1/backup', { path });
  const restoring = askFor(client, restoreResult, 'POST', '/v1/restore', { path });
  const saves = Array.from({ length: 60 }, async (_, at) => {
    await new Promise((resolve) => setTimeout(resolve, at * 10));
    return save(client, `meanwhile ${at}`);
  });
  const { previous } = await restoring;
  await Promise.all(saves);
  const after = await contents(client);
  await ask(client, 'POST', '/v1/restore', { path: previous });
  const before = await contents(client);
  expect(new Set([...before, ...after]).size).toBe(61);
  expect(before.length + after.length).toBe(62);
});

test('[RL-30] a device that is restored in a vault stays the same device of it, and sync brings back what the vault has', async () => {
  const [a, b] = await Promise.all([device('laptop'), device('desktop')]);
  await createVault(a.client, server(), 'laptop');
  await joinVault(a.client, b.client, server(), 'desktop');
  const path = join(a.home.paths.home, 'copy.db');
  await save(a.client, 'before the copy');
  const gone = await save(a.client, 'forgotten after the copy');
  await syncAll(a.client, b.client);
  await ask(a.client, 'POST', '/v1/backup', { path });
  const before = await askFor(a.client, statusResult, 'GET', '/v1/status');
  await save(a.client, 'after the copy');
  await save(b.client, 'from the other device');
  await ask(a.client, 'DELETE', `/v1/memories/${gone}`);
  await syncAll(a.client, b.client, a.client);
  const plan = await askFor(a.client, restorePlan, 'POST', '/v1/restore/plan', { path });
  expect(plan).toMatchObject({ memories: 2, present: 3, vault: before.sync.vault, unsent: 0 });
  await askFor(a.client, restoreResult, 'POST', '/v1/restore', { path });
  await save(a.client, 'after the restore');
  await syncAll(a.client, b.client, a.client);
  const all = ['after the copy', 'after the restore', 'before the copy', 'from the other device'];
  expect(await contents(a.client)).toEqual(all);
  expect(await contents(b.client)).toEqual(all);
  const after = await askFor(a.client, statusResult, 'GET', '/v1/status');
  expect(after.device.id).toBe(before.device.id);
  expect(after.sync.lastHealed).toBeNull();
  const { devices } = await askFor(b.client, devicesResult, 'GET', '/v1/devices');
  expect(devices.map(({ name, standing }) => [name, standing]).sort()).toEqual([
    ['desktop', 'member'],
    ['laptop', 'member'],
  ]);
  await waitUntil(async () => (await askFor(a.client, verifyResult, 'POST', '/v1/sync/verify', {})).equal, {
    timeoutMs: 30_000,
    what: 'both sides are equal',
  });
});

test('[RL-30] what was not sent when a device was restored is not lost, whatever became of the batch in flight', async () => {
  const [a, b] = await Promise.all([device('laptop'), device('desktop')]);
  const own = await startServer();
  const proxy = await startFaultProxy(Number(new URL(own.url).port));
  onTestFinished(() => proxy.close());
  await createVault(a.client, { ...own, url: `http://127.0.0.1:${proxy.port}` }, 'laptop');
  await joinVault(a.client, b.client, own, 'desktop');
  const path = join(a.home.paths.home, 'copy.db');
  await save(a.client, 'before the copy');
  await syncAll(a.client);
  await ask(a.client, 'POST', '/v1/backup', { path });
  const before = await askFor(a.client, statusResult, 'GET', '/v1/status');
  await save(a.client, 'after the copy');
  await syncAll(a.client);
  // The server accepts this push, but its answer is lost.
  proxy.judge = (way) => (way === 'back' ? 'cut' : 'pass');
  await save(a.client, 'answered into nothing');
  await waitUntil(async () => (await contents(b.client)).includes('answered into nothing'), {
    timeoutMs: 30_000,
    what: 'the push arrives',
  });
  proxy.refusing = true;
  proxy.cut();
  await save(a.client, 'never sent');
  expect(await askFor(a.client, restorePlan, 'POST', '/v1/restore/plan', { path })).toMatchObject({
    unsent: 2,
  });
  await askFor(a.client, restoreResult, 'POST', '/v1/restore', { path });
  proxy.refusing = false;
  proxy.judge = null;
  await syncAll(a.client, b.client, a.client);
  const all = ['after the copy', 'answered into nothing', 'before the copy', 'never sent'];
  expect(await contents(a.client)).toEqual(all);
  expect(await contents(b.client)).toEqual(all);
  const after = await askFor(a.client, statusResult, 'GET', '/v1/status');
  expect(after.device.id).toBe(before.device.id);
});

test('[RL-30] a backup of another vault is refused, and one of a vault that was left stays out of it', async () => {
  const [a, b] = await Promise.all([device('laptop'), device('desktop')]);
  await createVault(a.client, server(), 'laptop');
  const path = join(a.home.paths.home, 'copy.db');
  await save(a.client, 'of the first vault');
  await syncAll(a.client);
  await ask(a.client, 'POST', '/v1/backup', { path });
  await createVault(b.client, server(), 'desktop');
  for (const route of ['/v1/restore/plan', '/v1/restore'])
    expect((await refusal(b.client, 'POST', route, { path })).message).toContain('of another vault');
  await ask(a.client, 'POST', '/v1/vault/leave', {});
  await save(a.client, 'after leaving');
  const { device: own } = await askFor(a.client, statusResult, 'GET', '/v1/status');
  await askFor(a.client, restoreResult, 'POST', '/v1/restore', { path });
  expect(await contents(a.client)).toEqual(['of the first vault']);
  const after = await askFor(a.client, statusResult, 'GET', '/v1/status');
  expect(after.sync).toMatchObject({ vault: null, state: 'off' });
  expect(after.device.id).toBe(own.id);
});

test('[RL-31] what a restore replaced is kept aside, and goes when something is forgotten', async () => {
  const { client, home } = await device('laptop');
  const path = join(home.paths.home, 'copy.db');
  // The backup's records about older copies do not delete those of today.
  await ask(client, 'DELETE', `/v1/memories/${await save(client, 'forgotten before')}`);
  await save(client, 'in the backup');
  await ask(client, 'POST', '/v1/backup', { path });
  const id = await save(client, 'xylocarpin');
  const first = await askFor(client, restoreResult, 'POST', '/v1/restore', { path });
  expect(statSync(first.previous).mode & 0o777).toBe(0o600);
  expect(filesWith(home.paths.backups, ['xylocarpin'])).toEqual([first.previous]);
  await askFor(client, restoreResult, 'POST', '/v1/restore', { path: first.previous });
  expect(filesWith(home.paths.backups, ['xylocarpin'])).toHaveLength(1);
  await ask(client, 'DELETE', `/v1/memories/${id}`);
  expect(filesWith(home.paths.home, ['xylocarpin'])).toEqual([]);
});

test('[RL-31] what a restore replaced goes after 30 days, and when another device forgets what is in it', async () => {
  const [a, b] = await Promise.all([device('laptop'), device('desktop')]);
  const { paths } = a.home;
  await createVault(a.client, server(), 'laptop');
  await joinVault(a.client, b.client, server(), 'desktop');
  const path = join(paths.home, 'copy.db');
  await ask(a.client, 'POST', '/v1/backup', { path });
  const id = await save(a.client, 'xylocarpin');
  await syncAll(a.client, b.client);
  const { previous } = await askFor(a.client, restoreResult, 'POST', '/v1/restore', { path });
  // Returns the path of the set-aside file with a changed time in its name, as if the clock had advanced.
  const at = (days: number): string =>
    join(
      paths.backups,
      `before-restore-${new Date(Date.now() - days * 86_400_000).toISOString().replace(/[:.]/g, '-')}.db`,
    );
  const [young, old] = [at(29), at(31)];
  for (const copy of [young, old]) copyFileSync(previous, copy);
  await ask(a.client, 'POST', '/v1/shutdown', {});
  await waitUntil(() => !existsSync(paths.lock), { timeoutMs: 60_000, what: 'the daemon to end' });
  const again = await start(a.home);
  await waitUntil(() => !existsSync(old), { timeoutMs: 60_000, what: 'the old copy to go' });
  expect([previous, young].map((copy) => existsSync(copy))).toEqual([true, true]);
  expect(filesWith(paths.backups, ['xylocarpin']).toSorted()).toEqual([young, previous].toSorted());
  await syncAll(again);
  await ask(b.client, 'DELETE', `/v1/memories/${id}`);
  await syncAll(b.client, again);
  await waitUntil(() => filesWith(paths.home, ['xylocarpin']).length === 0, {
    timeoutMs: 60_000,
    what: 'the copies to go',
  });
});

test('[SY-E3] a backup from before the vault joins it again when it is restored', async () => {
  const [a, b] = await Promise.all([device('laptop'), device('desktop')]);
  const path = join(a.home.paths.home, 'copy.db');
  await save(a.client, 'older than the vault');
  await ask(a.client, 'POST', '/v1/backup', { path });
  await createVault(a.client, server(), 'laptop');
  await joinVault(a.client, b.client, server(), 'desktop');
  await save(b.client, 'from the other device');
  await syncAll(b.client, a.client);
  await askFor(a.client, restoreResult, 'POST', '/v1/restore', { path });
  await syncAll(a.client);
  expect(await contents(a.client)).toEqual(['from the other device', 'older than the vault']);
});

test('[ST-1] a database newer than the program is read, not written, with a sentence', async () => {
  const { client, home } = await device('laptop');
  await save(client, 'from the future');
  await ask(client, 'POST', '/v1/shutdown', {});
  await waitUntil(() => !existsSync(home.paths.lock), { timeoutMs: 60_000, what: 'the daemon to end' });
  const code = `
    import { createClient } from ${JSON.stringify(new URL('../../../packages/core/node_modules/@libsql/client/lib-esm/node.js', import.meta.url).href)};
    const db = createClient({ url: 'file:' + process.argv[1] });
    await db.execute("INSERT INTO migrations (version, name, checksum, applied_at) VALUES (999, 'later', 'x', 0)");
    db.close();
  `;
  execFileSync(process.execPath, ['--input-type=module', '-e', code, home.paths.database]);
  const again = await start(home);
  expect(await contents(again)).toEqual(['from the future']);
  const refused = await refusal(again, 'POST', '/v1/memories', { content: 'too late' });
  expect(refused).toMatchObject({ kind: 'storage_newer', status: 409 });
  expect(refused.message).toMatch(/newer/);
  expect((await askFor(again, statusResult, 'GET', '/v1/status')).store.memories).toBe(1);
  const examined = await askFor(again, doctorResult, 'POST', '/v1/doctor', {});
  expect(examined.checks.find(({ id }) => id === 'migrations')).toMatchObject({ status: 'fail' });
});

/** Makes a file system of a few megabytes. Returns false when this machine does not permit it. */
const smallDisk = (path: string): boolean => {
  try {
    mkdirSync(path, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', path], { stdio: 'ignore' });
    onTestFinished(() => void execFileSync('umount', ['-l', path], { stdio: 'ignore' }));
    return true;
  } catch {
    return false;
  }
};

test('[ST-2] a full disk refuses saves with a sentence, and takes them again when there is room', async (context) => {
  const base = await makeHome();
  const path = join(base.paths.home, 'disk');
  if (!smallDisk(path)) return context.skip('no small file system can be mounted here');
  const home = await makeHome({ CAIRN_HOME: path });
  const client = await start(home);
  await save(client, 'while there was room');
  const filler = join(path, 'filler');
  execFileSync('sh', ['-c', `dd if=/dev/zero of=${filler} bs=4k 2>/dev/null || true`]);
  let refused: Awaited<ReturnType<typeof refusal>> | null = null;
  const kept: string[] = ['while there was room'];
  for (let at = 0; at < 500 && refused === null; at++) {
    const content = `filling ${at} ${'x'.repeat(1_500)}`;
    const answer = await client.request('POST', '/v1/memories', { content });
    if (answer.ok) kept.push(content);
    else refused = answer.error;
  }
  expect(refused).toMatchObject({ kind: 'storage_full', status: 507 });
  expect(refused?.message).toMatch(/disk is full/);
  truncateSync(filler, 0);
  await save(client, 'there is room again');
  expect(await contents(client)).toEqual([...kept, 'there is room again'].toSorted());
  expect(
    (await askFor(client, doctorResult, 'POST', '/v1/doctor', {})).checks.find(
      ({ id }) => id === 'integrity',
    ),
  ).toMatchObject({ status: 'pass' });
});
