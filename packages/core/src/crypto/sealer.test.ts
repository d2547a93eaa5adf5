import { hlcOf, isEntityId, isVaultId, lengthPrefixed, type WireRegister } from '@cairn/schema';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SealingKeys } from '../ports/sealer.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { type Crypto, createCrypto } from './create-crypto.ts';
import { deriveKey, LABELS } from './derive.ts';
import { createReadableSealer, padmeLength, padText, unpadText } from './sealer.ts';

let crypto: Crypto;
beforeAll(async () => {
  crypto = await createCrypto({ random: createSeededRandom(1) });
});

const must = <T, U extends T>(value: T, is: (value: T) => value is U): U => {
  if (!is(value)) throw new Error(`bad fixture ${String(value)}`);
  return value;
};
const vault = must<string, SealingKeys['vault']>(`v_${'0'.repeat(26)}`, isVaultId);
const otherVault = must<string, SealingKeys['vault']>(`v_${'1'.repeat(26)}`, isVaultId);
const entity = must<string, WireRegister['entity']>(`m_${'0'.repeat(26)}`, isEntityId);
const otherEntity = must<string, WireRegister['entity']>(`m_${'1'.repeat(26)}`, isEntityId);
const keyOne = '11'.repeat(32);
const keyTwo = '22'.repeat(32);
const keys: SealingKeys = {
  vault,
  kind: 'sealed',
  kg: 2,
  keys: [
    { kg: 1, key: keyOne },
    { kg: 2, key: keyTwo },
  ],
};
const head = { entity, facet: 'body', hlc: hlcOf(1_700_000_000_000, 3, '00000000000000aa'), v: 1 };
const json = JSON.stringify({ content: 'Grüße 🗿 from the cairn' });

describe('sealed', () => {
  test('[SY-S2] what is sealed opens again, byte for byte, and under older generations too', () => {
    const sealer = crypto.makeSealer(keys);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const plain = JSON.stringify(text);
        expect(sealer.open(sealer.seal(head, plain))).toEqual({ ok: true, value: plain });
      }),
      { seed: 1, numRuns: 200 },
    );
    const old = crypto.makeSealer({ ...keys, kg: 1 }).seal(head, json);
    expect(old.kg).toBe(1);
    expect(sealer.open(old)).toEqual({ ok: true, value: json });
  });

  test('[SY-S2] an independent implementation reads the same envelope', () => {
    const sealed = crypto.makeSealer(keys).seal(head, json);
    const payload = Buffer.from(sealed.payload, 'base64url');
    const associated = lengthPrefixed(['1', vault, entity, 'body', '1', head.hlc, '2']);
    const subkey = deriveKey(Buffer.from(keyTwo, 'hex'), LABELS.register);
    const plain = xchacha20poly1305(subkey, payload.subarray(0, 24), associated).decrypt(
      payload.subarray(24),
    );
    expect(unpadText(plain)).toBe(json);
    const nonce = Buffer.alloc(24, 7);
    const theirs = xchacha20poly1305(subkey, nonce, associated).encrypt(padText(json));
    const back = crypto
      .makeSealer(keys)
      .open({ ...sealed, payload: Buffer.concat([nonce, theirs]).toString('base64url') });
    expect(back).toEqual({ ok: true, value: json });
  });

  test('[SY-S2] a payload that was re-dated, moved, relabelled, cross-posted or altered does not open', () => {
    const sealer = crypto.makeSealer(keys);
    const sealed = sealer.seal(head, json);
    const flipped = Buffer.from(sealed.payload, 'base64url');
    flipped[30] = (flipped[30] ?? 0) ^ 1;
    const altered: readonly WireRegister[] = [
      { ...sealed, hlc: hlcOf(1_700_000_000_001, 3, '00000000000000aa') },
      { ...sealed, hlc: hlcOf(1_700_000_000_000, 3, '00000000000000ab') },
      { ...sealed, entity: otherEntity },
      { ...sealed, facet: 'tags' },
      { ...sealed, v: 2 },
      { ...sealed, kg: 1 },
      { ...sealed, payload: flipped.toString('base64url') },
      { ...sealed, payload: sealed.payload.slice(0, 20) },
      { ...sealed, payload: '' },
    ];
    for (const item of altered) expect(sealer.open(item)).toEqual({ ok: false, error: 'forged' });
    const elsewhere = crypto.makeSealer({ ...keys, vault: otherVault });
    expect(elsewhere.open(sealed)).toEqual({ ok: false, error: 'forged' });
    expect(sealer.open({ ...sealed, kg: 9 })).toEqual({ ok: false, error: 'no_key' });
  });

  test('[SY-S2] nonces are never reused and equal texts look different', () => {
    const sealer = crypto.makeSealer(keys);
    const payloads = new Set(Array.from({ length: 500 }, () => sealer.seal(head, json).payload));
    expect(payloads.size).toBe(500);
    for (const payload of payloads) expect(Buffer.from(payload, 'base64url').includes('cairn')).toBe(false);
  });

  test('[SY-S2] sizes are padded: short facets look alike, and padding costs at most an eighth', () => {
    expect(padmeLength(1)).toBe(64);
    expect(padmeLength(64)).toBe(64);
    expect([65, 66, 67, 68, 69].map(padmeLength)).toEqual([72, 72, 72, 72, 72]);
    fc.assert(
      fc.property(fc.integer({ min: 65, max: 100_000 }), (bytes) => {
        expect(padmeLength(bytes)).toBeGreaterThanOrEqual(bytes);
        expect(padmeLength(bytes)).toBeLessThanOrEqual(bytes * 1.13);
        expect(padmeLength(padmeLength(bytes))).toBe(padmeLength(bytes));
      }),
      { seed: 1 },
    );
    expect(unpadText(new Uint8Array(64))).toBeNull();
    expect(unpadText(new Uint8Array(0))).toBeNull();
  });
});

test('[SY-S1] a readable payload is the JSON itself, and nothing sealed opens there', () => {
  const sealer = createReadableSealer();
  const item = sealer.seal(head, json);
  expect(Buffer.from(item.payload, 'base64url').toString()).toBe(json);
  expect(sealer.open(item)).toEqual({ ok: true, value: json });
  expect(sealer.open({ ...item, kg: 1 })).toEqual({ ok: false, error: 'no_key' });
  expect(sealer.open({ ...item, payload: '_w' })).toEqual({ ok: false, error: 'forged' });
});
