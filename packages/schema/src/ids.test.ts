import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeBase32,
  deviceId,
  encodeBase32,
  entityKind,
  importedMemoryId,
  isDerivedId,
  isDeviceId,
  isEntityId,
  isVaultId,
  keyedId,
  memoryId,
  nodeOf,
  uuidV7Bytes,
  vaultId,
} from './ids.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const ms = fc.integer({ min: 0, max: 2 ** 48 - 1 });

test('[SY-D1] sixteen bytes are 26 characters, and come back', () => {
  fc.assert(
    fc.property(bytes(16), (raw) => {
      const text = encodeBase32(raw);
      expect(text).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/);
      expect(decodeBase32(text)).toEqual(raw);
    }),
    { seed: 1 },
  );
});

test('[SY-D1] the text sorts as the bytes do', () => {
  fc.assert(
    fc.property(bytes(16), bytes(16), (a, b) => {
      const [left, right] = [encodeBase32(a), encodeBase32(b)];
      expect(left < right ? -1 : left > right ? 1 : 0).toBe(Buffer.compare(a, b));
    }),
    { seed: 2 },
  );
});

test('[SY-D1] memories and devices hold a UUIDv7, whose time comes first', () => {
  fc.assert(
    fc.property(ms, bytes(10), (nowMs, random) => {
      const raw = uuidV7Bytes(nowMs, random);
      expect(Buffer.from(raw).readUIntBE(0, 6)).toBe(nowMs);
      expect((raw[6] ?? 0) >> 4).toBe(7);
      expect((raw[8] ?? 0) >> 6).toBe(2);
      expect(isEntityId(memoryId(nowMs, random))).toBe(true);
      expect(isDeviceId(deviceId(nowMs, random))).toBe(true);
      expect(isVaultId(vaultId(nowMs, random))).toBe(true);
    }),
    { seed: 3 },
  );
});

test('[SY-D1] what has another prefix, length, case or alphabet is no id', () => {
  const body = encodeBase32(new Uint8Array(16));
  for (const prefix of ['m_', 'k_', 'p_', 's_']) expect(isEntityId(prefix + body)).toBe(true);
  const wrong = [
    'm_abc123',
    `x_${body}`,
    `d_${body}`,
    body,
    `m_${body}0`,
    `m_${body.slice(1)}`,
    `m_8${body.slice(1)}`,
    `m_${body.slice(1)}u`,
  ];
  for (const text of [...wrong, `m_${body}`.toUpperCase(), ` m_${body}`])
    expect(isEntityId(text)).toBe(false);
  expect([decodeBase32(''), decodeBase32(`${body.slice(1)}l`)]).toEqual([null, null]);
});

test('[SY-D1] the prefix tells the kind, and derived ids are known', () => {
  const digest = new Uint8Array(32).fill(0xff);
  const [keyed, imported, fresh] = [keyedId(digest), importedMemoryId(digest), memoryId(1, digest)];
  expect([keyed, imported, fresh].map(entityKind)).toEqual(['keyed', 'memory', 'memory']);
  expect([keyed, imported, fresh].map(isDerivedId)).toEqual([true, true, false]);
});

test('[SY-C1] the node of a device is the last eight bytes of its id', () => {
  const id = deviceId(
    1,
    Uint8Array.from({ length: 10 }, (_, at) => at),
  );
  expect(nodeOf(id)).toBe('8203040506070809');
});
