// Keys of a vault with real daemons and a real server: new generations, re-encryption, recovery, invitations that end.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { createCrypto } from '@cairn/core';
import { claimResponse, deviceId, devicesResult, LIMITS, rekeyResult, statusResult } from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { expect, test } from 'vitest';
import {
  ask,
  askFor,
  contents,
  createVault,
  device,
  filesWith,
  find,
  invite,
  join,
  kill,
  refusal,
  save,
  sharedServer,
  start,
  syncAll,
} from './world.ts';

const shared = sharedServer();
type Client = Parameters<typeof ask>[0];

const status = (client: Client) => askFor(client, statusResult, 'GET', '/v1/status');
const rekey = (client: Client) => askFor(client, rekeyResult, 'POST', '/v1/vault/rekey', {});
const resealed = (client: Client, kg: number) =>
  waitUntil(
    async () => {
      const { reseal, pending, inflight } = (await status(client)).sync;
      return reseal?.isOver === true && reseal.kg === kg && pending + inflight === 0;
    },
    { timeoutMs: 30_000, what: `everything under key ${kg}` },
  );
const joining = (client: Client, code: string, server: string, timeoutS = 20) =>
  refusal(client, 'POST', '/v1/vault/join', { code, server, timeoutS }, { timeoutMs: 0 });

test('[SY-S6, SY-S3] two devices make new keys at once, one is killed in it, and the words still open everything', async () => {
  const server = shared();
  const [a, b] = await Promise.all([device('laptop'), device('desktop')]);
  const created = await createVault(a.client, server, 'laptop');
  await join(a.client, b.client, server, 'desktop');
  const texts = Array.from({ length: 30 }, (_, at) => `memory number ${at}`);
  for (const [at, text] of texts.entries()) await save(at % 2 === 0 ? a.client : b.client, text);
  await syncAll(a.client, b.client);
  const [one, two] = await Promise.all([rekey(a.client), rekey(b.client)]);
  expect([one.kg, two.kg].toSorted()).toEqual([2, 3]);
  await kill(b.home);
  await save(a.client, 'saved while it is encrypted again');
  const again = await start(b.home);
  await Promise.all([resealed(a.client, 3), resealed(again, 3)]);
  await syncAll(a.client, again, a.client);
  expect(await contents(again)).toEqual(await contents(a.client));
  expect(await contents(again)).toHaveLength(31);
  expect(filesWith(server.data, ['memory number', 'encrypted again'])).toEqual([]);
  await Promise.all([kill(a.home), kill(b.home)]);
  // The secret is stored neither as words nor as their bytes.
  const { recoveryWords } = created;
  const crypto = await createCrypto({ random: { bytes: (count) => randomBytes(count) } });
  const root = crypto.wordsToRoot(recoveryWords);
  if (!root.ok) throw new Error('the words are none');
  const bytes = Buffer.from(root.value);
  const traces = [recoveryWords.slice(0, 40), bytes.toString('hex'), bytes.toString('base64url')];
  for (const folder of [a.home.paths.home, b.home.paths.home, server.data])
    expect(filesWith(folder, traces)).toEqual([]);
  const c = await device('new');
  const input = { words: created.recoveryWords, server: server.url, name: 'new' };
  expect(await ask(c.client, 'POST', '/v1/vault/recover', input, { timeoutMs: 0 })).toMatchObject({
    memories: 31,
  });
  expect(await find(c.client, 'encrypted again')).toEqual(['saved while it is encrypted again']);
  const { devices } = await askFor(c.client, devicesResult, 'GET', '/v1/devices');
  expect(devices.map(({ name, standing }) => [name, standing])).toEqual([
    ['laptop', 'member'],
    ['desktop', 'member'],
    ['new', 'member'],
  ]);
  // On the same device the words work again only after it has left the vault, and then as a new device.
  expect(await refusal(c.client, 'POST', '/v1/vault/recover', input)).toMatchObject({
    kind: 'already_in_vault',
  });
});

test('[TR-17, TR-4] a revocation seals everything again by itself, and says so when it is done', async () => {
  const server = shared();
  const [a, b, c] = await Promise.all([device('laptop'), device('desktop'), device('phone')]);
  await createVault(a.client, server, 'laptop');
  await join(a.client, b.client, server, 'desktop');
  await join(a.client, c.client, server, 'phone');
  for (const text of ['one', 'two', 'three']) await save(b.client, `memory ${text}`);
  await syncAll(a.client, b.client, c.client);
  const listed = (client: Client) => askFor(client, devicesResult, 'GET', '/v1/devices');
  const phone = (await listed(a.client)).devices.find(({ name }) => name === 'phone');
  expect((await listed(a.client)).reseal).toBeNull();
  await ask(a.client, 'DELETE', `/v1/devices/${phone?.id}`);
  await Promise.all([resealed(a.client, 2), resealed(b.client, 2)]);
  for (const { client } of [a, b])
    expect(await listed(client)).toMatchObject({
      kind: 'sealed',
      reseal: { kg: 2, done: expect.any(Number), isOver: true },
    });
  const keys = JSON.parse(readFileSync(joinPath(b.home.paths.home, 'keys.json'), 'utf8'));
  expect(keys.members.at(-1).fact).toEqual({ kind: 'complete', kg: 2 });
  // A new device accepts only what is under the new key, and that is everything.
  const d = await device('tablet');
  await join(a.client, d.client, server, 'tablet');
  await syncAll(d.client);
  expect(await contents(d.client)).toEqual(await contents(a.client));
  expect((await status(d.client)).sync).toMatchObject({ quarantined: 0, reseal: { isOver: true } });
});

test('[SY-S6] a readable vault has no key to change', async () => {
  const server = shared();
  const { client } = await device('laptop');
  expect(await refusal(client, 'POST', '/v1/vault/rekey', {})).toMatchObject({ kind: 'not_in_vault' });
  await createVault(client, server, 'laptop', { readable: true });
  expect(await refusal(client, 'POST', '/v1/vault/rekey', {})).toMatchObject({ kind: 'invalid_input' });
});

test('[SY-A1] five claims that do not prove the code use an invitation up, for the right device too', async () => {
  const server = shared();
  const a = await device('laptop');
  await createVault(a.client, server, 'laptop');
  const { code } = await invite(a.client);
  // The attacker knows the invitation's id, which the server sees, but not the code.
  const id = await pairingIdOf(code);
  for (let n = 0; n < LIMITS.pairingTriesMax; n++) {
    const claim = { device: guestDevice(n), mac: randomBytes(32).toString('hex') };
    await waitUntil(async () => (await claimBy(server.url, id, claim)) === 'invitation_refused', {
      timeoutMs: 20_000,
      what: `refusal ${n + 1}`,
      everyMs: 200,
    });
  }
  const b = await device('desktop');
  const refused = await joining(b.client, code, server.url);
  expect(refused).toMatchObject({ kind: 'not_allowed', status: 403 });
  expect(refused.message).toMatch(/tried too often.*cairn invite/);
  const fresh = await invite(a.client);
  const input = { code: fresh.code, server: server.url, timeoutS: 30 };
  await ask(b.client, 'POST', '/v1/vault/join', input, { timeoutMs: 0 });
});

test('[SY-A1] a device that was let in and did not hear so gets in by another code; a revoked one does not', async () => {
  const server = shared();
  const a = await device('laptop');
  await createVault(a.client, server, 'laptop');
  const crypto = await cryptoOf();
  const pair = crypto.makeDeviceKeys();
  const shown = crypto.newDevice(deviceId(Date.now(), randomBytes(10)), 'desktop', pair, crypto.makeToken());
  const claimed = async (state: string) => {
    const parsed = crypto.parsePairingCode((await invite(a.client)).code);
    if (parsed === null) throw new Error('the code is one');
    const pairing = crypto.pairing(parsed);
    const claim = { device: shown, mac: pairing.claimMac(shown) };
    await waitUntil(async () => (await claimBy(server.url, pairing.id, claim)) === state, {
      timeoutMs: 20_000,
      what: `the claim to be ${state}`,
      everyMs: 500,
    });
    return { pairing, answer: await claimAt(server.url, pairing.id, claim) };
  };
  // The answer to the first code is lost.
  const first = claimResponse.parse((await claimed('approved')).answer);
  const { pairing, answer } = await claimed('approved');
  const second = claimResponse.parse(answer);
  if (first.state !== 'approved' || second.state !== 'approved') throw new Error('it was not let in');
  expect(second.members).toEqual(first.members);
  const { vault, kind } = second.info;
  const list = crypto.members.read(vault, second.members);
  const at = second.members.findIndex(({ fact }) => fact.kind === 'add' && fact.device.id === shown.id);
  const hash = list.ok ? (list.value.hashes[at] ?? '') : '';
  expect(pairing.isApprovalOf(shown, { vault, kind }, second.keys, hash, second.mac)).toBe(true);
  await ask(a.client, 'DELETE', `/v1/devices/${shown.id}`);
  await claimed('invitation_refused');
});

const cryptoOf = () => createCrypto({ random: { bytes: (count) => new Uint8Array(randomBytes(count)) } });

/** Derives the id as `crypto/pairing` does. The code's alphabet is Crockford's. */
const pairingIdOf = async (code: string): Promise<string> => {
  const crypto = await cryptoOf();
  const parsed = crypto.parsePairingCode(code);
  if (parsed === null) throw new Error('the code is one');
  return crypto.pairing(parsed).id;
};

const guestDevice = (n: number) => ({
  id: `d_0${'0123456789'.charAt(n)}k9x0000000000000000000aa`,
  name: `guest ${n}`,
  boxKey: randomBytes(32).toString('hex'),
  signKey: randomBytes(32).toString('hex'),
  tokenHash: createHash('sha256').update(`guest ${n}`).digest('hex'),
});

const claimBy = async (url: string, id: string, claim: object): Promise<string> => {
  const body = Object(await claimAt(url, id, claim));
  return String(body.kind ?? body.state);
};

const claimAt = async (url: string, id: string, claim: object): Promise<unknown> => {
  const answer = await fetch(`${url}/v1/pairing/${id}/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'Cairn-Protocol': '1' },
    body: JSON.stringify(claim),
  });
  return answer.json();
};
