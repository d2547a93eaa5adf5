import { once } from 'node:events';
import { connect } from 'node:net';
import {
  claimResponse,
  devicesResponse,
  digestResponse,
  digestRowsResponse,
  keyringResponse,
  LIMITS,
  MEMBERS_HEADER,
  MEMBERS_VERSION,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  pairingResponse,
  pairingState,
  pullResponse,
  pushResponse,
  RECOVERY,
  recoverChallenge,
  recoverLookTranscript,
  recoverResponse,
  registersResponse,
  statusResponse,
  vaultInfo,
} from '@cairn/schema';
import { waitUntil } from '@cairn/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listenHttp } from './adapters/http-listener.ts';
import { createAppWorld, problemOf } from './testing/app-world.ts';
import { createMemorySyncStore } from './testing/memory-store.ts';
import { signFounding } from './testing/sign-members.ts';
import { createTestDevice, SETUP_TOKEN, sealedTo, signWith, unwrap } from './testing/sync-world.ts';

const json = async (response: Response): Promise<unknown> => response.json();

describe('the wire', () => {
  test('every endpoint answers the shape that schema says', async () => {
    const { request, world, records } = createAppWorld('wire');
    const { first, recoveryKey, request: made } = await world.createVault();
    const { token } = first;

    const again = await request('POST', '/v1/vaults', { token: SETUP_TOKEN, body: made });
    expect(again.status).toBe(201);
    const info = vaultInfo.parse(await json(again));

    const items = [world.newItem(first.id)];
    const body = { epoch: info.epoch, anchor: info.anchor, pushNo: 1, items };
    expect(pushResponse.parse(await json(await request('POST', '/v1/push', { token, body })))).toMatchObject({
      head: 1,
    });
    const page = pullResponse.parse(await json(await request('GET', '/v1/pull?limit=10&empty=1', { token })));
    expect(page.items).toMatchObject(items);
    const next = pullResponse.parse(
      await json(await request('GET', `/v1/pull?cursor=${page.cursor}`, { token })),
    );
    expect(next).toMatchObject({ items: [], hasMore: false, high: 1 });

    const digest = digestResponse.parse(await json(await request('GET', '/v1/digest?above=0', { token })));
    expect(digest).toMatchObject({ ranges: [{ from: '', count: 1 }], head: 1, epoch: info.epoch });
    const rows = digestRowsResponse.parse(await json(await request('GET', '/v1/digest/rows', { token })));
    expect(rows).toMatchObject({ rows: [{ entity: items[0]?.entity, seq: 1 }], more: false });
    const names = { registers: rows.rows.map(({ entity, facet }) => ({ entity, facet })) };
    const named = await request('POST', '/v1/registers', { token, body: names });
    expect(registersResponse.parse(await json(named))).toMatchObject({ items, more: false });

    const id = world.newPairingId();
    const invited = await request('POST', '/v1/pairing', { token, body: { id } });
    expect([invited.status, pairingResponse.parse(await json(invited)).id]).toEqual([201, id]);
    const second = world.newIdentity('second');
    const claim = { device: second.device, mac: world.newMac() };
    const claimed = () => request('POST', `/v1/pairing/${id}/claim`, { body: claim });
    expect(claimResponse.parse(await json(await claimed())).state).toBe('waiting');
    const seen = await request('GET', `/v1/pairing/${id}`, { token });
    expect(pairingState.parse(await json(seen)).claim).toEqual(claim);
    const approval = await world.approval(first, second.device, world.newMac());
    const approved = await request('POST', `/v1/pairing/${id}/approve`, { token, body: approval });
    expect(pairingState.parse(await json(approved)).approved).toBe(true);
    expect(claimResponse.parse(await json(await claimed())).state).toBe('approved');

    const ring = keyringResponse.parse(
      await json(await request('GET', '/v1/keyring', { token: second.token })),
    );
    expect(ring.keys).toHaveLength(1);
    const copy = world.newIdentity('copy');
    const joined = createTestDevice(world.server, second, info);
    const forked = await world.forkRequest(joined, copy.device);
    const fork = await request('POST', '/v1/devices/fork', { token: second.token, body: forked });
    expect([fork.status, vaultInfo.parse(await json(fork)).head]).toEqual([201, 1]);
    const listed = await request('GET', '/v1/devices', { token });
    expect(
      devicesResponse
        .parse(await json(listed))
        .devices.map(({ name }) => name)
        .sort(),
    ).toEqual(['copy', 'first', 'second']);
    const revocation = await world.revocation(first, copy.device.id);
    const gone = await request('POST', '/v1/members', { token, body: revocation });
    expect(keyringResponse.parse(await json(gone)).members).toHaveLength(4);
    const generation = await world.generation(first);
    const rekeyed = await request('POST', '/v1/members', { token, body: generation });
    expect(keyringResponse.parse(await json(rekeyed)).generations).toHaveLength(2);
    const status = statusResponse.parse(await json(await request('GET', '/v1/status', { token })));
    expect(status).toMatchObject({ head: 1, kg: 2, registers: 1, tombstones: 0 });

    const { signKey } = made.recovery;
    const asked = await request('POST', '/v1/recover', { body: { step: 'challenge', signKey } });
    const { challenge } = recoverChallenge.parse(await json(asked));
    const look = {
      step: 'look',
      signKey,
      challenge,
      signature: signWith(recoveryKey, recoverLookTranscript(challenge)),
    };
    const looked = recoverResponse.parse(await json(await request('POST', '/v1/recover', { body: look })));
    expect(looked.members).toHaveLength(5);
    const rescued = world.newIdentity('rescued').device;
    const answer = await world.recovery({ first, recoveryKey }, challenge, rescued);
    const recovered = await request('POST', '/v1/recover', { body: answer });
    expect(recoverResponse.parse(await json(recovered)).keys.map(({ kg }) => kg)).toEqual([1, 2]);
    expect(records.every((record) => record.status < 300)).toBe(true);
    for (const facet of ['a\0b', '\ud800']) {
      const body = { registers: [{ entity: rows.rows[0]?.entity, facet }] };
      expect(await problemOf(await request('POST', '/v1/registers', { token, body }))).toMatchObject({
        status: 400,
        kind: 'malformed',
      });
    }
    for (const wrong of ['/v1/digest?above=-1', '/v1/digest?above=x', '/v1/digest/rows?limit=5'])
      expect((await request('GET', wrong, { token })).status).toBe(400);
  });

  test('[SY-C2] every answer carries the time of the server, refusals included', async () => {
    const { request, world } = createAppWorld('time');
    const paths = ['/healthz', '/readyz', '/v1/status', '/v1/nothing', '/nothing'];
    world.advance(77);
    for (const path of paths) {
      expect(await json(await request('GET', path))).toMatchObject({ serverTime: world.nowMs() });
    }
  });

  test('a refusal is a problem document with a kind', async () => {
    const { request } = createAppWorld('problems');
    const response = await request('GET', '/v1/status');
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    const { status, kind, document } = await problemOf(response);
    expect([status, kind]).toEqual([401, 'unauthorized']);
    expect(document).toMatchObject({ type: 'urn:cairn:problem:unauthorized', status: 401 });
    expect(await problemOf(await request('GET', '/nowhere'))).toMatchObject({
      status: 404,
      kind: 'not_found',
    });
  });

  test('[TR-16] a program that cannot read an entry of the member list is told to update, and no other', async () => {
    const { request, world } = createAppWorld('members');
    const { first } = await world.createVault();
    const { token } = first;
    const later = { token, headers: { [MEMBERS_HEADER]: String(MEMBERS_VERSION) } };
    const plain = await world.generation(first);
    expect((await request('POST', '/v1/members', { token, body: plain })).status).toBe(200);
    expect((await request('GET', '/v1/keyring', { token })).status).toBe(200);
    const complete = { entries: [await world.entry(first, { kind: 'complete', kg: 2 })], keys: [] };
    expect((await request('POST', '/v1/members', { ...later, body: complete })).status).toBe(200);
    expect(await problemOf(await request('GET', '/v1/keyring', { token }))).toMatchObject({
      status: 426,
      kind: 'protocol_too_old',
    });
    expect((await request('GET', '/v1/keyring', later)).status).toBe(200);
    const latest = { token, headers: { [MEMBERS_HEADER]: String(MEMBERS_VERSION + 1) } };
    expect((await request('GET', '/v1/keyring', latest)).status).toBe(200);
  });

  test('the protocol is checked first, then the token, then the size, then the shape', async () => {
    const { request, world } = createAppWorld('checks');
    const { first } = await world.createVault();
    const { token } = first;
    const large = new Uint8Array(LIMITS.pushBodyBytesMax + 1);
    const old = { 'Cairn-Protocol': '0' };
    const kindOf = async (response: Response) => (await problemOf(response)).kind;
    expect(await problemOf(await request('POST', '/v1/push', { body: large, headers: old }))).toMatchObject({
      status: 426,
      kind: 'protocol_too_old',
    });
    expect(await kindOf(await request('POST', '/v1/push', { body: large }))).toBe('unauthorized');
    expect(await kindOf(await request('POST', '/v1/push', { token, body: large }))).toBe('too_large');
    expect(await kindOf(await request('POST', '/v1/push', { token, body: { odd: 1 } }))).toBe('malformed');
    expect(await kindOf(await request('POST', '/v1/pairing', { token, body: { id: 'short' } }))).toBe(
      'malformed',
    );
    expect(await kindOf(await request('GET', '/v1/pull?limit=0', { token }))).toBe('malformed');
    expect(await kindOf(await request('GET', '/v1/pull?limit=1&odd=1', { token }))).toBe('malformed');
    expect(await kindOf(await request('GET', '/v1/pull?cursor=AAAA', { token }))).toBe('malformed');
    expect(await kindOf(await request('GET', '/v1/pairing/zz', { token }))).toBe('malformed');
    const { device } = world.newIdentity('name');
    const claim = { device: { ...device, name: 'not\0kept' }, mac: world.newMac() };
    const claimed = await request('POST', `/v1/pairing/${world.newPairingId()}/claim`, { body: claim });
    expect(await kindOf(claimed)).toBe('malformed');
    expect(
      await kindOf(await request('POST', '/v1/members', { token, body: { entries: [], keys: [] } })),
    ).toBe('malformed');
    const small = new Uint8Array(LIMITS.bodyBytesMax + 1);
    expect(await kindOf(await request('POST', '/v1/vaults', { token: SETUP_TOKEN, body: small }))).toBe(
      'too_large',
    );
  });

  test('[SY-A3] a revoked device is told so', async () => {
    const { request, world, records } = createAppWorld('revoked');
    const { first } = await world.createVault();
    const second = await world.join(first);
    await request('POST', '/v1/members', {
      token: first.token,
      body: await world.revocation(first, second.id),
    });
    const refused = await problemOf(await request('GET', '/v1/pull', { token: second.token }));
    expect(refused).toMatchObject({ status: 403, kind: 'device_revoked' });
    expect(refused.document).not.toHaveProperty('session');
    expect(records.at(-1)).toMatchObject({ status: 403, vault: first.session.vault, device: second.id });
  });

  test('[SY-E1] the problem of a new epoch names it', async () => {
    const { request, world } = createAppWorld('epoch');
    const { first } = await world.createVault();
    const items = [world.newItem(first.id)];
    const body = { epoch: first.epoch(), anchor: `5.${'00'.repeat(16)}`, pushNo: 1, items };
    const refused = await problemOf(await request('POST', '/v1/push', { token: first.token, body }));
    const { epoch } = unwrap(await world.server.status(first.session));
    expect(epoch).not.toBe(first.epoch());
    expect(refused).toMatchObject({ status: 409, kind: 'epoch_changed', document: { epoch } });
  });
});

describe('operations', () => {
  test('a server whose database is away is live, not ready, and says when to come back', async () => {
    const inner = createMemorySyncStore();
    const away = { ok: false, error: { kind: 'unavailable', reason: 'the disk is full' } } as const;
    const store = {
      ...inner,
      read: async () => away,
      transaction: async () => away,
      single: async () => away,
    };
    const { request, records } = createAppWorld('away', { store, whyNotReady: async () => 'It is away.' });
    expect((await request('GET', '/healthz')).status).toBe(200);
    expect((await request('GET', '/readyz')).status).toBe(503);
    const response = await request('GET', '/v1/status', { token: 'some-token' });
    expect(response.headers.get('Retry-After')).toBe('1');
    const refused = await problemOf(response);
    expect(refused.kind).toBe('unavailable');
    // The cause is for the log alone.
    expect(JSON.stringify(refused.document)).not.toContain('disk');
    expect(records.at(-1)?.reason).toBe('the disk is full');
  });

  test('a bug is logged, and answered without its text', async () => {
    const store = {
      ...createMemorySyncStore(),
      read: async () => {
        throw new Error('a secret of the database');
      },
    };
    const { request, failures } = createAppWorld('bug', { store });
    const refused = await problemOf(await request('GET', '/v1/status', { token: 'some-token' }));
    expect(refused).toMatchObject({ status: 500, kind: 'internal' });
    expect(JSON.stringify(refused.document)).not.toContain('secret');
    expect(failures).toHaveLength(1);
  });

  test('[OP-3] the access log holds patterns and kinds, never tokens, ids that open something, or content', async () => {
    const { request, world, records } = createAppWorld('log');
    const { first, request: made } = await world.createVault();
    const id = world.newPairingId();
    await request('POST', '/v1/pairing', { token: first.token, body: { id } });
    await request('GET', `/v1/pairing/${id}`, { token: first.token });
    const { cursor } = pullResponse.parse(
      await json(await request('GET', '/v1/pull', { token: first.token })),
    );
    await request('GET', `/v1/pull?cursor=${cursor}`, { token: first.token });
    await request('POST', '/v1/vaults', { token: SETUP_TOKEN, body: made });
    await request('GET', '/v1/status', { token: 'a-wrong-token' });
    expect(records.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
      'POST /v1/pairing 201',
      'GET /v1/pairing/:id 200',
      'GET /v1/pull 200',
      'GET /v1/pull 200',
      'POST /v1/vaults 201',
      'GET /v1/status 401',
    ]);
    const text = JSON.stringify(records);
    for (const secret of [first.token, first.device.tokenHash, id, cursor, SETUP_TOKEN, 'a-wrong-token']) {
      expect(text).not.toContain(secret);
    }
    expect(records[0]).toMatchObject({ device: first.id, vault: made.vault });
  });

  test('[OP-3] a request keeps the id that it came with, if it is a plain one, and hears it in the answer', async () => {
    const { request, records } = createAppWorld('request-ids');
    const answered = async (given: string | null) => {
      const headers: Record<string, string> = given === null ? {} : { 'X-Request-Id': given };
      const id = (await request('GET', '/healthz', { headers })).headers.get('X-Request-Id');
      expect(records.at(-1)?.requestId).toBe(id);
      return id;
    };
    expect(await answered('proxy-17_a=b')).toBe('proxy-17_a=b');
    expect(await answered('a'.repeat(48))).toBe('a'.repeat(48));
    const made = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
    // Nothing, too long (a token of a device is), and what could forge a line or a field of the log.
    for (const given of [null, 'a'.repeat(49), 'f'.repeat(64), 'two words', '{"level":"error"}']) {
      expect(await answered(given)).toMatch(made);
    }
    const refused = async (path: string) => {
      const { status, headers } = await request('GET', path, { headers: { 'X-Request-Id': 'proxy-18' } });
      return [status, headers.get('X-Request-Id')];
    };
    expect(await refused('/nowhere')).toEqual([404, 'proxy-18']);
    expect(await refused('/v1/status')).toEqual([401, 'proxy-18']);
  });
});

test('[SY-C2] a client that leaves in the middle of a push is no bug of the server', async () => {
  const { app, records, failures, world } = createAppWorld('leaves');
  const { first } = await world.createVault();
  const listening = await listenHttp(app, { host: '127.0.0.1', port: 0 });
  if (!listening.ok) throw new Error(listening.error);
  const listener = listening.value;
  onTestFinished(() => listener.stop(0));
  const socket = connect(listener.port, '127.0.0.1');
  const head = ['POST /v1/push HTTP/1.1', 'Host: x', `${PROTOCOL_HEADER}: ${PROTOCOL_VERSION}`];
  socket.write(
    [...head, `Authorization: Bearer ${first.token}`, 'Content-Length: 1000', '', '{'].join('\r\n'),
  );
  await once(socket, 'connect');
  setTimeout(() => socket.destroy(), 100);
  await waitUntil(() => records.length > 0, { timeoutMs: 20_000, what: 'the record', everyMs: 5 });
  expect(failures).toEqual([]);
  expect(records[0]).toMatchObject({ status: 400, problem: 'malformed' });
});

describe('limits', () => {
  test('[SY-A5] an address that tries wrong codes too often has to wait', async () => {
    const { request, world } = createAppWorld('failures', { limits: { failuresPerAddressPerMinute: 3 } });
    const claim = async (address: string) => {
      const body = { device: world.newIdentity('x').device, mac: world.newMac() };
      const headers = { 'X-Test-Address': address };
      return request('POST', `/v1/pairing/${world.newPairingId()}/claim`, { body, headers });
    };
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await claim('192.0.2.7')).status);
    expect(statuses).toEqual([404, 404, 404, 404, 429, 429]);
    const limited = await claim('192.0.2.7');
    const after = Number(limited.headers.get('Retry-After'));
    expect(after).toBeGreaterThan(0);
    expect((await problemOf(limited)).document).toMatchObject({ kind: 'rate_limited', retryAfterS: after });
    expect((await claim('192.0.2.8')).status).toBe(404);
  });

  test('[SY-A5] wrong tokens are counted by address, and stop no device with a right one', async () => {
    const { request, world } = createAppWorld('tokens', { limits: { failuresPerAddressPerMinute: 2 } });
    const { first } = await world.createVault();
    const second = await world.join(first);
    const statuses = [];
    for (const token of [first.token, 'w1', 'w2', 'w3', first.token, second.token])
      statuses.push((await request('GET', '/v1/status', { token })).status);
    // The second was not heard of before: its token could be a guess.
    expect(statuses).toEqual([200, 401, 401, 429, 200, 429]);
  });

  test('[SY-A5] a device that asks too often has to wait, another has not', async () => {
    const { request, world } = createAppWorld('device', { limits: { perDevicePerMinute: 2 } });
    const { first } = await world.createVault();
    const second = await world.join(first);
    const statuses = [];
    for (const { token } of [first, first, first, second])
      statuses.push((await request('GET', '/v1/status', { token })).status);
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  test('[SY-A5] a device of another vault that took the same id uses up nothing', async () => {
    const { request, world } = createAppWorld('namesake', { limits: { perDevicePerMinute: 2 } });
    const { first } = await world.createVault();
    const { identity, recoveryKey, request: made } = world.vaultRequest();
    const device = { ...identity.device, id: first.id };
    const keys = [sealedTo(first.id, 1), sealedTo(RECOVERY, 1)];
    const body = signFounding({ ...made, device, keys }, recoveryKey);
    expect((await request('POST', '/v1/vaults', { token: SETUP_TOKEN, body })).status).toBe(201);
    const statuses = [];
    for (const { token } of [identity, identity, identity, first])
      statuses.push((await request('GET', '/v1/status', { token })).status);
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  test('[SY-A5] requests without a token are limited as a whole', async () => {
    const { request, world } = createAppWorld('open', { limits: { openPerAddressPerMinute: 2 } });
    const { request: made } = await world.createVault();
    const ask = () =>
      request('POST', '/v1/recover', { body: { step: 'challenge', signKey: made.recovery.signKey } });
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
  });
});
