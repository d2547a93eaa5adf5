import { deviceId, type SealedKey, vaultId } from '@cairn/schema';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { type Crypto, createCrypto } from './create-crypto.ts';
import type { PairingCode } from './pairing.ts';

const random = createSeededRandom(3);
let crypto: Crypto;
beforeAll(async () => {
  crypto = await createCrypto({ random });
});

const newDevice = () =>
  crypto.newDevice(deviceId(1, random.bytes(10)), 'desktop', crypto.makeDeviceKeys(), crypto.makeToken());

const parsed = (text: string): PairingCode => {
  const code = crypto.parsePairingCode(text);
  if (code === null) throw new Error(`not a code: ${text}`);
  return code;
};

test('[SY-A1] a code is 80 random bits in four groups of four', () => {
  const codes = new Set(Array.from({ length: 200 }, () => crypto.makePairingCode()));
  expect(codes.size).toBe(200);
  for (const code of codes) {
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(crypto.parsePairingCode(code)).toBe(code);
  }
});

test('[SY-A1] a code is forgiven its case, spaces, dashes and look-alikes', () => {
  const code = '0123-456J-1111-00ZZ';
  for (const typed of [
    '0123456j111100zz',
    'o123 456j ILil OOzz',
    '  0123–456J—1111_00zz \n',
    '0123.456j.1111.00zz',
  ])
    expect(crypto.parsePairingCode(typed)).toBe(code);
  for (const wrong of [
    '',
    '0123-456J-1111',
    '0123-456J-1111-00ZZ-9',
    '0123-456J-1111-00ZU',
    '0123-456J-1111-00Z!',
  ])
    expect(crypto.parsePairingCode(wrong)).toBeNull();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const out = crypto.parsePairingCode(text);
      expect(out === null || out.length === 19).toBe(true);
    }),
    { seed: 1 },
  );
});

test('[SY-A1] the id that the server sees is stable, 16 bytes, and does not hold the code', () => {
  const code = parsed('0123-456J-1111-00ZZ');
  const pairing = crypto.pairing(code);
  expect(pairing.id).toBe(crypto.pairing(parsed('0123456j111100zz')).id);
  expect(pairing.id).toMatch(/^[0-9a-f]{32}$/);
  expect(crypto.pairing(parsed('0123-456J-1111-00ZY')).id).not.toBe(pairing.id);
});

test('[SY-A1] a claim proves the code for one device; a changed key, name or token breaks it', () => {
  const pairing = crypto.pairing(crypto.makePairingCode());
  const device = newDevice();
  const mac = pairing.claimMac(device);
  expect(pairing.isClaimOf(device, mac)).toBe(true);
  const other = newDevice();
  for (const changed of [
    { ...device, boxKey: other.boxKey },
    { ...device, signKey: other.signKey },
    { ...device, tokenHash: other.tokenHash },
    { ...device, id: other.id },
    { ...device, name: 'laptop' },
  ])
    expect(pairing.isClaimOf(changed, mac)).toBe(false);
  expect(crypto.pairing(crypto.makePairingCode()).isClaimOf(device, mac)).toBe(false);
  expect(pairing.isClaimOf(device, '')).toBe(false);
});

test('[SY-A1] an approval proves the code, the vault, its kind, every sealed key and the member list', () => {
  const pairing = crypto.pairing(crypto.makePairingCode());
  const device = newDevice();
  const vault = { vault: vaultId(1, random.bytes(10)), kind: 'sealed' as const };
  const key = (sealed: string): SealedKey => ({ kg: 1, recipient: device.id, sealed });
  const list = '0a'.repeat(32);
  const mac = pairing.approveMac(device, vault, [key('aa'), key('bb')], list);
  expect(pairing.isApprovalOf(device, vault, [key('aa'), key('bb')], list, mac)).toBe(true);
  expect(pairing.isApprovalOf(device, vault, [key('aa'), key('bb')], '0b'.repeat(32), mac)).toBe(false);
  expect(pairing.isApprovalOf(device, vault, [key('aab'), key('b')], list, mac)).toBe(false);
  expect(pairing.isApprovalOf(device, vault, [key('aa')], list, mac)).toBe(false);
  expect(pairing.isApprovalOf(newDevice(), vault, [key('aa'), key('bb')], list, mac)).toBe(false);
  expect(
    pairing.isApprovalOf(device, { ...vault, kind: 'readable' }, [key('aa'), key('bb')], list, mac),
  ).toBe(false);
  expect(pairing.claimMac(device)).not.toBe(mac);
});
