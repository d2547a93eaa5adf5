// Files that clients find the daemon by are removed: by cleaners of old files, by people, or by a script with a wrong folder.
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { connect, takeLock } from '@cairn/client/device';
import { doctorResult } from '@cairn/schema';
import { endProcess, pidAlive, pidIn, waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { device } from '../cairn.ts';
import {
  ask,
  askFor,
  contents,
  daemonsOf,
  type Home,
  kill,
  makeHome,
  program,
  save,
  start,
} from './world.ts';

const FILES = ['socket', 'daemonFile', 'tokenFile', 'lock'] as const;
type Name = (typeof FILES)[number];

const remove = ({ paths }: Home, names: readonly Name[]): void => {
  for (const name of names) rmSync(paths[name] ?? '', { force: true });
};

const allBack = ({ paths }: Home) =>
  waitUntil(() => FILES.every((name) => existsSync(paths[name] ?? '')), {
    timeoutMs: 30_000,
    what: 'the files to be put back',
  });

/** A new process, which only knows the files. */
const newcomer = async ({ paths, env }: Home) => {
  const client = await connect(paths, { start: false, env, program });
  if (!client.ok) throw new Error(client.error.message);
  onTestFinished(() => client.value.close());
  return client.value;
};

test('[RL-20] a folder that is copied while its daemon runs has a daemon of its own', async () => {
  const home = await makeHome();
  const client = await start(home);
  await save(client, 'before the copy');
  const copy = await makeHome();
  cpSync(home.paths.home, copy.paths.home, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  expect(await connect(copy.paths, { start: false, program })).toMatchObject({ ok: false });
  const other = await start(copy);
  expect(other.daemon().pid).not.toBe(client.daemon().pid);
  await save(other, 'in the copy');
  expect(await contents(other)).toHaveLength(2);
  expect(await contents(client)).toEqual(['before the copy']);
});

test('[RL-20] without its socket the daemon is asked at its port, and listens at the socket again', async () => {
  const home = await makeHome();
  const client = await start(home);
  await save(client, 'by the socket');
  const inode = (path: string) => existsSync(path);
  expect(inode(home.paths.socket ?? '')).toBe(true);
  remove(home, ['socket']);
  const other = await newcomer(home);
  await save(other, 'by the port');
  // A regular file is in the socket's place. The daemon may have put its socket back by now, and nothing can be written into one.
  writeFileSync(`${home.paths.socket}.file`, '');
  renameSync(`${home.paths.socket}.file`, home.paths.socket ?? '');
  const third = await newcomer(home);
  await save(third, 'beside a file');
  expect(await contents(client)).toHaveLength(3);
  await allBack(home);
  expect((await newcomer(home)).daemon().pid).toBe(client.daemon().pid);
});

test('[RL-20] a folder where the socket was keeps no other file from being put back', async () => {
  const home = await makeHome();
  const { pid } = (await start(home)).daemon();
  const socket = home.paths.socket ?? '';
  rmSync(socket, { force: true });
  // The folder is not empty, as when a container mounts a file that did not exist.
  mkdirSync(`${socket}/kept`, { recursive: true });
  await save(await newcomer(home), 'by the port');
  remove(home, ['daemonFile', 'tokenFile']);
  await waitUntil(() => existsSync(home.paths.daemonFile) && existsSync(home.paths.tokenFile), {
    timeoutMs: 30_000,
    what: 'the other files to be put back',
  });
  const client = await newcomer(home);
  await save(client, 'by the port again');
  expect(client.daemon().pid).toBe(pid);
  rmSync(socket, { recursive: true });
  await allBack(home);
});

test('[RL-20] a lock that was just removed is put back by the doctor that looks for it', async () => {
  const home = await makeHome();
  const client = await start(home);
  for (let round = 0; round < 5; round++) {
    remove(home, ['lock']);
    const { checks } = await askFor(client, doctorResult, 'POST', '/v1/doctor', {});
    expect(checks.find(({ id }) => id === 'lock')?.status).toBe('pass');
    expect(existsSync(home.paths.lock)).toBe(true);
  }
});

test('[RL-20] every combination of its files may go; the same daemon is found within a second or two', async () => {
  const home = await makeHome();
  const { pid } = (await start(home)).daemon();
  const slow: string[] = [];
  for (let choice = 1; choice < 2 ** FILES.length; choice++) {
    const names = FILES.filter((_, at) => ((choice >> at) & 1) === 1);
    remove(home, names);
    const began = performance.now();
    await allBack(home);
    const client = await newcomer(home);
    expect(client.daemon().pid, names.join()).toBe(pid);
    await save(client, `after ${names.join(' and ')} had gone`);
    if (performance.now() - began > 10_000) slow.push(names.join());
  }
  // Fifteen seconds pass where the system does not report removed files.
  expect(slow).toEqual([]);
});

test('[RL-20] a lock that another process has taken ends this daemon, and nothing of the other one is removed', async () => {
  const home = await makeHome();
  const { pid } = (await start(home)).daemon();
  const other = { pid: process.pid, start: 'unknown', nonce: 'ffffffffffffffff', role: 'program' };
  writeFileSync(home.paths.lock, JSON.stringify(other));
  await waitUntil(() => !pidAlive(pid), { timeoutMs: 60_000, what: 'the daemon to leave' });
  expect(pidIn(home.paths.lock)).toBe(process.pid);
  rmSync(home.paths.lock);
});

test('[RL-21] `down` ends the daemon whatever was removed', async () => {
  const own = await device('down');
  onTestFinished(own.end);
  for (const names of [
    [],
    ['daemon.json'],
    ['daemon.json', 'daemon.lock'],
    ['daemon.sock', 'daemon.token'],
  ]) {
    expect((await own.run(['up'])).code).toBe(0);
    const pid = own.pid();
    if (pid === null) throw new Error('no daemon');
    onTestFinished(() => endProcess(pid));
    for (const name of names) rmSync(`${own.home}/${name}`, { force: true });
    const down = await own.run(['down', '--json']);
    expect({ names, ...down }).toMatchObject({ code: 0 });
    expect({ names, alive: pidAlive(pid) }).toEqual({ names, alive: false });
  }
});

test('[RL-21] `down` does not end a program that has the memory open without a daemon', async () => {
  const own = await device('program');
  onTestFinished(own.end);
  // This test's own process holds the lock, so a wrong `down` would end it.
  const lock = takeLock(`${own.home}/daemon.lock`);
  if (lock.kind !== 'taken') throw new Error('held');
  expect(await own.run(['down', '--json'])).toMatchObject({ code: 0, out: '{"daemon":null}\n' });
  lock.release();
});

test('[RL-21] a start that fails after the database is open leaves no process', async () => {
  const home = await makeHome();
  const client = await start(home);
  await save(client, 'kept');
  await ask(client, 'POST', '/v1/shutdown', {});
  await waitUntil(() => !pidAlive(client.daemon().pid), { timeoutMs: 60_000, what: 'the daemon to end' });
  // Its first reader is sync, which begins when the store and both doors are open.
  damageTable(home.paths.database, 'outbox');
  for (let round = 0; round < 3; round++) {
    const failed = await connect(home.paths, { start: true, env: home.env, program });
    expect(failed.ok ? '' : failed.error.message).toMatch(/The database \S+ is damaged/);
  }
  await waitUntil(() => daemonsOf(home.paths.home).length === 0, { timeoutMs: 30_000, what: 'all to end' });
});

const damageTable = (path: string, table: string): void => {
  const database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?1').get(table);
  const size = database.prepare('PRAGMA page_size').get();
  database.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(16, 0xee), 0, 16, (Number(row?.rootpage) - 1) * Number(size?.page_size));
  closeSync(file);
};

/** Bounds of the number of saves. A busy machine saves few in this time, and a fast one more than one list holds. */
const SAVES_MIN = 20;
const SAVES_MAX = 450;

test('[RL-20] [RL-21] files go at random while commands run: none fails, nothing is lost, no daemon stays', async () => {
  const home = await makeHome();
  const own = { ...home.env, CAIRN_HOME: home.paths.home };
  const random = seeded(20_260_711);
  const { pid } = (await start(home)).daemon();
  const pids = new Set([pid]);
  const saved: string[] = [];
  const failed: string[] = [];
  let isOver = false;
  const removing = (async () => {
    for (let round = 0; round < 40 || (saved.length <= SAVES_MIN && round < 400); round++) {
      remove(
        home,
        FILES.filter(() => random() < 0.5),
      );
      await new Promise((resolve) => setTimeout(resolve, random() * 400));
    }
    isOver = true;
  })();
  const saving = async (who: string): Promise<void> => {
    for (let at = 0; !isOver && at < SAVES_MAX; at++) {
      const client = await connect(home.paths, { start: true, env: own, program });
      if (!client.ok) {
        failed.push(client.error.message);
        continue;
      }
      pids.add(client.value.daemon().pid);
      const text = `${who} saves number ${at}`;
      const answer = await client.value.request('POST', '/v1/memories', { content: text });
      client.value.close();
      if (answer.ok) saved.push(text);
      else failed.push(answer.error.message);
    }
  };
  await Promise.all([removing, saving('ada'), saving('bob')]);
  await allBack(home);
  expect(failed).toEqual([]);
  const last = await newcomer(home);
  expect(await contents(last)).toEqual(saved.toSorted());
  expect(saved.length).toBeGreaterThan(SAVES_MIN);
  await kill(home);
  await waitUntil(() => [...pids].every((one) => !pidAlive(one)), { timeoutMs: 60_000, what: 'all to end' });
});

/** Uses the generator mulberry32. */
const seeded = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};
