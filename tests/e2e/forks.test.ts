// Two devices change one memory while the server is down. Afterwards both tell the same, and one step decides for both.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  getResult,
  historyResult,
  inviteResult,
  listResult,
  reviewResult,
  saveResult,
  supersedeResult,
  vaultCreateResult,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, device, type Server, server, withMembers } from './cairn.ts';

let sync: Server;
let laptop: Device;
let desktop: Device;
beforeAll(async () => {
  [sync, laptop, desktop] = await Promise.all([server(), device('laptop'), device('desktop')]);
  const where = ['--server', sync.url];
  await laptop.json(vaultCreateResult, ['vault', 'create', ...where, '--setup-token', sync.setupToken]);
  const { code } = await laptop.json(inviteResult, ['invite']);
  const joined = await desktop.run(['join', code, ...where, '--name', 'desktop']);
  expect(joined.code, joined.err).toBe(0);
});
afterAll(async () => {
  await Promise.all([laptop, desktop].map((one) => one.end()));
  await sync.end();
});

const both = (): readonly Device[] => [laptop, desktop];
/** Syncs each device twice, so that the second device receives what the first one sent last. */
const meet = async (): Promise<void> => {
  for (const one of [...both(), ...both()]) {
    const ran = await one.run(['sync', '--wait', '--timeout', '60']);
    expect(ran.code, ran.err).toBe(0);
  }
};
const texts = async (on: Device): Promise<readonly string[]> =>
  (await on.json(listResult, ['list'])).memories.map(({ content }) => content).sort();

test('[RL-2] both histories are one, the later is current, and review keeps both with one step', async () => {
  const { id } = await laptop.json(saveResult, ['save', 'The meeting is on Monday', '-t', 'work']);
  await meet();
  await sync.stop();
  const mine = await laptop.json(supersedeResult, ['supersede', id, 'The meeting is on Tuesday']);
  await desktop.json(getResult, ['get', id]);
  const theirs = await desktop.json(supersedeResult, ['supersede', id, 'The meeting is on Friday']);
  await sync.start();
  await meet();
  for (const on of both()) {
    expect(await texts(on)).toEqual(['The meeting is on Friday']);
    const { versions, incomplete } = await on.json(historyResult, ['history', mine.id]);
    expect(versions.map((one) => one.id).sort()).toEqual([id, mine.id, theirs.id].sort());
    expect(incomplete).toBe(false);
    const { forks } = await on.json(reviewResult, ['review']);
    expect(forks).toMatchObject([{ current: { id: theirs.id }, other: { id: mine.id } }]);
    expect((await on.run(['review'])).out).toContain(`cairn review keep ${mine.id}`);
  }
  await desktop.json(withMembers('reviewed'), ['review', 'keep', mine.id]);
  // The decision is sent at once, without another command.
  await waitUntil(async () => (await texts(laptop)).length === 2, {
    timeoutMs: 20_000,
    what: 'the decision',
  });
  await meet();
  for (const on of both()) {
    expect(await texts(on)).toEqual(['The meeting is on Friday', 'The meeting is on Tuesday']);
    expect((await on.json(reviewResult, ['review'])).forks).toEqual([]);
  }
});

test('[RL-4] what replaced a memory that was forgotten meanwhile is held, until somebody accepts it', async () => {
  const { id } = await laptop.json(saveResult, ['save', 'The door code is in the drawer']);
  await meet();
  const before = await texts(laptop);
  await sync.stop();
  await laptop.run(['forget', id]);
  const then = await desktop.json(supersedeResult, ['supersede', id, 'The door code is in the safe']);
  await sync.start();
  await meet();
  for (const on of both()) {
    expect((await texts(on)).filter((text) => text.includes('door code'))).toEqual([]);
    expect((await on.json(reviewResult, ['review'])).held.map((one) => one.id)).toEqual([then.id]);
  }
  await laptop.json(withMembers('reviewed'), ['review', 'accept', then.id]);
  await meet();
  for (const on of both()) {
    expect(await texts(on)).toHaveLength(before.length);
    expect(await texts(on)).toContain('The door code is in the safe');
  }
});

test('[RL-42] of values that were saved under one key apart, each device tells all, and forgets all', async () => {
  await sync.stop();
  const save = (on: Device, content: string) => on.json(saveResult, ['save', content, '--key', 'editor']);
  await save(laptop, 'It was vim');
  await save(desktop, 'It was emacs for a day');
  const { id } = await save(desktop, 'It is helix');
  await sync.start();
  await meet();
  for (const on of both()) {
    const { versions, incomplete } = await on.json(historyResult, ['history', id]);
    expect(versions.map(({ content }) => content)).toEqual([
      'It was vim',
      'It was emacs for a day',
      'It is helix',
    ]);
    expect(incomplete).toBe(false);
  }
  await laptop.run(['forget', id, '--for-good']);
  await meet();
  for (const on of both()) {
    const file = Buffer.concat(['cairn.db', 'cairn.db-wal'].map((name) => readFileSync(join(on.home, name))));
    for (const words of ['It was vim', 'It was emacs', 'It is helix'])
      expect(file.includes(words)).toBe(false);
    expect((await on.run(['history', id])).code).not.toBe(0);
  }
});
