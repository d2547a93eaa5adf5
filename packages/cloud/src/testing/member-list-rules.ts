/** The rules of the member list as far as the server keeps them, as tests that every store has to pass. [SY-S6] */
import { recoverLookTranscript } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { SyncStore } from '../ports/sync-store.ts';
import { createOperator } from '../services/operator.ts';
import { createMemorySyncStore } from './memory-store.ts';
import { listOf, signEntry } from './sign-members.ts';
import {
  createWorld,
  kindOf,
  newSigningKey,
  openersOf,
  SETUP_TOKEN,
  sealedTo,
  signWith,
  unwrap,
} from './sync-world.ts';

export const memberListRules = (name: string, store: () => SyncStore): void => {
  const { worldOf, vaultOf, pairOf } = openersOf(store, 'list');

  describe(`${name}: member list`, () => {
    test('[SY-S6] it grows by entries that are signed by a member or the words, each after the last', async () => {
      const { world, first, recoveryKey, second } = await pairOf('grows');
      const third = world.newIdentity('third').device;
      const add = (request: Awaited<ReturnType<typeof world.forkRequest>>) =>
        world.server.fork(second.session, request);
      const request = await world.forkRequest(second, third);
      const stranger = newSigningKey().key;
      const fact = { kind: 'add', device: third } as const;
      const forged = await world.entry(first, fact, { by: first.id, key: stranger });
      const outsider = await world.entry(first, fact, {
        by: world.newIdentity('nobody').device.id,
        key: stranger,
      });
      for (const entry of [forged, outsider])
        expect(kindOf(await add({ ...request, entry }))).toBe('malformed');
      const early = { ...request.entry, n: request.entry.n - 1 };
      for (const entry of [early, { ...request.entry, prev: '0'.repeat(64) }])
        expect(kindOf(await add({ ...request, entry }))).toBe('members_conflict');
      expect((await world.present(first)).hashes).toHaveLength(2);
      const byWords = await world.entry(first, fact, { by: 'recovery', key: recoveryKey });
      unwrap(await add({ ...request, entry: byWords }));
      const list = await world.present(second);
      expect(list.members.map(({ device, addedBy }) => [device.id, addedBy])).toEqual([
        [first.id, 'recovery'],
        [second.id, first.id],
        [third.id, 'recovery'],
      ]);
    });

    test('[SY-S6] an entry names the device that it lets in, and another cannot come in on it', async () => {
      const { world, first } = await vaultOf('names');
      const request = await world.forkRequest(first, world.newIdentity('named').device);
      const other = world.newIdentity('other').device;
      expect(kindOf(await world.server.fork(first.session, { ...request, device: other }))).toBe('malformed');
      const changed = { ...request.device, name: 'renamed' };
      expect(kindOf(await world.server.fork(first.session, { ...request, device: changed }))).toBe(
        'malformed',
      );
    });

    test('[SY-A2] two devices that come in at once cannot have one token', async () => {
      const { world, first, info } = await vaultOf('one token');
      const before = await world.present(first);
      const signer = { by: first.id, key: first.signing };
      const [one, other] = [world.newIdentity('one').device, world.newIdentity('other').device];
      const added = signEntry(info.vault, before, signer, { kind: 'add', device: one });
      const { members } = unwrap(await world.server.keyring(first.session));
      const twin = { ...other, tokenHash: one.tokenHash };
      const next = signEntry(info.vault, listOf(info.vault, [...members, added]), signer, {
        kind: 'add',
        device: twin,
      });
      const keys = [one, twin].map(({ id }) => sealedTo(id, 1));
      const request = { entries: [added, next], keys };
      expect(kindOf(await world.server.appendMembers(first.session, request))).toBe('conflict');
      expect((await world.present(first)).members).toHaveLength(1);
    });

    test('[SY-S6, SY-A3] who is revoked signs nobody in, and a revocation stays', async () => {
      const { world, first, second } = await pairOf('revoked');
      const before = await world.entry(second, { kind: 'add', device: world.newIdentity('friend').device });
      unwrap(await world.server.appendMembers(first.session, await world.revocation(first, second.id)));
      const late = { ...before, n: before.n + 1, prev: (await world.present(first)).hashes.at(-1) ?? '' };
      for (const [entry, kind] of [
        [before, 'members_conflict'],
        [late, 'malformed'],
      ] as const)
        expect(kindOf(await world.server.appendMembers(first.session, { entries: [entry], keys: [] }))).toBe(
          kind,
        );
      const again = await world.entry(first, { kind: 'add', device: second.device });
      expect(kindOf(await world.server.appendMembers(first.session, { entries: [again], keys: [] }))).toBe(
        'malformed',
      );
    });

    test('[SY-A3] a revocation and the next generation are one request: both are there, or neither', async () => {
      const { world, first, second } = await pairOf('at once');
      const request = await world.revocationWithGeneration(first, second.id);
      const short = { ...request, keys: request.keys.slice(1) };
      expect(kindOf(await world.server.appendMembers(first.session, short))).toBe('key_generation_conflict');
      expect(kindOf(await world.server.authenticate(second.token))).toBe('ok');
      expect((await world.present(first)).hashes).toHaveLength(2);
      const ring = unwrap(await world.server.appendMembers(first.session, request));
      expect(kindOf(await world.server.authenticate(second.token))).toBe('device_revoked');
      expect(ring.generations.map(({ kg }) => kg)).toEqual([1, 2]);
      expect(unwrap(await world.server.appendMembers(first.session, request))).toEqual(ring);
    });

    test('[SY-S6] a server that was restored is given back the entries that it lost', async () => {
      const { world, first, request, second } = await pairOf('restored');
      const third = await world.join(second, 'third');
      unwrap(
        await world.server.appendMembers(
          first.session,
          await world.revocationWithGeneration(first, third.id),
        ),
      );
      const { members } = unwrap(await world.server.keyring(first.session));
      // The same vault on a store that knows its first entry alone.
      const elsewhere = createWorld(createMemorySyncStore(), 'list/restored');
      unwrap(await elsewhere.server.ensureSetupToken(SETUP_TOKEN));
      unwrap(await elsewhere.server.createVault(SETUP_TOKEN, request));
      const keys = [first.id, second.id, 'recovery'].flatMap((to) => [sealedTo(to, 1), sealedTo(to, 2)]);
      const lost = { entries: members, keys };
      const ring = unwrap(await elsewhere.server.appendMembers(first.session, lost));
      expect(ring.members).toEqual(members);
      expect(ring.generations.map(({ kg }) => kg)).toEqual([1, 2]);
      expect(kindOf(await elsewhere.server.authenticate(second.token))).toBe('ok');
      expect(kindOf(await elsewhere.server.authenticate(third.token))).toBe('device_revoked');
    });

    test('[SY-E1, SY-S6] a change of members is a commit, so a server that lost nothing but that is noticed', async () => {
      const [world, before] = [worldOf('commit'), createWorld(createMemorySyncStore(), `list/commit`)];
      // The same seed makes the same vault, so the other server is this one as it was.
      const [{ first }, { first: past }] = [await world.createVault(), await before.createVault()];
      const ask = { cursor: null, limit: 10, empty: false };
      const { cursor, anchor } = unwrap(await world.server.pull(first.session, ask));
      await world.join(first);
      const next = unwrap(await world.server.pull(first.session, { ...ask, cursor, anchor }));
      expect(next.head).toBe(0);
      expect(next.anchor).not.toBe(anchor);
      const knows = { ...ask, cursor: next.cursor, anchor: next.anchor };
      expect(kindOf(await world.server.pull(first.session, knows))).toBe('ok');
      expect(kindOf(await before.server.pull(past.session, { ...knows, cursor, anchor }))).toBe('ok');
      expect(kindOf(await before.server.pull(past.session, knows))).toBe('epoch_changed');
    });

    test('[SY-S3] the words look first, which uses nothing up, and then come in', async () => {
      const { world, first, request, recoveryKey } = await vaultOf('look');
      const { signKey } = request.recovery;
      const { challenge } = unwrap(await world.server.recovery.challenge(signKey));
      const signature = signWith(recoveryKey, recoverLookTranscript(challenge));
      const look = { step: 'look', signKey, challenge, signature } as const;
      expect(unwrap(await world.server.recovery.look(look))).toMatchObject({ members: [request.entry] });
      const { device } = world.newIdentity('rescued');
      const answer = await world.recovery({ first, recoveryKey }, challenge, device);
      // A signature that was made for looking lets nobody in.
      expect(kindOf(await world.server.recovery.answer({ ...answer, signature }))).toBe('challenge_failed');
      const fresh = unwrap(await world.server.recovery.challenge(signKey)).challenge;
      const good = await world.recovery({ first, recoveryKey }, fresh, device);
      expect(unwrap(await world.server.recovery.answer(good)).members).toHaveLength(2);
    });

    test('[SY-A3] the operator of the server can shut a device out, and no key is kept for it then', async () => {
      const { world, first, info, second } = await pairOf('operator');
      unwrap(await createOperator({ ...world, store: store(), clock: world }).revoke(info.vault, second.id));
      expect(kindOf(await world.server.authenticate(second.token))).toBe('device_revoked');
      const next = await world.generation(first);
      expect(next.keys.map(({ recipient }) => recipient)).toContain(second.id);
      unwrap(await world.server.appendMembers(first.session, next));
      expect(unwrap(await world.server.keyring(second.session)).keys).toEqual([]);
    });
  });
};
