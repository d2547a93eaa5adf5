// A newer program, this one, and the newer one again. On a server, a device's token and keys stand for the newer program. On a database
// file, what it would have added does.

import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { createCrypto, type VaultSecrets } from '@cairn/core';
import {
  hlcOf,
  memoryId,
  nodeOf,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  pullResponse,
  pushResponse,
  rekeyResult,
  statusResult,
  verifyResult,
  type WireRegister,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { expect, test } from 'vitest';
import { onFile } from '../on-file.ts';
import {
  ask,
  askFor,
  contents,
  createVault,
  device,
  type Home,
  join,
  kill,
  refusal,
  type SyncServer,
  save,
  start,
  startServer,
  syncAll,
} from './world.ts';

const PATIENCE = { timeoutMs: 60_000 };
/** A member with a later program. It seals values that this program does not know, and recognises their bytes. */
const newerProgram = async ({ paths }: Home, server: SyncServer) => {
  const { vault, device: own, token, keys } = secretsIn(paths.home);
  const crypto = await createCrypto({ random: { bytes: (count) => randomBytes(count) } });
  const sealer = crypto.makeSealer({ vault, kind: 'sealed', kg: 1, keys });
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = {
      [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    };
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers,
      body: JSON.stringify(body) ?? null,
    });
    return answer.json();
  };
  const page = async () => pullResponse.parse(await call('GET', '/v1/pull?limit=5000'));
  let count = 0;
  const nowMs = Date.now();
  const seal = (facet: string, v: number, value: object): WireRegister =>
    sealer.seal(
      {
        entity: memoryId(nowMs, randomBytes(10)),
        facet,
        v,
        hlc: hlcOf(nowMs, count++, nodeOf(own.id)),
      },
      JSON.stringify(value),
    );
  const push = async (items: readonly WireRegister[]) => {
    const { epoch, anchor } = await page();
    return pushResponse.parse(await call('POST', '/v1/push', { epoch, anchor, pushNo: 1, items }));
  };
  /** Uses the keys of another device. */
  const open = (item: WireRegister, by: Home) =>
    crypto.makeSealer({ vault, kind: 'sealed', kg: 1, keys: secretsIn(by.paths.home).keys }).open(item);
  return { seal, push, page, open };
};

const secretsIn = (folder: string): VaultSecrets =>
  JSON.parse(readFileSync(joinPath(folder, 'keys.json'), 'utf8'));

test('[SY-M6, SY-E2, TR-17] what a newer program wrote comes back to it as the same JSON, through a new key and a restored server', async () => {
  const server = await startServer();
  const [laptop, tablet] = [await device('laptop'), await device('tablet')];
  await createVault(laptop.client, server, 'laptop');
  await join(laptop.client, tablet.client, server, 'tablet');
  await save(laptop.client, 'Everybody reads this');
  await syncAll(laptop.client, tablet.client);
  await kill(tablet.home);
  const copy = `${server.data}-copy`;
  await server.kill();
  cpSync(server.data, copy, { recursive: true });
  await server.restart();

  const newer = await newerProgram(tablet.home, server);
  const items = [
    newer.seal('mood', 1, { mood: 'glad' }),
    newer.seal('body', 2, { words: ['a body', 'of later'] }),
    // A known facet in its known version with an additional field. Reading it would lose that field.
    newer.seal('flags', 1, { pinned: true, trust: 'high', shade: 'blue' }),
  ];
  const { verdicts } = await newer.push(items);
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['ok', 'ok', 'ok']);
  await syncAll(laptop.client);
  const syncOf = async () => (await askFor(laptop.client, statusResult, 'GET', '/v1/status')).sync;
  expect(await syncOf()).toMatchObject({ quarantined: 3, unread: { unknown: 3 }, dead: 0 });
  expect(await contents(laptop.client)).toEqual(['Everybody reads this']);

  // Under a new key, everything that can be opened is sealed again, whether it is understood or not.
  await askFor(laptop.client, rekeyResult, 'POST', '/v1/vault/rekey', {});
  await waitUntil(async () => (await syncOf()).reseal?.isOver === true, {
    ...PATIENCE,
    what: 'everything to be re-encrypted',
  });
  await syncAll(laptop.client);

  // The server is restored to before it had the values. It gets them from the program that cannot read them.
  await server.kill();
  rmSync(server.data, { recursive: true });
  cpSync(copy, server.data, { recursive: true });
  rmSync(copy, { recursive: true });
  await server.restart();
  await syncAll(laptop.client);
  await waitUntil(async () => (await syncOf()).lastHealed?.why === 'epoch_changed', {
    ...PATIENCE,
    what: 'the restored server to be healed',
  });
  await syncAll(laptop.client);
  const here = (await newer.page()).items;
  for (const item of items) {
    const back = here.find(({ entity, facet }) => entity === item.entity && facet === item.facet);
    expect(back).toMatchObject({ hlc: item.hlc, v: item.v, kg: 2 });
    const text = newer.open(item, laptop.home);
    expect(text.ok && back && newer.open(back, laptop.home)).toEqual(text);
  }
  expect(
    await askFor(laptop.client, verifyResult, 'POST', '/v1/sync/verify', {}, { timeoutMs: 0 }),
  ).toMatchObject({ equal: true });
});

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

test('[ST-1, SY-M6] a file that a newer program has upgraded is read, neither written nor synced, and goes on with the newer one', async () => {
  const server = await startServer();
  const [laptop, desktop] = [await device('laptop'), await device('desktop')];
  await createVault(laptop.client, server, 'laptop');
  await join(laptop.client, desktop.client, server, 'desktop');
  const id = await save(laptop.client, 'Kept through three programs');
  await syncAll(laptop.client, desktop.client);
  const { database, lock } = laptop.home.paths;
  const stop = async (): Promise<void> => {
    await ask(laptop.client, 'POST', '/v1/shutdown', {});
    await waitUntil(() => !existsSync(lock), { ...PATIENCE, what: 'the daemon to end' });
  };
  await stop();
  onFile(database, [
    "ALTER TABLE memories ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",
    "UPDATE memories SET mood = 'glad'",
    'CREATE TABLE moods (mood TEXT)',
    "INSERT INTO moods VALUES ('glad')",
    "INSERT INTO migrations (version, name, checksum, applied_at) VALUES (999, 'moods', 'x', 0)",
  ]);
  const before = hashOf(database);

  await save(desktop.client, 'Written meanwhile');
  await syncAll(desktop.client);
  const older = await start(laptop.home);
  expect(await contents(older)).toEqual(['Kept through three programs']);
  expect(await refusal(older, 'POST', '/v1/memories', { content: 'too late' })).toMatchObject({
    kind: 'storage_newer',
  });
  // The program does not claim that there is no vault, because it cannot know.
  for (const path of ['/v1/sync', '/v1/sync/verify', '/v1/vault/invite', '/v1/vault/leave'])
    expect(await refusal(older, 'POST', path, {}), path).toMatchObject({
      kind: 'storage_newer',
      status: 409,
    });
  const other = { server: server.url, setupToken: server.setupToken };
  expect(await refusal(older, 'POST', '/v1/vault', other)).toMatchObject({ kind: 'storage_newer' });
  const { sync } = await askFor(older, statusResult, 'GET', '/v1/status');
  expect(sync).toMatchObject({ state: 'stopped', lastError: { kind: 'storage_newer' } });
  expect(sync.lastError?.message).toMatch(/newer version of Cairn.*update Cairn/);
  await stop();
  expect(hashOf(database)).toBe(before);

  // The newer program knows its own tables.
  onFile(database, ['DELETE FROM migrations WHERE version = 999']);
  const newer = await start(laptop.home);
  await ask(newer, 'PATCH', `/v1/memories/${id}`, { pinned: true });
  await syncAll(newer, desktop.client);
  for (const client of [newer, desktop.client])
    expect(await contents(client)).toEqual(['Kept through three programs', 'Written meanwhile']);
  await stop();
  expect(onFile(database, ['SELECT content, mood FROM memories ORDER BY content'])).toEqual([
    { content: 'Kept through three programs', mood: 'glad' },
    { content: 'Written meanwhile', mood: 'calm' },
  ]);
  expect(onFile(database, ['SELECT mood FROM moods'])).toEqual([{ mood: 'glad' }]);
});
