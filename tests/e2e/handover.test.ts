// A session continues on another device: real daemons and a real server, which is down when the session is sent.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  devicesResult,
  handoversResult,
  inviteResult,
  joinResult,
  restoreSessionResult,
  sessionsResult,
  takenHandoverResult,
  vaultCreateResult,
} from '@cairn/schema';
import { expect, onTestFinished, test } from 'vitest';
import { type Device, device, server, unhurried, withMembers } from './cairn.ts';

const TASK = 'Move the zebrafish table to Postgres';
const WAIT = ['sync', '--wait', '--timeout', '60'];

/** Makes a clone of the same project. */
const shopIn = (own: Device): string => {
  const cwd = join(own.home, 'shop');
  mkdirSync(join(cwd, '.git'), { recursive: true });
  writeFileSync(join(cwd, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(cwd, '.git', 'config'), '[remote "origin"]\n\turl = https://github.com/ada/shop.git\n');
  return cwd;
};

const bytesIn = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
    .join('\n');

const vaultOf = async (names: readonly string[], ...kind: readonly string[]) => {
  const [sync, ...devices] = await Promise.all([server(), ...names.map((name) => device(name))]);
  const [first, ...others] = devices;
  onTestFinished(async () => {
    await Promise.all(devices.map((one) => one.end()));
    await sync.end();
  });
  if (first === undefined) throw new Error('no device');
  const created = ['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken, ...kind];
  await first.json(vaultCreateResult, [...created, '--name', names[0] ?? '']);
  for (const [nth, one] of others.entries()) {
    const { code } = await first.json(inviteResult, ['invite']);
    const ran = await one.run(['join', `${code}@${sync.url}`, '--name', names[nth + 1] ?? '', '--json']);
    expect(ran.code, ran.err).toBe(0);
    joinResult.parse(JSON.parse(ran.out));
  }
  return { sync, devices };
};

const work = (own: Device, cwd: string) => {
  const lines = [`user: ${TASK}`, 'assistant: The zebrafish rows are copied; the index is missing.'];
  return own.json(withMembers('session'), ['session', 'append', 'work', '-p', '.', ...lines], { cwd });
};
const waitingOn = async (own: Device, ...options: readonly string[]) => {
  const { handovers } = await own.json(handoversResult, ['session', 'list', ...options]);
  return handovers;
};
const startOf = async (own: Device, cwd: string): Promise<string> => {
  const input = JSON.stringify({ session_id: `s${Math.random()}`, cwd, source: 'startup' });
  const ran = await own.run(['hook', 'claude-code', 'session-start'], { ...unhurried(own), input, cwd });
  expect([ran.code, ran.err]).toEqual([0, '']);
  return ran.out;
};

test('[SE-6, SE-7] it is sent while the server is down, offered once to an agent there, and taken once', async () => {
  const { sync, devices } = await vaultOf(['laptop', 'desktop', 'phone']);
  const [laptop, desktop, phone] = devices;
  if (laptop === undefined || desktop === undefined || phone === undefined) throw new Error('no device');
  const [here, there] = [shopIn(laptop), shopIn(desktop)];
  for (const one of devices) await one.json(withMembers('head'), WAIT);

  await sync.stop();
  await work(laptop, here);
  const sent = await laptop.run(['session', 'send', 'desktop'], { cwd: here });
  expect([sent.code, sent.err]).toEqual([0, '']);
  expect((await laptop.run(['session', 'list'])).out).toContain('to desktop, waiting to be sent');
  // The session continues there, whatever happens to it here.
  await laptop.json(withMembers('deleted'), ['session', 'delete', 'work']);

  await sync.start();
  for (const one of [laptop, phone]) await one.json(withMembers('head'), WAIT);
  expect(await waitingOn(laptop)).toMatchObject([{ incoming: false, sent: true, task: null }]);
  expect(await waitingOn(phone)).toEqual([]);
  for (const folder of [sync.data, phone.home, laptop.home])
    expect(bytesIn(folder)).not.toMatch(/zebrafish/i);

  await desktop.json(withMembers('head'), WAIT);
  const first = await startOf(desktop, there);
  expect(first).toContain('A session of the person');
  expect(first).toContain(`Task: ${TASK}`);
  expect(first).toContain('cairn session take p_');
  expect(await startOf(desktop, there)).not.toContain('zebrafish');
  expect((await desktop.run(['session', 'list'])).out).toMatch(/from laptop.*shop.*zebrafish/);
  expect(await waitingOn(desktop, '-p', 'elsewhere')).toEqual([]);
  const named = (await desktop.run(['session', 'list', '-p', '.'], { cwd: there })).out;
  expect(named).toMatch(/from laptop.*shop.*zebrafish/);

  const { session, from } = await desktop.json(takenHandoverResult, ['session', 'take'], { cwd: there });
  expect(from.name).toBe('laptop');
  expect(session.name).toMatch(/^laptop-\d{4}-\d\d-\d\d-p_/);
  const restored = await desktop.json(restoreSessionResult, ['session', 'restore', session.id]);
  expect(restored).toMatchObject({ activeTask: TASK, messages: [{ content: TASK }, { role: 'assistant' }] });
  expect((await desktop.fails(1, ['session', 'take'], { cwd: there })).kind).toBe('not_found');
  for (const one of [desktop, laptop]) await one.json(withMembers('head'), WAIT);
  expect(await waitingOn(laptop)).toEqual([]);
  expect((await desktop.json(sessionsResult, ['session', 'list'])).total).toBe(1);

  // Data that a device sent before it was revoked is not accepted afterwards.
  await work(phone, shopIn(phone));
  await phone.json(withMembers('handover'), ['session', 'send', 'desktop', 'work']);
  for (const one of [phone, desktop]) await one.json(withMembers('head'), WAIT);
  const [waiting] = await waitingOn(desktop);
  expect(waiting).toMatchObject({ incoming: true, device: { name: 'phone' } });
  const { devices: known } = await laptop.json(devicesResult, ['devices']);
  const revoked = known.find(({ name }) => name === 'phone')?.id ?? '';
  await laptop.json(withMembers('revoked'), ['devices', 'revoke', revoked, '--yes']);
  for (const one of [laptop, desktop]) await one.json(withMembers('head'), WAIT);
  const refused = await desktop.fails(1, ['session', 'take', waiting?.id ?? '']);
  expect([refused.kind, refused.message]).toEqual(['refused', expect.stringContaining('revoked')]);
  expect(await startOf(desktop, there)).not.toContain('phone');
});

test('[SE-6] in a readable vault the server reads no word of it either', async () => {
  const { sync, devices } = await vaultOf(['laptop', 'desktop'], '--readable');
  const [laptop, desktop] = devices;
  if (laptop === undefined || desktop === undefined) throw new Error('no device');
  await work(laptop, shopIn(laptop));
  await laptop.json(withMembers('handover'), ['session', 'send', 'desktop', 'work']);
  for (const one of devices) await one.json(withMembers('head'), WAIT);
  expect(bytesIn(sync.data)).not.toMatch(/zebrafish/i);
  const { session } = await desktop.json(takenHandoverResult, ['session', 'take']);
  expect(session.activeTask).toBe(TASK);
});
