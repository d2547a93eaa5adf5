/** A restored server's member list continued before a device returned that had seen more of the list. */
import {
  deviceId,
  type KeyringResponse,
  liveMembers,
  type MemberEntry,
  presentKg,
  type SealedKey,
  vaultId,
} from '@cairn/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Crypto, createCrypto } from '../../crypto/create-crypto.ts';
import type { VaultSecrets } from '../../ports/keyring.ts';
import { beginningAt } from '../../sync/generation-bounds.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { type CheckedKeyring, checkKeyring } from './check-keyring.ts';
import { planFounding } from './found-vault.ts';
import { planAdmission, planCompletion, planReturn, planSuccession, signerOf } from './plan-members.ts';

const SINCE = beginningAt(0);

const random = createSeededRandom('fork');
let crypto: Crypto;
beforeAll(async () => {
  crypto = await createCrypto({ random });
});

const newDevice = (name: string) => {
  const [pair, token] = [crypto.makeDeviceKeys(), crypto.makeToken()];
  const device = { id: deviceId(1, random.bytes(10)), name };
  return { own: { ...pair, token, device }, shown: crypto.newDevice(device.id, name, pair, token) };
};

/** Makes the inviter's state with the new device on the list, and the new device's state. */
const admit = (inviter: VaultSecrets, name: string): [inviter: VaultSecrets, joined: VaultSecrets] => {
  const { own, shown } = newDevice(name);
  const { entry } = planAdmission(crypto, inviter, signerOf(inviter), shown);
  const after = { ...inviter, members: [...inviter.members, entry] };
  return [after, { ...after, ...own }];
};

/** Makes a vault of three devices that all know its whole state. */
const three = () => {
  const { own } = newDevice('laptop');
  const vault = { vault: vaultId(1, random.bytes(10)), kind: 'sealed', salt: crypto.makeSalt() } as const;
  const founded = planFounding(crypto, vault, own, crypto.makeRoot()).secrets;
  const [two, desktop] = admit(founded, 'desktop');
  const [laptop, tablet] = admit(two, 'tablet');
  return { laptop, desktop: { ...desktop, members: laptop.members }, tablet };
};

const succeed = (who: VaultSecrets, revoke: VaultSecrets | null = null) =>
  planSuccession(crypto, who, { revoke: revoke?.device.id ?? null, since: SINCE });

const answerOf = (members: readonly MemberEntry[], keys: readonly SealedKey[] = []): KeyringResponse => ({
  generations: [],
  keys: [...keys],
  members: [...members],
  serverTime: 0,
});

const check = (who: VaultSecrets, members: readonly MemberEntry[], keys: readonly SealedKey[] = []) =>
  checkKeyring(who, answerOf(members, keys), crypto, SINCE);

const mended = (...given: Parameters<typeof check>): CheckedKeyring => {
  const checked = check(...given);
  if (!checked.ok) throw new Error(checked.error.kind);
  return checked.value;
};

const namesOf = ({ list }: CheckedKeyring): readonly string[] => liveMembers(list).map(({ name }) => name);
const kindsOf = (entries: readonly MemberEntry[]): readonly string[] => entries.map(({ fact }) => fact.kind);

describe('two pasts of the member list', () => {
  test('[SY-S6] become one: who came in on either side is in, who was revoked on either side is out', () => {
    const { laptop, desktop, tablet } = three();
    const [ours] = admit(succeed(laptop, tablet).secrets, 'phone');
    const [theirs] = admit(desktop, 'watch');
    const found = mended(ours, theirs.members);
    expect(namesOf(found)).toEqual(['laptop', 'desktop', 'watch', 'phone']);
    expect(kindsOf(found.lost)).toEqual(['revoke', 'add', 'generation', 'generation']);
    expect(found.mended).toEqual({ revoked: ['tablet'], added: ['phone'], generations: 2 });
    expect(found.secrets.members).toEqual([...theirs.members, ...found.lost]);
    expect(found.secrets.keys.slice(0, 2)).toEqual(ours.keys);
    expect([found.secrets.kg, presentKg(found.list), found.resealFrom]).toEqual([3, 3, null]);
    // The tablet was on the list without our past, and may have received every key of it, but not the last one.
    const given = planReturn(crypto, found.secrets, found.lost)?.keys ?? [];
    expect(given.some(({ recipient }) => recipient === tablet.device.id)).toBe(false);
    expect(given.filter(({ kg }) => kg === 3)).toHaveLength(5);
  });

  test('[SY-S6] nothing is signed twice: for the others it is the list that goes on, and again it is the same', () => {
    const { laptop, desktop, tablet } = three();
    const ours = succeed(laptop, tablet).secrets;
    const found = mended(ours, admit(desktop, 'watch')[0].members);
    const keys = planReturn(crypto, found.secrets, found.lost)?.keys ?? [];
    const { members } = found.secrets;
    expect(mended(found.secrets, members, keys)).toEqual({ ...found, lost: [], mended: null });
    const forDesktop = keys.filter(({ recipient }) => recipient === desktop.device.id);
    expect(mended(desktop, members, forDesktop).secrets.keys).toEqual(found.secrets.keys);
    // Another device that saw our past has nothing to add.
    const other = { ...desktop, members: ours.members, keys: ours.keys, kg: ours.kg };
    expect(mended(other, members, forDesktop)).toMatchObject({ lost: [], resealFrom: null });
  });

  test('[SY-S6] a number that stands for two keys is that of the server, and everything goes out again under another', () => {
    const { laptop, desktop } = three();
    const ours = succeed(laptop).secrets;
    const theirs = succeed(desktop);
    const keys = theirs.request.keys.filter(({ recipient }) => recipient === laptop.device.id);
    const found = mended(ours, theirs.secrets.members, keys);
    expect(kindsOf(found.lost)).toEqual(['generation']);
    expect(found.secrets.keys.slice(0, 2)).toEqual(theirs.secrets.keys);
    expect([found.secrets.kg, found.resealFrom]).toEqual([3, 3]);
    // When the other list has more generations than are lost here, its last one is enough.
    const more = succeed(theirs.secrets);
    const both = [...keys, ...more.request.keys.filter(({ recipient }) => recipient === laptop.device.id)];
    expect(mended(ours, more.secrets.members, both)).toMatchObject({ lost: [], resealFrom: 3 });
    expect(check(ours, theirs.secrets.members)).toMatchObject({ ok: false, error: { kind: 'keys_missing' } });
  });

  test('[TR-17] the later of what both say to be complete stays, unless its key is lost', () => {
    const { laptop, desktop } = three();
    const ours = planCompletion(crypto, succeed(laptop).secrets).secrets;
    const [theirs] = admit(desktop, 'watch');
    const found = mended(ours, theirs.members);
    expect(kindsOf(found.lost)).toEqual(['generation', 'complete']);
    expect(found.list.complete).toBe(2);
    expect(found.list.generations.at(-1)?.since).toBe(SINCE);
    const other = succeed(theirs);
    const keys = other.request.keys.filter(({ recipient }) => recipient === laptop.device.id);
    const lost = mended(ours, other.secrets.members, keys);
    expect([kindsOf(lost.lost), lost.list.complete]).toEqual([['generation'], 0]);
    expect(lost.list.generations.at(-1)?.since).toBe(SINCE);
  });

  test('[TR-4] nobody takes back what was complete, says it of a key that is not there, or is revoked and says it', () => {
    const { laptop, tablet } = three();
    const without = succeed(laptop, tablet).secrets;
    const complete = planCompletion(crypto, without).secrets;
    expect(crypto.members.read(laptop.vault, complete.members)).toMatchObject({ value: { complete: 2 } });
    for (const kg of [1, 3]) expect(() => planCompletion(crypto, { ...complete, kg })).toThrow(/fact/);
    expect(() => planCompletion(crypto, { ...tablet, members: without.members, kg: 2 })).toThrow(/signer/);
  });

  test('[SY-S6, SY-A3] are not made one when somebody who is revoked here, or whom he let in, has signed', () => {
    const { laptop, desktop, tablet } = three();
    const ours = succeed(laptop, tablet).secrets;
    const [byTablet, ghost] = admit(tablet, 'ghost');
    const longer = admit(admit(ghost, 'second')[0], 'third')[0];
    const later = admit({ ...desktop, members: byTablet.members }, 'watch')[0];
    for (const forged of [byTablet, longer, later, succeed(tablet, laptop).secrets])
      expect(check(ours, forged.members)).toMatchObject({ ok: false, error: { kind: 'members_forged' } });
  });

  test('[SY-S6, SY-A3] what somebody has signed here who is revoked there lets nobody in and makes no key to keep', () => {
    const { laptop, desktop, tablet } = three();
    const theirs = succeed(laptop, tablet);
    // The tablet and the server hide that from the desktop, and continue with an invented device, keys and their
    // completion.
    const [byTablet, ghost] = admit(tablet, 'ghost');
    const once = succeed(byTablet);
    const twice = succeed(once.secrets);
    const complete = planCompletion(crypto, twice.secrets).secrets;
    const [forged] = admit({ ...complete, ...keysOf(ghost) }, 'second');
    const forDesktop = (keys: readonly SealedKey[]) =>
      keys.filter(({ recipient }) => recipient === desktop.device.id);
    const given = [...once.request.keys, ...twice.request.keys];
    const deceived = mended(desktop, forged.members, forDesktop(given)).secrets;
    const found = mended(deceived, theirs.secrets.members, forDesktop(theirs.request.keys));
    expect(namesOf(found)).toEqual(['laptop', 'desktop']);
    expect(found.mended).toEqual({ revoked: [], added: [], generations: 2 });
    // The second generation is the laptop's and the third the tablet's. Only members know the one after it.
    expect([found.secrets.kg, found.list.complete, found.resealFrom]).toEqual([4, 0, 4]);
    const sealed = planReturn(crypto, found.secrets, found.lost)?.keys ?? [];
    expect(new Set(sealed.map(({ recipient }) => recipient))).toEqual(
      new Set([laptop.device.id, desktop.device.id, ...recoveryOf(theirs.request.keys)]),
    );
  });

  test('[SY-S6, SY-A3] a device that comes back in is revoked again, and cannot sign before that', () => {
    const { laptop, desktop } = three();
    const [ours, phone] = admit(laptop, 'phone');
    const without = succeed(ours, phone).secrets;
    const { entry } = planAdmission(crypto, desktop, signerOf(desktop), shownBy(ours));
    const theirs = { ...desktop, members: [...desktop.members, entry] };
    const found = mended(without, theirs.members);
    expect(namesOf(found)).toEqual(['laptop', 'desktop', 'tablet']);
    const signed = admit({ ...phone, members: theirs.members }, 'ghost')[0];
    expect(check(without, signed.members)).toMatchObject({ ok: false, error: { kind: 'members_forged' } });
  });

  test('[SY-A3] who is revoked in the list that went on is told so', () => {
    const { laptop, desktop } = three();
    const ours = admit(laptop, 'phone')[0];
    const theirs = succeed(desktop, laptop).secrets;
    expect(check(ours, theirs.members)).toMatchObject({ ok: false, error: { kind: 'keys_missing' } });
  });

  test('[SY-S6] two vaults have no past in common', () => {
    const [one, other] = [three(), three()];
    expect(check(one.laptop, other.laptop.members)).toMatchObject({
      ok: false,
      error: { kind: 'members_forged' },
    });
  });
});

/** Returns the keys that sign and open. */
const keysOf = ({ device, boxKey, boxSecret, signKey, signSecret, token }: VaultSecrets) => ({
  device,
  boxKey,
  boxSecret,
  signKey,
  signSecret,
  token,
});

const recoveryOf = (keys: readonly SealedKey[]): readonly string[] =>
  keys.map(({ recipient }) => recipient).filter((recipient) => !recipient.startsWith('d_'));

/** Returns the device of the last entry. */
const shownBy = ({ members }: VaultSecrets) => {
  const fact = members.at(-1)?.fact;
  if (fact?.kind !== 'add') throw new Error('the last entry lets nobody in');
  return fact.device;
};
