// `cairn restore` where no daemon can open the database.

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  backupResult,
  devicesResult,
  inviteResult,
  joinResult,
  listResult,
  restoreResult,
  saveResult,
  statusResult,
  syncResult,
  vaultCreateResult,
  verifyResult,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { type Device, device, server } from './cairn.ts';

const WAIT = ['sync', '--wait', '--timeout', '60'];

const fresh = async (name: string): Promise<Device> => {
  const made = await device(name);
  onTestFinished(() => made.end());
  return made;
};

/** Damages the file so that nothing of it can be read. */
const damage = async ({ home, run }: Device): Promise<void> => {
  expect((await run(['down'])).code).toBe(0);
  for (const side of ['-wal', '-shm']) rmSync(join(home, `cairn.db${side}`), { force: true });
  writeFileSync(join(home, 'cairn.db'), Buffer.alloc(100_000, 0xee));
};

const contentsOf = async (of: Device): Promise<readonly string[]> =>
  (await of.json(listResult, ['list', '-n', '100'])).memories.map(({ content }) => content).toSorted();

test('[RL-43] a database that no daemon can open is restored by the command itself, and kept aside', async () => {
  const hurt = await fresh('hurt');
  await hurt.json(saveResult, ['save', 'In the backup']);
  const file = join(hurt.home, 'copy.db');
  await hurt.json(backupResult, ['backup', file]);
  await damage(hurt);
  expect((await hurt.fails(3, ['list'])).message).toMatch(
    /The database \S+cairn\.db is damaged.*`cairn restore /,
  );
  expect((await hurt.run(['doctor'])).out.replace(/\s+/g, ' ')).toContain('`cairn restore ');
  const bad = join(hurt.home, 'bad.db');
  writeFileSync(bad, 'no database '.repeat(1_000));
  expect((await hurt.fails(1, ['restore', bad, '--yes'])).message).toContain(
    'is not an intact backup of Cairn',
  );
  const { previous, memories } = await hurt.json(restoreResult, ['restore', file]);
  expect([memories, existsSync(previous)]).toEqual([1, true]);
  expect(readdirSync(hurt.home).filter((name) => name.includes('restoring'))).toEqual([]);
  expect(await contentsOf(hurt)).toEqual(['In the backup']);
  expect((await hurt.json(saveResult, ['save', 'And on it goes'])).status).toBe('saved');
});

test('[RL-43, SP-1] a backup of a scope is not restored over the personal database', async () => {
  const hurt = await fresh('hurt');
  await hurt.json(saveResult, ['save', 'Personal']);
  expect((await hurt.run(['scope', 'add', 'team'])).code).toBe(0);
  const ofTeam = join(hurt.home, 'team-copy.db');
  await hurt.json(backupResult, ['--scope', 'team', 'backup', ofTeam]);
  await damage(hurt);
  expect((await hurt.fails(2, ['restore', ofTeam, '--yes'])).message).toContain(
    'The backup is of the scope "team"',
  );
});

/** Changes the file to the version of a later program. */
const renew = async ({ home, run }: Device): Promise<void> => {
  expect((await run(['down'])).code).toBe(0);
  const database = new DatabaseSync(join(home, 'cairn.db'));
  database.exec("INSERT INTO migrations (version, name, checksum, applied_at) VALUES (999, 'later', 'x', 0)");
  database.close();
};

test.each([
  {
    what: 'damaged',
    spoil: damage,
    says: /the database of this device, which cannot be opened and is kept aside/,
  },
  {
    what: 'of a newer program',
    spoil: renew,
    says: /the database of this device \(3 memories\), which is kept aside/,
  },
])(
  '[RL-43] where it is $what, a device in a vault becomes a new one, and the one before goes off the list',
  async ({ spoil, says }) => {
    const [sync, hurt, other] = await Promise.all([server(), fresh('hurt'), fresh('other')]);
    onTestFinished(() => sync.end());
    await hurt.json(vaultCreateResult, [
      ...['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken, '--name', 'hurt'],
    ]);
    const { code } = await hurt.json(inviteResult, ['invite']);
    const joined = await other.run(['join', `${code}@${sync.url}`, '--name', 'other', '--json']);
    expect(joinResult.safeParse(JSON.parse(joined.out)).success, joined.err).toBe(true);
    await hurt.json(saveResult, ['save', 'In the backup']);
    const file = join(hurt.home, 'copy.db');
    await hurt.json(backupResult, ['backup', file]);
    await hurt.json(saveResult, ['save', 'After the backup']);
    await other.json(saveResult, ['save', 'From the other device']);
    for (const one of [hurt, other]) await one.json(syncResult, WAIT);
    const before = await hurt.json(statusResult, ['status']);
    await spoil(hurt);
    const asked = await hurt.fails(2, ['restore', file]);
    expect(asked.message).toMatch(says);
    expect(asked.message).toMatch(
      /The backup \(1 memory.*becomes a new device of its vault.*its old entry is removed from the list.*Sync then fetches.*add --yes/,
    );
    expect(existsSync(join(hurt.home, 'backups'))).toBe(false);
    const done = await hurt.run(['restore', file, '--yes']);
    expect(done.code, done.err).toBe(0);
    await hurt.json(saveResult, ['save', 'After the restore']);
    for (const one of [hurt, other, hurt]) await one.json(syncResult, WAIT);
    const all = ['After the backup', 'After the restore', 'From the other device', 'In the backup'];
    expect(await contentsOf(hurt)).toEqual(all);
    expect(await contentsOf(other)).toEqual(all);
    expect((await hurt.json(statusResult, ['status'])).device.id).not.toBe(before.device.id);
    const { devices } = await other.json(devicesResult, ['devices']);
    expect(devices.map(({ name, standing }) => `${name} ${standing}`).toSorted()).toEqual([
      'hurt member',
      'hurt revoked',
      'other member',
    ]);
    expect(devices.find(({ id }) => id === before.device.id)?.standing).toBe('revoked');
    await waitUntil(async () => (await hurt.json(verifyResult, ['sync', 'verify'])).equal, {
      timeoutMs: 60_000,
      what: 'both sides are equal',
    });
  },
);

test('[RL-43] a device whose keys are lost too is outside of its vault, and joins again under a new id', async () => {
  const [sync, hurt, other] = await Promise.all([server(), fresh('hurt'), fresh('other')]);
  onTestFinished(() => sync.end());
  const enter = async (one: Device, by: Device) => {
    const { code } = await by.json(inviteResult, ['invite']);
    return one.json(joinResult, ['join', `${code}@${sync.url}`]);
  };
  await other.json(vaultCreateResult, [
    ...['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken],
  ]);
  const before = await enter(hurt, other);
  const file = join(hurt.home, 'copy.db');
  await hurt.json(backupResult, ['backup', file]);
  await damage(hurt);
  rmSync(join(hurt.home, 'keys.json'));
  await hurt.json(restoreResult, ['restore', file, '--yes']);
  const after = await enter(hurt, other);
  expect([after.vault, after.device === before.device]).toEqual([before.vault, false]);
});

test('[RL-43] without its database, a device keeps the keys of its vault, and comes back with a backup or the words', async () => {
  const [sync, hurt] = await Promise.all([server(), fresh('hurt')]);
  onTestFinished(() => sync.end());
  const creating = ['vault', 'create', '--server', sync.url, '--setup-token', sync.setupToken];
  const { vault, recoveryWords } = await hurt.json(vaultCreateResult, creating);
  await hurt.json(saveResult, ['save', 'Before the loss']);
  const file = join(hurt.home, 'copy.db');
  await hurt.json(backupResult, ['backup', file]);
  await hurt.json(syncResult, WAIT);
  const keys = join(hurt.home, 'keys.json');
  const lose = async (): Promise<string> => {
    expect((await hurt.run(['down'])).code).toBe(0);
    for (const side of ['', '-wal', '-shm']) rmSync(join(hurt.home, `cairn.db${side}`), { force: true });
    return readFileSync(keys, 'utf8');
  };
  const kept = await lose();
  for (const command of [creating, ['devices']])
    expect((await hurt.fails(1, command)).message).toMatch(
      new RegExp(`keys of vault ${vault} are on this device.*cairn restore.*cairn recover.*cairn join`),
    );
  expect(readFileSync(keys, 'utf8')).toBe(kept);
  await hurt.json(restoreResult, ['restore', file, '--yes']);
  await hurt.json(syncResult, WAIT);
  await hurt.json(saveResult, ['save', 'Between']);
  await hurt.json(syncResult, WAIT);
  await lose();
  const input = recoveryWords;
  await hurt.json(joinResult, ['recover', '--server', sync.url], { input });
  await hurt.json(syncResult, WAIT);
  expect(await contentsOf(hurt)).toEqual(['Before the loss', 'Between']);
  const standing = async () =>
    (await hurt.json(devicesResult, ['devices'])).devices.map((one) => one.standing).toSorted();
  await waitUntil(async () => (await standing()).join() === 'member,revoked,revoked', {
    timeoutMs: 30_000,
    what: 'the lost identities go off the list',
  });
}, 90_000);
