import { createPublicKey, verify } from 'node:crypto';
import { deviceId, recoverTranscript, vaultId } from '@cairn/schema';
import { beforeAll, expect, test } from 'vitest';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { type Crypto, createCrypto } from './create-crypto.ts';

const random = createSeededRandom(2);
let crypto: Crypto;
beforeAll(async () => {
  crypto = await createCrypto({ random });
});

const vault = vaultId(1_700_000_000_000, random.bytes(10));
const device = deviceId(1_700_000_000_000, random.bytes(10));
const flip = (text: string): string => (text.startsWith('0') ? '1' : '0') + text.slice(1);

test('[SY-S3] the root survives as 24 words, however they are typed', () => {
  const root = crypto.makeRoot();
  const words = crypto.rootToWords(root);
  expect(words.split(' ')).toHaveLength(24);
  const typed = words
    .split(' ')
    .map((word, at) => `${at + 1}. ${word.toUpperCase()}`)
    .join(',\n');
  expect(crypto.wordsToRoot(typed)).toEqual({ ok: true, value: root });
});

test('[SY-S3] a vector of BIP-39 holds', () => {
  const words = `${'abandon '.repeat(23)}art`;
  expect(crypto.rootToWords(new Uint8Array(32))).toBe(words);
});

test('[SY-S3] wrong words are refused with their places, never quoted', () => {
  const words = crypto.rootToWords(crypto.makeRoot()).split(' ');
  const few = crypto.wordsToRoot(words.slice(1).join(' '));
  expect(few).toMatchObject({ ok: false, error: { kind: 'wrong_count' } });
  const unknown = crypto.wordsToRoot([...words.slice(0, 23), 'cairnish'].join(' '));
  expect(unknown).toMatchObject({ ok: false, error: { kind: 'unknown_word' } });
  if (!unknown.ok) expect(unknown.error.message).toContain('number 24');
  if (!unknown.ok) expect(unknown.error.message).not.toContain('cairnish');
  const zero = [...Array<string>(23).fill('abandon'), 'abandon'].join(' ');
  expect(crypto.wordsToRoot(zero)).toMatchObject({ ok: false, error: { kind: 'wrong_checksum' } });
});

test('[SY-S3] the same root gives the same recovery keys, another gives others', () => {
  const root = crypto.makeRoot();
  expect(crypto.recoveryKeysOf(root)).toEqual(crypto.recoveryKeysOf(root));
  expect(crypto.recoveryKeysOf(root).boxKey).not.toBe(crypto.recoveryKeysOf(crypto.makeRoot()).boxKey);
});

test('[SY-S3] a generation sealed to a device and to the recovery key opens for those two only', () => {
  const recovery = crypto.recoveryKeysOf(crypto.makeRoot());
  const mine = crypto.makeDeviceKeys();
  const stranger = crypto.makeDeviceKeys();
  const secret = crypto.generations.make({ vault, kind: 'sealed', kg: 1, salt: crypto.makeSalt() });
  const sealed = crypto.generations.sealFor(secret, [
    { recipient: device, boxKey: mine.boxKey },
    { recipient: 'recovery', boxKey: recovery.boxKey },
  ]);
  const [toMe, toRecovery] = sealed;
  if (toMe === undefined || toRecovery === undefined) throw new Error('two were asked for');
  expect(crypto.generations.open(toMe, mine)).toEqual({ ok: true, value: secret });
  expect(crypto.generations.open(toRecovery, recovery)).toEqual({ ok: true, value: secret });
  expect(crypto.generations.open(toMe, stranger).ok).toBe(false);
  expect(crypto.generations.open({ ...toMe, kg: 2 }, mine).ok).toBe(false);
  expect(crypto.generations.open({ ...toMe, sealed: flip(toMe.sealed) }, mine).ok).toBe(false);
  const garbage = crypto.sealTo(mine.boxKey, Buffer.from('{"kg":1}'));
  expect(crypto.generations.open({ ...toMe, sealed: garbage }, mine).ok).toBe(false);
});

test('[SY-S4] a wrong key, salt, kind, vault or generation does not hold against the verifier', () => {
  const secret = crypto.generations.make({ vault, kind: 'sealed', kg: 1, salt: crypto.makeSalt() });
  const verifier = crypto.generations.makeVerifier(secret);
  expect(verifier.length).toBeLessThan(1_024);
  expect(crypto.generations.holds(secret, verifier)).toBe(true);
  const wrong = [
    { ...secret, key: flip(secret.key) },
    { ...secret, salt: flip(secret.salt) },
    { ...secret, kind: 'readable' as const },
    { ...secret, kg: 2 },
    { ...secret, vault: vaultId(1, random.bytes(10)) },
  ];
  for (const other of wrong) expect(crypto.generations.holds(other, verifier)).toBe(false);
  expect(crypto.generations.holds(secret, '')).toBe(false);
  expect(crypto.generations.holds(secret, flip(verifier))).toBe(false);
});

test('[SY-S3] the answer to a recovery challenge is a plain Ed25519 signature that binds the new device', () => {
  const keys = crypto.recoveryKeysOf(crypto.makeRoot());
  const next = crypto.newDevice(device, 'desktop', crypto.makeDeviceKeys(), crypto.makeToken());
  const challenge = 'ab'.repeat(32);
  const signature = Buffer.from(crypto.signRecovery(keys, challenge, next), 'hex');
  const spki = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from(keys.signKey, 'hex'),
  ]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  expect(verify(null, recoverTranscript(challenge, next), key, signature)).toBe(true);
  expect(verify(null, recoverTranscript(challenge, { ...next, name: 'x' }), key, signature)).toBe(false);
  expect(verify(null, recoverTranscript('cd'.repeat(32), next), key, signature)).toBe(false);
});

test('tokens are 256 bits and the server learns only their hash', () => {
  const token = crypto.makeToken();
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(crypto.hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(crypto.makeToken()).not.toBe(token);
});
