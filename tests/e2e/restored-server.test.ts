// A server is restored to an older copy of its data, twice. The devices send it what it lost, and report that.

import { cpSync, rmSync } from 'node:fs';
import {
  devicesResult,
  doctorResult,
  inviteResult,
  listResult,
  saveResult,
  statusResult,
  vaultCreateResult,
} from '@cairn/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, device, type Server, server, withMembers } from './cairn.ts';

const WAIT = ['sync', '--wait', '--timeout', '60'];

let sync: Server;
let laptop: Device;
let desktop: Device;
let phone: Device;
let tablet: Device;
beforeAll(async () => {
  [sync, laptop, desktop, phone, tablet] = await Promise.all([
    server(),
    device('laptop'),
    device('desktop'),
    device('phone'),
    device('tablet'),
  ]);
  await laptop.json(vaultCreateResult, [
    'vault',
    'create',
    '--server',
    sync.url,
    '--setup-token',
    sync.setupToken,
  ]);
  await letIn(laptop, desktop, 'desktop');
});
afterAll(async () => {
  await Promise.all([laptop, desktop, phone, tablet].map((one) => one.end()));
  await sync.end();
});

const letIn = async (inviter: Device, newcomer: Device, name: string): Promise<void> => {
  const { code } = await inviter.json(inviteResult, ['invite']);
  const joined = await newcomer.run(['join', code, '--server', sync.url, '--name', name]);
  expect(joined.code, joined.err).toBe(0);
};
const settle = async (): Promise<void> => {
  for (const one of [laptop, desktop, laptop, desktop]) await one.json(withMembers('head'), WAIT);
};
const contents = async (one: Device): Promise<readonly string[]> =>
  (await one.json(listResult, ['list'])).memories.map(({ content }) => content).sort();
const statusOf = async (one: Device) => (await one.json(statusResult, ['status'])).sync;
const copyServer = async (name: string): Promise<string> => {
  const copy = `${sync.data}-${name}`;
  await sync.stop();
  cpSync(sync.data, copy, { recursive: true });
  await sync.start();
  return copy;
};
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
  const copy = await copyServer('copy');

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
    // A hint about the last push of the other device may just have woken it.
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

test('[SY-E2] a device that joined after the copy goes on by itself once another has brought it back', async () => {
  const copy = await copyServer('before-phone');
  await letIn(laptop, phone, 'phone');
  await settle();
  for (const one of [laptop, desktop]) expect((await one.run(['down'])).code).toBe(0);
  await putBack(copy);
  await phone.json(saveResult, ['save', 'While nobody knew the phone']);

  const refused = await phone.run(WAIT);
  expect(refused.code).toBe(4);
  expect(refused.err).toContain('continues by itself');
  const unknown = { state: 'locked_out', pending: 1, lastError: { kind: 'unauthorized' } };
  expect(await statusOf(phone)).toMatchObject(unknown);
  expect((await phone.run(['status'])).out).toMatch(/unknown to the server.*asks again/);
  const doctor = await phone.json(doctorResult, ['doctor']);
  expect(doctor.checks.find(({ id }) => id === 'sync')).toMatchObject({ status: 'warn' });

  await laptop.json(withMembers('head'), WAIT);
  // The phone gets no command. It acts at its own poll.
  await expect
    .poll(() => statusOf(phone), { timeout: 60_000, interval: 500 })
    .toMatchObject({ state: 'idle', pending: 0, lastError: null });
  await settle();
  for (const one of [laptop, desktop, phone])
    expect(await contents(one)).toContain('While nobody knew the phone');
});

test('[SY-S6] a member list that was mended is named by status and doctor, and a real revocation locks out', async () => {
  const copy = await copyServer('before-revocation');
  expect((await desktop.run(['down'])).code).toBe(0);
  const { devices } = await laptop.json(devicesResult, ['devices']);
  const target = devices.find(({ name }) => name === 'phone')?.id ?? '';
  expect((await laptop.run(['devices', 'revoke', target, '--yes'])).code).toBe(0);
  expect((await laptop.run(['down'])).code).toBe(0);
  await putBack(copy);
  await letIn(desktop, tablet, 'tablet');
  await laptop.json(withMembers('head'), WAIT);

  const { membersMended } = await statusOf(laptop);
  expect(membersMended).toMatchObject({ revoked: ['phone'], added: [] });
  expect((await laptop.run(['status'])).out).toMatch(/signed again: phone revoked, \d new key/);
  const doctor = await laptop.json(doctorResult, ['doctor']);
  expect(doctor.checks.find(({ id }) => id === 'members')).toMatchObject({ status: 'warn' });
  expect((await statusOf(desktop)).membersMended).toBeNull();

  const lockedOut = { state: 'locked_out', lastError: { kind: 'device_revoked' } };
  // On request it does not wait for its next retry, which comes up to a minute after the server was down.
  expect((await phone.run(WAIT)).code).toBe(4);
  expect(await statusOf(phone)).toMatchObject(lockedOut);
  await tablet.json(saveResult, ['save', 'Under the key that was made again']);
  await tablet.json(withMembers('head'), WAIT);
  await settle();
  expect(await contents(laptop)).toContain('Under the key that was made again');
  expect(await contents(phone)).not.toContain('Under the key that was made again');
});
