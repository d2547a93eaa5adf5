import { deviceId, type KeyringResponse, type MemberEntry, vaultId } from '@cairn/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Crypto, createCrypto } from '../../crypto/create-crypto.ts';
import type { VaultSecrets } from '../../ports/keyring.ts';
import { beginningAt } from '../../sync/generation-bounds.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { checkKeyring } from './check-keyring.ts';
import { planFounding } from './found-vault.ts';
import { planAdmission, planFarewell, planReturn, planSuccession, signerOf } from './plan-members.ts';

const SINCE = beginningAt(0);

const random = createSeededRandom('keyring');
let crypto: Crypto;
beforeAll(async () => {
  crypto = await createCrypto({ random });
});

const newDevice = (name: string) => {
  const [pair, token] = [crypto.makeDeviceKeys(), crypto.makeToken()];
  const id = deviceId(1, random.bytes(10));
  return { pair, token, shown: crypto.newDevice(id, name, pair, token) };
};

const found = () => {
  const { pair, token, shown } = newDevice('laptop');
  const vault = { vault: vaultId(1, random.bytes(10)), kind: 'sealed', salt: crypto.makeSalt() } as const;
  const device = { ...pair, device: { id: shown.id, name: shown.name }, token };
  return planFounding(crypto, vault, device, crypto.makeRoot()).secrets;
};

/** Makes the secrets of another device that `inviter` admits, and the inviter's secrets with its entry. */
const admit = (inviter: VaultSecrets, name = 'desktop') => {
  const { pair, token, shown } = newDevice(name);
  const { entry, keys } = planAdmission(crypto, inviter, signerOf(inviter), shown);
  const members = [...inviter.members, entry];
  const joined: VaultSecrets = {
    ...inviter,
    ...pair,
    token,
    device: { id: shown.id, name },
    members,
  };
  return { joined, inviter: { ...inviter, members }, entry, keys };
};

const answerOf = (members: readonly MemberEntry[], keys: KeyringResponse['keys'] = []): KeyringResponse => ({
  generations: [],
  keys,
  members: [...members],
  serverTime: 0,
});

const refusalOf = (secrets: VaultSecrets, answer: KeyringResponse) => {
  const checked = checkKeyring(secrets, answer, crypto, SINCE);
  return checked.ok ? 'accepted' : checked.error.kind;
};

describe('keys', () => {
  test('[SY-S4, SY-S6] a new generation that holds against its signed verifier is taken on', () => {
    const { joined, inviter } = admit(found());
    const { request, secrets } = planSuccession(crypto, inviter, { revoke: null, since: SINCE });
    const checked = checkKeyring(joined, answerOf(secrets.members, request.keys.slice(1, 2)), crypto, SINCE);
    expect(checked).toMatchObject({
      ok: true,
      value: { secrets: { kg: 2, keys: secrets.keys, members: secrets.members }, lost: [] },
    });
  });

  test('[SY-S4] a key of ours that does not hold is refused, and so is one of another vault, kind, salt or key', () => {
    const { joined, inviter } = admit(found());
    const { request, secrets } = planSuccession(crypto, inviter, { revoke: null, since: SINCE });
    const answer = answerOf(secrets.members, request.keys.slice(1, 2));
    const wrong = { ...joined, keys: [{ kg: 1, key: '00'.repeat(32) }] };
    expect(refusalOf(wrong, answer)).toBe('wrong_key');
    const { vault, kind, salt } = joined;
    const two = { vault, kind, salt, kg: 2, key: secrets.keys[1]?.key ?? '' };
    const to = [{ recipient: joined.device.id, boxKey: joined.boxKey }];
    expect(refusalOf(joined, { ...answer, keys: crypto.generations.sealFor(two, to) })).toBe('accepted');
    for (const other of [
      { ...two, vault: vaultId(9, random.bytes(10)) },
      { ...two, kind: 'readable' as const },
      { ...two, salt: crypto.makeSalt() },
      { ...two, key: crypto.makeSalt() },
    ])
      expect(refusalOf(joined, { ...answer, keys: crypto.generations.sealFor(other, to) })).toBe('wrong_key');
  });

  test('[SY-S4] without the key of the present generation nothing can be written', () => {
    const { joined, inviter } = admit(found());
    const { secrets } = planSuccession(crypto, inviter, { revoke: null, since: SINCE });
    expect(refusalOf(joined, answerOf(secrets.members))).toBe('keys_missing');
  });
});

describe('a dishonest server', () => {
  test('[SY-S6] adds a device of its own: it is seen, and nothing is taken', () => {
    const { joined, inviter } = admit(found());
    const { entry } = planAdmission(crypto, inviter, signerOf(inviter), newDevice('ghost').shown);
    const elsewhere = admit(found()).entry;
    for (const ghost of [
      { ...entry, signature: elsewhere.signature },
      { ...entry, by: deviceId(3, random.bytes(10)) },
      { ...entry, by: 'recovery' as const },
    ])
      expect(refusalOf(joined, answerOf([...inviter.members, ghost]))).toBe('members_forged');
  });

  test('[SY-S6] replaces the keys of a member', () => {
    const { joined, inviter, entry } = admit(found());
    if (entry.fact.kind !== 'add') throw new Error('it adds');
    const { boxKey } = crypto.makeDeviceKeys();
    const replaced = { ...entry, fact: { ...entry.fact, device: { ...entry.fact.device, boxKey } } };
    for (const one of [joined, { ...inviter, members: inviter.members.slice(0, 1) }])
      expect(refusalOf(one, answerOf([...inviter.members.slice(0, 1), replaced]))).toBe('members_forged');
  });

  test('[SY-S6] drops or re-orders entries, or begins another list', () => {
    const first = admit(found());
    const second = admit(first.inviter, 'tablet');
    const [one, two, three] = second.inviter.members;
    if (one === undefined || two === undefined || three === undefined) throw new Error('there are three');
    const fresh = { ...second.inviter, members: [one] };
    for (const members of [[one, three], [one, three, two], [two, three], [], found().members])
      expect(refusalOf(fresh, answerOf(members))).toBe('members_forged');
  });

  test('[SY-S6, SY-A3] un-revokes a device: who has seen the revocation goes on with it', () => {
    const { joined, inviter } = admit(found());
    const revoked = planSuccession(crypto, inviter, { revoke: joined.device.id, since: SINCE });
    const rolledBack = checkKeyring(revoked.secrets, answerOf(inviter.members), crypto, SINCE);
    if (!rolledBack.ok) throw new Error(rolledBack.error.kind);
    expect(rolledBack.value.lost).toEqual(revoked.request.entries);
    const next = planSuccession(crypto, rolledBack.value.secrets, { revoke: null, since: SINCE });
    expect(next.request.keys.map(({ recipient }) => recipient)).toEqual([inviter.device.id, 'recovery']);
    // The revoked device signed another continuation after the same entries.
    const other = planSuccession(crypto, joined, { revoke: inviter.device.id, since: SINCE });
    expect(refusalOf(revoked.secrets, answerOf(other.secrets.members))).toBe('members_forged');
  });

  test('[SY-S6] offers a generation of its own, or one that a revoked device has made', () => {
    const { joined, inviter } = admit(found());
    const revoked = planSuccession(crypto, inviter, { revoke: joined.device.id, since: SINCE });
    const { vault, kind, salt } = inviter;
    const made = crypto.generations.make({ vault, kind, salt, kg: 3 });
    const keys = crypto.generations.sealFor(made, [{ recipient: inviter.device.id, boxKey: inviter.boxKey }]);
    // It is not on the list, so it is ignored.
    const checked = checkKeyring(revoked.secrets, answerOf(revoked.secrets.members, keys), crypto, SINCE);
    expect(checked).toMatchObject({ ok: true, value: { secrets: { kg: 2, keys: revoked.secrets.keys } } });
  });

  test('[SY-S6] says that this very device is revoked only with an entry that says so', () => {
    const { joined, inviter } = admit(found());
    const revoked = planSuccession(crypto, inviter, { revoke: joined.device.id, since: SINCE });
    expect(refusalOf(joined, answerOf(revoked.secrets.members))).toBe('keys_missing');
  });
});

describe('what a device says', () => {
  test('[SY-A3] a revocation carries the next generation, sealed to those who are left', () => {
    const first = admit(found());
    const second = admit(first.inviter, 'tablet');
    const { request, secrets } = planSuccession(crypto, second.inviter, {
      revoke: first.joined.device.id,
      since: SINCE,
    });
    expect(request.entries.map(({ fact }) => fact.kind)).toEqual(['revoke', 'generation']);
    expect(request.keys.map(({ recipient }) => recipient)).toEqual([
      second.inviter.device.id,
      second.joined.device.id,
      'recovery',
    ]);
    const again = planSuccession(crypto, secrets, { revoke: first.joined.device.id, since: SINCE });
    expect(again.request.entries.map(({ fact }) => fact.kind)).toEqual(['generation']);
  });

  test('[SY-A3] who leaves says so itself, and the rest keep their key', () => {
    const { joined, inviter } = admit(found());
    const { entries, keys } = planFarewell(crypto, joined);
    expect([entries.map(({ fact, by }) => [fact.kind, by]), keys]).toEqual([
      [['revoke', joined.device.id]],
      [],
    ]);
    const checked = checkKeyring(inviter, answerOf([...inviter.members, ...entries]), crypto, SINCE);
    expect(checked).toMatchObject({ ok: true, value: { secrets: { kg: 1 } } });
  });

  test('[SY-S6, SY-E2] what a restored server lost comes with the keys that it calls for', () => {
    const { joined, inviter } = admit(found());
    const { secrets } = planSuccession(crypto, inviter, { revoke: null, since: SINCE });
    const request = planReturn(crypto, secrets, secrets.members.slice(1));
    expect(request?.entries).toEqual(secrets.members.slice(1));
    expect(request?.keys.map(({ kg, recipient }) => [kg, recipient])).toEqual([
      [2, inviter.device.id],
      [1, joined.device.id],
      [2, joined.device.id],
      [2, 'recovery'],
    ]);
    expect(planReturn(crypto, { ...secrets, keys: [] }, secrets.members.slice(1))).toBeNull();
  });
});
