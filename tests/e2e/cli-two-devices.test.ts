// Two devices, a third one and a server: vaults, codes, devices and sync on the command line.

import { copyFileSync, rmSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import {
  devicesResult,
  getResult,
  inviteResult,
  joinResult,
  leaveResult,
  listResult,
  saveResult,
  searchResult,
  statusResult,
  syncResult,
  vaultCreateResult,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Device, device, type Server, server, withMembers } from './cairn.ts';

const WAIT = ['sync', '--wait', '--timeout', '30'];

describe('a vault on a server', () => {
  let sync: Server;
  let laptop: Device;
  let desktop: Device;
  let words = '';
  beforeAll(async () => {
    [sync, laptop, desktop] = await Promise.all([server(), device('laptop'), device('desktop')]);
  });
  afterAll(() => Promise.all([laptop.end(), desktop.end()]).then(() => sync.end()));

  const fresh = async (name: string): Promise<Device> => {
    const made = await device(name);
    onTestFinished(() => made.end());
    return made;
  };
  const create = (token: string) => ['vault', 'create', '--server', sync.url, '--setup-token', token];
  const code = async (from: Device): Promise<string> => (await from.json(inviteResult, ['invite'])).code;
  /** Runs a command that may print progress on standard error. */
  const join = async (who: Device, args: readonly string[]) => {
    const ran = await who.run(['join', ...args, '--json']);
    expect(ran.code, ran.err).toBe(0);
    return joinResult.parse(JSON.parse(ran.out));
  };

  test('[SY-A4] a wrong setup token is not allowed, exit 4, and leaves the device outside', async () => {
    const { kind, message } = await laptop.fails(4, create('wrong'));
    expect(kind).toBe('not_allowed');
    expect(message).toMatch(/setup token/i);
    expect((await laptop.json(statusResult, ['status'])).sync.vault).toBeNull();
  });

  test('[SY-S3] vault create gives 24 words; the setup token may come from standard input', async () => {
    await laptop.json(saveResult, ['save', 'Known before there was a vault']);
    const made = await laptop.json(vaultCreateResult, [...create('-'), '--name', 'laptop'], {
      input: `${sync.setupToken}\n`,
    });
    words = made.recoveryWords;
    expect(words.split(' ')).toHaveLength(24);
    expect((await laptop.json(statusResult, ['status'])).sync).toMatchObject({
      vault: made.vault,
      server: sync.url,
    });
  });

  test('inside a vault, vault create and join say leave first, exit 1', async () => {
    for (const args of [create(sync.setupToken), ['join', `ABCD-EFGH-JKMN-PQRS@${sync.url}`]]) {
      const { kind, message } = await laptop.fails(1, args);
      expect([kind, message]).toEqual(['already_in_vault', expect.stringContaining('leave')]);
    }
  });

  test('[SY-A4] registration is closed after the first vault, exit 4', async () => {
    const other = await fresh('other');
    expect((await other.fails(4, create(sync.setupToken))).kind).toBe('not_allowed');
  });

  test('[SY-A1] a wrong code is not allowed, exit 4', async () => {
    const other = await fresh('other');
    const { kind, message } = await other.fails(4, ['join', `0000-0000-0000-0000@${sync.url}`]);
    expect(kind).toBe('not_allowed');
    expect(message).toMatch(/code|invit/i);
  });

  test('[SY-A1] invite and join: everything is there when join returns; a code works once', async () => {
    const invitation = await laptop.json(inviteResult, ['invite']);
    expect(invitation.command).toContain(invitation.code);
    expect(Date.parse(invitation.expiresAt)).toBeGreaterThan(Date.now());
    const joined = await join(desktop, [`${invitation.code}@${sync.url}`, '--name', 'desktop']);
    expect(joined.memories).toBe(1);
    const { results } = await desktop.json(searchResult, ['search', 'before the vault']);
    expect(results[0]?.content).toBe('Known before there was a vault');
    const other = await fresh('other');
    expect((await other.fails(4, ['join', invitation.code, '--server', sync.url])).kind).toBe('not_allowed');
  });

  test('saved on one, found on the other without a command in between', async () => {
    const { id } = await laptop.json(saveResult, ['save', 'Found on the other device', '--pin']);
    await waitUntil(async () => (await desktop.run(['get', id])).code === 0, {
      timeoutMs: 20_000,
      what: 'the memory on the desktop',
      everyMs: 100,
    });
    const { memory } = await desktop.json(getResult, ['get', id]);
    expect(memory).toMatchObject({
      content: 'Found on the other device',
      pinned: true,
      device: { name: 'laptop' },
    });
  });

  test('sync --wait: nothing is left, cursor at head', async () => {
    for (const one of [laptop, desktop, laptop]) await one.json(syncResult, WAIT);
    const done = await laptop.json(syncResult, WAIT);
    expect([done.pending, done.dead, done.cursor]).toEqual([0, 0, done.head]);
    expect(await laptop.json(withMembers('requeued'), ['sync', 'retry'])).toEqual({
      requeued: 0,
      recovered: 0,
    });
  });

  test('server away: saving goes on, sync --wait ends with 5 and how far it came; then it catches up', async () => {
    await sync.stop('SIGKILL');
    const { id } = await desktop.json(saveResult, ['save', 'Saved while the server was away']);
    const late = await desktop.fails(5, ['sync', '--wait', '--timeout', '1']);
    expect((await desktop.run(['sync'])).err).toContain('The last try failed:');
    expect([late.kind, late.document]).toEqual(['timeout', expect.objectContaining({ pending: 1 })]);
    await sync.start();
    await desktop.json(syncResult, WAIT);
    await laptop.json(syncResult, WAIT);
    expect((await laptop.json(getResult, ['get', id])).memory.id).toBe(id);
  });

  test('[SY-A3] devices and revoke: the revoked one is told what to do, exit 4', async () => {
    const third = await fresh('tablet');
    await join(third, [await code(desktop), '--server', sync.url, '--name', 'tablet']);
    const { devices } = await laptop.json(devicesResult, ['devices']);
    expect(devices.map(({ name }) => name).sort()).toEqual(['desktop', 'laptop', 'tablet']);
    expect(devices.filter(({ current }) => current).map(({ name }) => name)).toEqual(['laptop']);
    const tablet = devices.find(({ name }) => name === 'tablet');
    const done = await laptop.json(withMembers('revoked'), ['devices', 'revoke', String(tablet?.id)]);
    expect(done).toEqual({ revoked: tablet?.id });
    expect((await laptop.run(['devices', 'revoke', String(tablet?.id)])).out).toBe(
      `tablet (${tablet?.id}) was revoked before. Nothing was changed.\n`,
    );
    expect((await laptop.fails(1, ['devices', 'revoke', 'd_01k9x0000000000000000000aa'])).kind).toBe(
      'not_found',
    );
    const { kind, message } = await waitUntil(
      async () => {
        const ran = await third.run(['sync', '--wait', '--timeout', '5', '--json']);
        return ran.code === 4 ? Object(JSON.parse(ran.out)).error : null;
      },
      { timeoutMs: 20_000, what: 'the tablet to notice' },
    );
    expect([kind, message]).toEqual(['not_allowed', expect.stringMatching(/revoked/i)]);
    const plain = await third.run(['sync', '--wait']);
    expect(plain).toMatchObject({ code: 4, out: '', err: expect.stringMatching(/revoked/i) });
    const listed = await third.fails(4, ['devices']);
    expect(listed.message.match(/revoked/g)).toHaveLength(1);
    expect(listed.message).toMatch(/`cairn leave` .*`cairn join`/);
    expect((await third.run(['whoami'])).out).toContain(
      `Sync with ${sync.url} has stopped: \`cairn status\` says why.`,
    );
    const after = await laptop.json(devicesResult, ['devices']);
    expect(after.devices.find(({ name }) => name === 'tablet')?.revoked ?? true).toBe(true);
    const { id } = await laptop.json(saveResult, ['save', 'After the revocation']);
    await laptop.json(syncResult, WAIT);
    await desktop.json(syncResult, WAIT);
    expect((await desktop.json(getResult, ['get', id])).memory.content).toBe('After the revocation');
    expect((await third.fails(1, ['get', id])).kind).toBe('not_found');
  });

  test('leave asks nobody where nobody is, keeps the memories, ends sync', async () => {
    const { total } = await desktop.json(listResult, ['list', '-n', '1']);
    const left = await desktop.json(leaveResult, ['leave']);
    expect(left.memories).toBeGreaterThanOrEqual(total);
    expect(left.stillListed).toBeUndefined();
    expect((await desktop.json(statusResult, ['status'])).sync.vault).toBeNull();
    expect((await desktop.json(listResult, ['list', '-n', '1'])).total).toBe(total);
    expect((await desktop.fails(1, ['sync'])).kind).toBe('not_in_vault');
  });

  test('[SY-S3] the 24 words open the vault again; wrong ones are refused, exit 4', async () => {
    const other = await fresh('recovered');
    const args = ['recover', '--server', sync.url, '--name', 'recovered'];
    expect((await other.fails(2, args, { input: 'one two three' })).kind).toBe('usage');
    const swapped = words.split(' ').reverse().join(' ');
    const wrong = await other.run([...args, '--json'], { input: swapped });
    expect([2, 4]).toContain(wrong.code);
    const ran = await other.run([...args, '--json'], { input: words.toUpperCase().replaceAll(' ', '\n') });
    expect(ran.code, ran.err).toBe(0);
    const { memories } = joinResult.parse(JSON.parse(ran.out));
    const { total } = await laptop.json(listResult, ['list', '-n', '1']);
    expect(memories).toBe(total);
    expect((await other.json(searchResult, ['search', 'revocation'])).results[0]?.content).toBe(
      'After the revocation',
    );
  });

  test('[SY-A1] while the inviter is away join waits, then ends with 5; trying again works', async () => {
    const waiting = await fresh('waiting');
    const invitation = await code(laptop);
    await laptop.run(['down']);
    const late = await waiting.run(['join', `${invitation}@${sync.url}`, '--timeout', '2', '--json']);
    expect([late.code, Object(JSON.parse(late.out)).error.kind]).toEqual([5, 'timeout']);
    expect(Object(JSON.parse(late.out)).error.message).toContain('laptop');
    await laptop.run(['up']);
    const joined = await join(waiting, [`${invitation}@${sync.url}`]);
    expect(joined.memories).toBeGreaterThan(0);
  });

  test('people see the command and the words, not documents', async () => {
    const { out } = await laptop.run(['invite']);
    expect(out).toContain('On the other device run:');
    const { out: status } = await laptop.run(['status']);
    expect(status).toContain(sync.url);
    const { out: devices } = await laptop.run(['devices']);
    expect(devices).toContain('this device');
  });

  test('[RL-30, RL-32] restore in a vault and leaving as the last device say what they do, and ask', async () => {
    const own = await server();
    onTestFinished(() => own.end());
    const last = await fresh('last');
    await last.json(vaultCreateResult, [
      ...['vault', 'create', '--server', own.url, '--setup-token', own.setupToken, '--name', 'last'],
    ]);
    await last.json(saveResult, ['save', 'In the backup']);
    await last.json(syncResult, WAIT);
    const file = joinPath(last.home, 'copy.db');
    expect((await last.run(['backup', file])).code).toBe(0);
    await last.json(saveResult, ['save', 'After the backup']);
    await last.json(syncResult, WAIT);
    const refused = await last.fails(2, ['restore', file]);
    expect(refused.kind).toBe('usage');
    expect(refused.message).toMatch(
      /The backup \(1 memory.* replaces the database of this device \(2 memories\).*kept aside for 30 days.*stays the same device.*Sync then fetches every change.*add --yes/,
    );
    expect((await last.json(listResult, ['list'])).total).toBe(2);
    const done = await last.run(['restore', file, '--yes']);
    expect([done.code, done.err]).toEqual([0, expect.stringContaining('Sync then fetches every change')]);
    await last.json(syncResult, WAIT);
    expect((await last.json(listResult, ['list'])).total).toBe(2);
    const leaving = await last.fails(2, ['leave']);
    expect(leaving.message).toMatch(
      /This is the vault's last device: .*only the 24 words can open it.*add --yes/,
    );
    await own.stop();
    expect((await last.fails(2, ['leave'])).message).toMatch(
      /The server does not answer. If this is the vault's last device, .*24 words.*add --yes/,
    );
    expect((await last.json(statusResult, ['status'])).sync.vault).not.toBeNull();
    const { id } = (await last.json(statusResult, ['status'])).device;
    const left = await last.json(leaveResult, ['leave', '--yes']);
    expect(left).toMatchObject({ memories: 2, stillListed: id });
  });

  test('[RL-44] without keys, or with those of another vault, each command says so, and leaving shuts out nobody', async () => {
    const own = await server({ CAIRN_REGISTRATION: 'open' });
    onTestFinished(() => own.end());
    const [one, other] = await Promise.all([fresh('one'), fresh('other')]);
    for (const who of [one, other])
      await who.json(vaultCreateResult, [
        ...['vault', 'create', '--server', own.url, '--setup-token', own.setupToken, '--name', 'only'],
      ]);
    const keys = joinPath(one.home, 'keys.json');
    await one.run(['down']);
    rmSync(keys);
    const refused = async () => {
      for (const args of [['devices'], ['invite'], ['vault', 'rekey']])
        expect((await one.fails(4, args)).message).toBe(
          'The keys of the vault are not on this device. Run `cairn leave` (memories stay), then join again.',
        );
      expect((await one.fails(2, ['leave'])).message).toContain(
        'The other devices of the vault are not known',
      );
    };
    await refused();
    await one.run(['down']);
    copyFileSync(joinPath(other.home, 'keys.json'), keys);
    await refused();
    const left = await one.run(['leave', '--yes']);
    expect([left.code, left.err]).toEqual([0, expect.stringContaining('run `cairn devices revoke d_')]);
    expect(await other.json(devicesResult, ['devices'])).toMatchObject({ devices: [{ standing: 'member' }] });
  });

  test('[RL-32] a former self is no other device when the last one leaves', async () => {
    const own = await server();
    onTestFinished(() => own.end());
    const last = await fresh('last');
    await last.json(vaultCreateResult, [
      ...['vault', 'create', '--server', own.url, '--setup-token', own.setupToken, '--name', 'last'],
    ]);
    const file = joinPath(last.home, 'copy.db');
    expect((await last.run(['backup', file])).code).toBe(0);
    await last.json(saveResult, ['save', 'After the backup']);
    await last.json(syncResult, WAIT);
    // The file was restored by hand: the device becomes a new one, and the old one stays on the list.
    expect((await last.run(['down'])).code).toBe(0);
    copyFileSync(file, joinPath(last.home, 'cairn.db'));
    await last.json(saveResult, ['save', 'After the restore']);
    await last.json(syncResult, WAIT);
    expect((await last.json(devicesResult, ['devices'])).devices).toHaveLength(2);
    const alone = await last.fails(2, ['leave']);
    expect(alone.message).toMatch(
      /The other devices may be lost: last \(.*\)\. If this is the vault's last device, .*24 words.*add --yes/,
    );
    const other = await fresh('other');
    await join(other, [`${await code(last)}@${own.url}`, '--name', 'other']);
    expect((await last.json(leaveResult, ['leave'])).memories).toBe(2);
  });

  test('[RL-36] revoking on a readable vault promises no new key', async () => {
    const own = await server();
    onTestFinished(() => own.end());
    const [first, second] = [await fresh('first'), await fresh('second')];
    const made = ['vault', 'create', '--server', own.url, '--setup-token', own.setupToken, '--readable'];
    await first.json(vaultCreateResult, made);
    await join(second, [`${await code(first)}@${own.url}`, '--name', 'second']);
    const { devices } = await first.json(devicesResult, ['devices']);
    const revoked = await first.run(['devices', 'revoke', devices.find(({ current }) => !current)?.id ?? '']);
    expect([revoked.code, revoked.out]).toEqual([0, expect.stringContaining('so there is no key to change')]);
    expect(revoked.out).not.toMatch(/new key|sealed again/);
  });
});
