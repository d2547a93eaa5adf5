/** The rules of vaults, pairing, keys, revocation and recovery, as tests that every store has to pass. */
import { LIMITS, type MembersRequest, recoverTranscript } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { SyncStore } from '../ports/sync-store.ts';
import { signFounding } from './sign-members.ts';
import {
  itemOf,
  kindOf,
  newSigningKey,
  openersOf,
  SETUP_TOKEN,
  sealedTo,
  signWith,
  unwrap,
} from './sync-world.ts';

export const memberRules = (name: string, store: () => SyncStore): void => {
  const { worldOf, vaultOf, pairOf } = openersOf(store, 'members');

  describe(`${name}: pairing`, () => {
    test('[SY-A1] an invitation is claimed, approved by the inviter, and hands over the sealed keys', async () => {
      const { world, first, info } = await vaultOf('pairing');
      const id = world.newPairingId();
      const { expiresAt } = unwrap(await world.server.invite(first.session, id));
      expect(expiresAt).toBe(world.nowMs() + LIMITS.pairingMsMax);
      const { device, token } = world.newIdentity('second');
      const claim = { device, mac: world.newMac() };
      expect(unwrap(await world.server.claim(id, claim))).toMatchObject({
        state: 'waiting',
        inviter: 'first',
        expiresAt,
      });
      expect(world.hints.published.at(-1)).toEqual({
        vault: info.vault,
        hint: { kind: 'pairing', id },
        audience: { kind: 'only', device: first.id },
      });
      expect(unwrap(await world.server.pairingState(first.session, id))).toMatchObject({
        claim,
        approved: false,
        triesLeft: 5,
      });
      expect(kindOf(await world.server.authenticate(token))).toBe('unauthorized');
      const mac = world.newMac();
      const answer = await world.approval(first, device, mac);
      const keys = [sealedTo(device.id, 1)];
      unwrap(await world.server.answerClaim(first.session, id, answer));
      expect(unwrap(await world.server.answerClaim(first.session, id, answer)).approved).toBe(true);
      const approved = unwrap(await world.server.claim(id, claim));
      expect(approved).toMatchObject({ state: 'approved', keys, mac, info: { vault: info.vault, head: 0 } });
      expect(unwrap(await world.server.claim(id, claim))).toEqual(approved);
      expect(unwrap(await world.server.authenticate(token)).device).toBe(device.id);
    });

    test('[SY-A1] an invitation lasts ten minutes', async () => {
      const { world, first } = await vaultOf('expiry');
      const id = world.newPairingId();
      unwrap(await world.server.invite(first.session, id));
      const claim = () => ({ device: world.newIdentity('late').device, mac: world.newMac() });
      expect(kindOf(await world.server.claim(world.newPairingId(), claim()))).toBe('invitation_unknown');
      world.advance(LIMITS.pairingMsMax);
      const intime = claim();
      expect(kindOf(await world.server.claim(id, intime))).toBe('ok');
      world.advance(1);
      expect(kindOf(await world.server.claim(id, claim()))).toBe('invitation_expired');
      const answer = await world.approval(first, intime.device, world.newMac());
      expect(kindOf(await world.server.answerClaim(first.session, id, answer))).toBe('invitation_expired');
    });

    test('[SY-A1] a claim that the inviter rejects is refused, and the fifth ends the invitation', async () => {
      const { world, first } = await vaultOf('tries');
      const id = world.newPairingId();
      unwrap(await world.server.invite(first.session, id));
      for (let left = LIMITS.pairingTriesMax - 1; left >= 0; left -= 1) {
        const claim = { device: world.newIdentity('wrong').device, mac: world.newMac() };
        unwrap(await world.server.claim(id, claim));
        const answer = { kind: 'reject', device: claim.device.id } as const;
        expect(unwrap(await world.server.answerClaim(first.session, id, answer))).toMatchObject({
          triesLeft: left,
          claim: null,
        });
        expect(kindOf(await world.server.claim(id, claim))).toBe('invitation_refused');
      }
      const right = { device: world.newIdentity('right').device, mac: world.newMac() };
      expect(kindOf(await world.server.claim(id, right))).toBe('invitation_refused');
    });

    test('[SY-A1] only the inviter sees and answers claims, and only the one that waits', async () => {
      const { world, first, second } = await pairOf('inviter');
      const other = await world.createVault();
      const id = world.newPairingId();
      unwrap(await world.server.invite(first.session, id));
      const claim = { device: world.newIdentity('third').device, mac: world.newMac() };
      unwrap(await world.server.claim(id, claim));
      for (const stranger of [second, other.first]) {
        expect(kindOf(await world.server.pairingState(stranger.session, id))).toBe('invitation_unknown');
        const answer = { kind: 'reject', device: claim.device.id } as const;
        expect(kindOf(await world.server.answerClaim(stranger.session, id, answer))).toBe(
          'invitation_unknown',
        );
      }
      expect(kindOf(await world.server.invite(other.first.session, id))).toBe('conflict');
      const racer = { device: world.newIdentity('racer').device, mac: world.newMac() };
      expect(kindOf(await world.server.claim(id, racer))).toBe('invitation_refused');
      const renamed = { device: { ...claim.device, name: 'another name' }, mac: world.newMac() };
      unwrap(await world.server.claim(id, renamed));
      const raced = await world.approval(first, racer.device, world.newMac());
      expect(kindOf(await world.server.answerClaim(first.session, id, raced))).toBe('conflict');
      const now = await world.approval(first, renamed.device, world.newMac());
      unwrap(await world.server.answerClaim(first.session, id, now));
      expect(kindOf(await world.server.claim(id, racer))).toBe('invitation_refused');
    });

    test('[SY-A1] of the invitations of a device the newest are stored, and no more', async () => {
      const { world, first, second } = await pairOf('invitations');
      const invite = async (session: typeof first.session): Promise<string> => {
        const id = world.newPairingId();
        world.advance(1);
        unwrap(await world.server.invite(session, id));
        return id;
      };
      const other = await invite(second.session);
      const ids: string[] = [];
      for (let n = 0; n < LIMITS.pairingsPerDeviceMax + 1; n += 1) ids.push(await invite(first.session));
      const kinds = await Promise.all(
        ids.map(async (id) => kindOf(await world.server.pairingState(first.session, id))),
      );
      expect(kinds).toEqual(['invitation_unknown', ...ids.slice(1).map(() => 'ok')]);
      expect(kindOf(await world.server.pairingState(second.session, other))).toBe('ok');
    });

    test('[SY-A5] a vault has so many devices and no more', async () => {
      const { world, first } = await vaultOf('many');
      const fork = async () => {
        const { device } = world.newIdentity('more');
        return world.server.fork(first.session, await world.forkRequest(first, device));
      };
      for (let count = 1; count < LIMITS.devicesPerVaultMax; count += 1) unwrap(await fork());
      expect(kindOf(await fork())).toBe('malformed');
    });
  });

  describe(`${name}: devices and keys`, () => {
    test('[SY-A2] a token is known by its SHA-256 alone, and another is unauthorized', async () => {
      const { world, first } = await vaultOf('tokens');
      expect(unwrap(await world.server.authenticate(first.token))).toEqual(first.session);
      const wrong = [
        null,
        '',
        first.device.tokenHash,
        first.token.toUpperCase(),
        `${first.token}0`,
        'x'.repeat(10_000),
      ];
      for (const token of wrong) expect(kindOf(await world.server.authenticate(token))).toBe('unauthorized');
    });

    test('[SY-A3] a revoked device is refused everywhere at once, and its stream is told', async () => {
      const { world, first, info, second } = await pairOf('revoke');
      const id = world.newPairingId();
      unwrap(await world.server.invite(second.session, id));
      const revocation = await world.revocation(first, second.id);
      unwrap(await world.server.appendMembers(first.session, revocation));
      expect(world.hints.published.at(-2)).toEqual({
        vault: info.vault,
        hint: { kind: 'revoked' },
        audience: { kind: 'only', device: second.id },
      });
      expect(kindOf(await world.server.authenticate(second.token))).toBe('device_revoked');
      const item = world.newItem(second.id);
      expect(kindOf(await second.push([item]))).toBe('device_revoked');
      const claim = { device: world.newIdentity('guest').device, mac: world.newMac() };
      expect(kindOf(await world.server.claim(id, claim))).toBe('invitation_unknown');
      unwrap(await world.server.appendMembers(first.session, revocation));
      const { devices } = unwrap(await world.server.status(first.session));
      expect(devices.map((device) => device.revokedAt)).toEqual([null, world.nowMs()]);
      const other = await world.createVault();
      const foreign = await world.revocation(first, other.first.id);
      expect(kindOf(await world.server.appendMembers(first.session, foreign))).toBe('malformed');
    });

    test('[SY-A3, SY-S6] the next generation is made by compare-and-swap, for every live device', async () => {
      const { world, first, second } = await pairOf('generations');
      const add = (body: MembersRequest) => world.server.appendMembers(first.session, body);
      const early = await world.generation(first);
      for (const missing of early.keys)
        expect(kindOf(await add({ ...early, keys: early.keys.filter((key) => key !== missing) }))).toBe(
          'key_generation_conflict',
        );
      unwrap(await add(await world.revocation(first, second.id)));
      expect(kindOf(await add(early))).toBe('members_conflict');
      world.advance(50);
      const right = await world.generation(first);
      const ring = unwrap(await add(right));
      expect(ring.generations.map(({ kg, endedAt }) => ({ kg, endedAt }))).toEqual([
        { kg: 1, endedAt: world.nowMs() },
        { kg: 2, endedAt: null },
      ]);
      expect(ring.keys.map((key) => key.kg)).toEqual([1, 2]);
      expect(unwrap(await add(right))).toEqual(ring);
      const next = await world.generation(first, 'b3RoZXI');
      const stranger = [...next.keys, sealedTo(second.id, 3)];
      expect(kindOf(await add({ ...next, keys: stranger }))).toBe('malformed');
      expect(unwrap(await world.server.status(first.session)).kg).toBe(2);
    });

    test('[SY-S4] the verifier of every generation is served with the keys', async () => {
      const { world, first, request, info } = await vaultOf('verifier');
      const { verifier } = request.generation;
      expect(info.generations).toEqual([{ kg: 1, verifier, endedAt: null }]);
      expect(unwrap(await world.server.keyring(first.session))).toMatchObject({
        generations: [{ kg: 1, verifier }],
        keys: [sealedTo(first.id, 1)],
        members: [request.entry],
      });
    });

    test('one vault can neither see nor affect another', async () => {
      const world = worldOf('apart');
      const [a, b] = [await world.createVault(), await world.createVault()];
      const entity = world.newMemory();
      unwrap(await a.first.push([itemOf({ entity, hlc: world.stamp(a.first.id) })]));
      expect(await b.first.pullAll()).toEqual([]);
      unwrap(await b.first.push([itemOf({ entity, facet: 'gone', hlc: world.stamp(b.first.id) })]));
      expect((await a.first.pullAll()).map((item) => item.facet)).toEqual(['body']);
      const foreign = await world.server.pull(b.first.session, {
        cursor: a.first.cursor(),
        limit: 10,
        empty: false,
      });
      expect(kindOf(foreign)).toBe('epoch_changed');
      expect(unwrap(await world.server.status(b.first.session)).devices).toHaveLength(1);
    });
  });

  describe(`${name}: vaults and recovery`, () => {
    test('[SY-S1] a vault is sealed or readable, and stays that', async () => {
      const world = worldOf('kinds');
      for (const kind of ['sealed', 'readable'] as const) {
        const { info, first } = await world.createVault(kind);
        expect(info).toMatchObject({ kind, head: 0, generations: [{ kg: kind === 'sealed' ? 1 : 0 }] });
        expect(unwrap(await world.server.status(first.session)).kind).toBe(kind);
      }
    });

    test('[SY-S3] a vault is made with keys for its first device and for recovery, and once', async () => {
      const { world, request, info, recoveryKey } = await vaultOf('create');
      expect(unwrap(await world.server.createVault(SETUP_TOKEN, request))).toEqual(info);
      const { request: next, recoveryKey: key } = world.vaultRequest();
      const create = (change: object, by = key) =>
        world.server.createVault(SETUP_TOKEN, signFounding({ ...next, ...change }, by));
      expect(kindOf(await create({ keys: [sealedTo(next.device.id, 1)] }))).toBe('malformed');
      expect(kindOf(await create({ generation: { kg: 0, verifier: 'dg' } }))).toBe('malformed');
      expect(kindOf(await create({}, recoveryKey))).toBe('malformed');
      expect(kindOf(await world.server.createVault(SETUP_TOKEN, { ...next, entry: request.entry }))).toBe(
        'malformed',
      );
      expect(kindOf(await create({ vault: request.vault }))).toBe('conflict');
      expect(kindOf(await create({ recovery: request.recovery }, recoveryKey))).toBe('conflict');
      const stolen = { ...next.device, tokenHash: request.device.tokenHash };
      expect(kindOf(await create({ device: stolen }))).toBe('conflict');
    });

    test('[SY-S3] the recovery key proves itself by a challenge that is good once, for five minutes', async () => {
      const { world, first, request, recoveryKey, info } = await vaultOf('recover');
      const { signKey } = request.recovery;
      const challenge = async () => unwrap(await world.server.recovery.challenge(signKey)).challenge;
      const { device, token } = world.newIdentity('rescued');
      const answerTo = async (text: string, change = {}) =>
        world.server.recovery.answer({
          ...(await world.recovery({ first, recoveryKey }, text, device)),
          ...change,
        });
      const wrongly = { signature: signWith(newSigningKey().key, recoverTranscript('00', device)) };
      expect(kindOf(await answerTo(await challenge(), wrongly))).toBe('challenge_failed');
      const other = { ...device, name: 'another' };
      expect(kindOf(await answerTo(await challenge(), { device: other }))).toBe('challenge_failed');
      expect(kindOf(await answerTo('00'.repeat(32)))).toBe('challenge_failed');
      const late = await challenge();
      world.advance(LIMITS.recoverChallengeMsMax + 1);
      expect(kindOf(await answerTo(late))).toBe('challenge_failed');
      const good = await challenge();
      expect(unwrap(await answerTo(good))).toMatchObject({
        info: { vault: info.vault },
        keys: [sealedTo('recovery', 1)],
      });
      expect(kindOf(await answerTo(good))).toBe('challenge_failed');
      expect(unwrap(await world.server.authenticate(token)).device).toBe(device.id);
    });

    test('[SY-S3] nobody can ask which recovery keys exist', async () => {
      const world = worldOf('oracle');
      const unknown = newSigningKey();
      const { challenge } = unwrap(await world.server.recovery.challenge(unknown.publicHex));
      const { device } = world.newIdentity('nobody');
      const signature = signWith(unknown.key, recoverTranscript(challenge, device));
      const { first } = await world.createVault();
      const own = await world.recovery({ first, recoveryKey: unknown.key }, challenge, device);
      const answer = { ...own, signKey: unknown.publicHex, signature };
      const look = { step: 'look', signKey: unknown.publicHex, challenge, signature } as const;
      expect(kindOf(await world.server.recovery.look(look))).toBe('challenge_failed');
      expect(kindOf(await world.server.recovery.answer(answer))).toBe('challenge_failed');
    });
  });
};
