// Renamed devices and projects, on two real devices of a vault.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  devicesResult,
  getResult,
  inviteResult,
  joinResult,
  listResult,
  saveResult,
  scheduleResult,
  sessionsResult,
  vaultCreateResult,
} from '@cairn/schema';
import { expect, onTestFinished, test } from 'vitest';
import { device, server, withMembers } from './cairn.ts';
import { hasTmux } from './terminal.ts';
import { deviceForTest, found, saved, terminalForTest } from './typing.ts';

const WAIT = ['sync', '--wait', '--timeout', '60'];

const vault = async () => {
  const [sync, laptop, desktop] = await Promise.all([server(), device('laptop'), device('desktop')]);
  onTestFinished(async () => {
    await Promise.all([laptop.end(), desktop.end()]);
    await sync.end();
  });
  const created = ['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken];
  await laptop.json(vaultCreateResult, [...created, '--name', 'laptop']);
  const { code } = await laptop.json(inviteResult, ['invite']);
  await desktop.json(joinResult, ['join', `${code}@${sync.url}`, '--name', 'desktop']);
  const both = async () => {
    await laptop.json(withMembers('head'), WAIT);
    await desktop.json(withMembers('head'), WAIT);
  };
  return { sync, laptop, desktop, both };
};

test('[SY-A10] a device is renamed for all devices of its vault, by its name or id', async () => {
  const { laptop, desktop, both } = await vault();
  const renamed = await laptop.run(['devices', 'rename', 'desktop', 'attic']);
  expect(renamed.code, renamed.err).toBe(0);
  expect(renamed.out).toContain('Renamed the device to attic');
  await both();
  const seenBy = async (own: typeof laptop) =>
    (await own.json(devicesResult, ['devices'])).devices.map(({ name, enteredAs }) => [name, enteredAs]);
  const expected = [
    ['laptop', undefined],
    ['attic', 'desktop'],
  ];
  expect(await seenBy(laptop)).toEqual(expected);
  expect(await seenBy(desktop)).toEqual(expected);
  expect((await desktop.run(['status'])).out).toContain('attic');
  await desktop.json(saveResult, ['save', 'The attic is dry']);
  const { devices } = await desktop.json(devicesResult, ['devices']);
  const id = devices.find(({ current }) => current)?.id ?? '';
  await desktop.json(devicesResult, ['devices', 'rename', id, 'cellar']);
  await desktop.json(saveResult, ['save', 'The cellar is damp']);
  const { memories } = await desktop.json(listResult, ['list']);
  expect(memories.map((memory) => memory.device.name).toSorted()).toEqual(['attic', 'cellar']);
  // Another device takes the given name away again.
  const token = readFileSync(join(laptop.home, 'daemon.token'), 'utf8').trim();
  const { port } = JSON.parse(readFileSync(join(laptop.home, 'daemon.json'), 'utf8'));
  const taken = await fetch(`http://127.0.0.1:${port}/v1/devices/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: null }),
  });
  expect(taken.status).toBe(200);
  await both();
  expect(await seenBy(desktop)).toEqual([
    ['laptop', undefined],
    ['desktop', undefined],
  ]);
  const { id: saved } = await desktop.json(saveResult, ['save', 'The desk is free']);
  expect((await desktop.json(getResult, ['get', saved])).memory.device.name).toBe('desktop');
  expect((await laptop.run(['completion', 'devices'])).out.split('\n').toSorted()).toEqual(
    ['', ...(await laptop.json(devicesResult, ['devices'])).devices.map(({ name }) => name)].toSorted(),
  );
  const unknown = await laptop.run(['devices', 'rename', 'nobody', 'x']);
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('`cairn devices` lists')]);
  const bad = await laptop.run(['devices', 'rename', 'laptop', 'x'.repeat(65)]);
  expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('limit is 64')]);
});

test('[SY-A11] no device takes the name of another; where two came at once, a name says which there are', async () => {
  const { sync, laptop, desktop, both } = await vault();
  const taken = await laptop.run(['devices', 'rename', 'desktop', 'laptop']);
  expect([taken.code, taken.err]).toEqual([2, expect.stringContaining('is named "laptop": d_')]);

  const { code } = await laptop.json(inviteResult, ['invite']);
  const third = await device('third');
  onTestFinished(() => third.end());
  const joined = await third.run(['join', `${code}@${sync.url}`, '--name', 'laptop']);
  expect([joined.code, joined.err]).toEqual([0, expect.stringContaining('this one is "laptop-2"')]);
  await third.json(withMembers('head'), WAIT);
  await both();
  expect((await laptop.run(['devices'])).err).toBe('');
  const devicesBy = async (own: typeof laptop) => (await own.json(devicesResult, ['devices'])).devices;
  const listed = await devicesBy(laptop);
  expect(listed.map(({ name }) => name).toSorted()).toEqual(['desktop', 'laptop', 'laptop-2']);

  // Neither device receives the other's change.
  await sync.stop();
  const unasked = await laptop.run(['devices', 'rename', 'desktop', 'twin']);
  expect([unasked.code, unasked.err]).toEqual([1, expect.stringContaining('cannot be reached')]);
  const idOf = (name: string) => listed.find((one) => one.name === name)?.id ?? '';
  await laptop.json(devicesResult, ['devices', 'rename', idOf('laptop'), 'twin']);
  await desktop.json(devicesResult, ['devices', 'rename', idOf('desktop'), 'twin']);
  await sync.start();
  await both();
  await both();
  const unclear = await laptop.run(['devices', 'revoke', 'twin', '--yes']);
  expect([unclear.code, unclear.err]).toEqual([2, expect.stringContaining('"twin" matches 2 devices')]);
  const twins = (await devicesBy(laptop)).filter(({ name }) => name === 'twin');
  expect(twins).toHaveLength(2);
  for (const { id } of twins) expect(unclear.err).toContain(id);
  expect((await laptop.run(['devices'])).err).toContain('2 devices are named "twin".');
});

test('[SY-A10, SY-E3] a renamed device keeps its name when a copy of its file becomes another device', async () => {
  const { laptop, desktop, both } = await vault();
  await desktop.json(devicesResult, ['devices', 'rename', 'desktop', 'attic']);
  await both();
  const copy = await device('copy');
  onTestFinished(() => copy.end());
  await desktop.run(['down']);
  cpSync(desktop.home, copy.home, { recursive: true });
  await desktop.json(saveResult, ['save', 'On the desktop']);
  await both();
  await copy.json(saveResult, ['save', 'Before']);
  await copy.json(withMembers('head'), WAIT);
  await copy.json(saveResult, ['save', 'After']);
  await copy.json(withMembers('head'), WAIT);
  await both();
  const { devices } = await laptop.json(devicesResult, ['devices']);
  expect(devices.map(({ name }) => name)).toEqual(['laptop', 'attic', 'attic']);
  const { memories } = await copy.json(listResult, ['list']);
  const by = memories.find(({ content }) => content === 'After')?.device;
  expect(by).toEqual({ id: devices[2]?.id, name: 'attic' });
});

test('[TE-13] a project is renamed on all devices, and merged with one that is in use after a yes', async () => {
  const { laptop, desktop, both } = await vault();
  for (const [text, ...more] of [['Deploy on Tuesday'], ['7421', '--key', 'port'], ['Uses pnpm']])
    await laptop.json(saveResult, ['save', text ?? '', '-p', 'shop', ...more]);
  await both();
  const before = (await desktop.json(listResult, ['list', '-p', 'shop'])).memories;
  const renamed = await desktop.run(['projects', 'rename', 'shop', 'store']);
  expect(renamed.code, renamed.err).toBe(0);
  expect(renamed.out).toContain('Renamed shop to store on 3 memories.');
  await both();
  const inStore = async () => (await laptop.json(listResult, ['list', '-p', 'store'])).memories;
  const told = (memories: typeof before) =>
    memories.map(({ content, createdAt, key }) => [content, createdAt, key]).toSorted();
  expect(told(await inStore())).toEqual(told(before));
  expect((await laptop.json(listResult, ['list', '-p', 'shop'])).memories).toEqual([]);

  await laptop.json(saveResult, ['save', 'Uses pnpm', '-p', 'third']);
  await laptop.json(saveResult, ['save', '9000', '--key', 'port', '-p', 'third']);
  const asked = await laptop.run(['projects', 'rename', 'third', 'store']);
  expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('--yes')]);
  expect((await laptop.run(['projects', 'rename', 'third', 'store', '--yes'])).code).toBe(0);
  expect((await inStore()).map(({ content }) => content).toSorted()).toEqual([
    '7421',
    'Deploy on Tuesday',
    'Uses pnpm',
  ]);
});

test('[TE-15] a part of the id of a device, a session or a schedule is enough; what fits several says which', async () => {
  const { laptop } = await vault();
  const { devices } = await laptop.json(devicesResult, ['devices']);
  const other = devices.find(({ current }) => current === false)?.id ?? '';
  await laptop.json(devicesResult, ['devices', 'rename', other.slice(-8), 'attic']);
  const both = await laptop.run(['devices', 'rename', other.slice(0, 4), 'x']);
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('matches 2 devices')]);
  for (const [missing, ...args] of [
    ['There is no device "."', 'devices', 'rename', '.', 'x'],
    ['No session "."', 'session', 'show', '.'],
    ['Nothing waits under ".."', 'session', 'take', '..'],
  ])
    expect((await laptop.fails(1, args)).message).toContain(missing);

  for (const name of ['zebra', 'falcon'])
    await laptop.json(withMembers('session'), ['session', 'append', name, 'user: hello']);
  const { sessions } = await laptop.json(sessionsResult, ['session', 'list']);
  const zebra = sessions.find(({ name }) => name === 'zebra')?.id ?? '';
  for (const wanted of ['zebra', zebra, zebra.slice(0, -2), zebra.toUpperCase()]) {
    const shown = await laptop.run(['session', 'show', wanted]);
    expect([wanted, shown.code, shown.out]).toEqual([wanted, 0, expect.stringContaining('hello')]);
  }

  const { schedule } = await laptop.json(scheduleResult, [
    'schedule',
    'add',
    'Look',
    '--every',
    '1d',
    '--name',
    'm',
  ]);
  for (const wanted of ['m', schedule.id.slice(-6)]) {
    const shown = await laptop.run(['schedule', 'show', wanted]);
    expect([wanted, shown.code, shown.out]).toEqual([wanted, 0, expect.stringContaining('Look')]);
  }
});

test('[M-8] memories from before the first commit or the first remote are told of, and can be brought along', async () => {
  const own = await deviceForTest('laptop');
  const shop = join(own.home, 'shop');
  mkdirSync(shop);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: shop });
  const inShop = async (content: string) =>
    expect((await own.run(['save', '-p', '.', content], { cwd: shop })).code).toBe(0);
  const told = async () => {
    await own.run(['down']);
    return (await own.run(['projects'], { cwd: shop })).err;
  };
  git('init', '-q');
  await inShop('The port is 5432');
  await saved(own, 'Elsewhere', '-p', '/srv/other');
  expect(await told()).toBe('');
  git('commit', '-q', '--allow-empty', '-m', 'begin');
  expect(await told()).toContain(`1 memory is in "${shop}", an earlier name of this folder's project.`);
  await own.run(['down']);
  await inShop('Deploys run from main');
  git('remote', 'add', 'origin', 'git@github.com:ada/shop.git');
  const note = await told();
  const command = /`cairn (projects rename git:\w+ github\.com\/ada\/shop)`/.exec(note)?.[1] ?? '';
  if (hasTmux) {
    const terminal = terminalForTest(own);
    await terminal.run('cd shop');
    expect((await terminal.run('cairn list -p .')).lines.join('')).toContain('in "git:');
  }
  expect((await own.run(command.split(' '))).out).toContain('Renamed git:');
  expect(await told()).toContain(`1 memory is in "${shop}"`);
  expect((await own.run(['projects', 'rename', shop, 'github.com/ada/shop', '--yes'])).code).toBe(0);
  expect(await told()).toBe('');
  expect(await found(own, '-p', 'github.com/ada/shop')).toEqual([
    'Deploys run from main',
    'The port is 5432',
  ]);
});
