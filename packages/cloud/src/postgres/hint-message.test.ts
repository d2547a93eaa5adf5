import { deviceId, vaultId } from '@cairn/schema';
import { expect, test } from 'vitest';
import type { PublishedHint } from '../ports/hints.ts';
import { createTestRandom } from '../testing/sync-world.ts';
import { decodeHints, encodeHints } from './replica-channel.ts';

const random = createTestRandom('hint-message');
const vault = vaultId(0, random.bytes(10));
const device = deviceId(0, random.bytes(10));

test('[SY-L3] a hint of every kind and for every audience comes out as it went in', () => {
  const hints: PublishedHint[] = [
    { vault, hint: { kind: 'head', head: Number.MAX_SAFE_INTEGER }, audience: { kind: 'except', device } },
    { vault, hint: { kind: 'epoch', epoch: 'ab'.repeat(16) }, audience: { kind: 'all' } },
    { vault, hint: { kind: 'keys', kg: 2 }, audience: { kind: 'except', device } },
    { vault, hint: { kind: 'pairing', id: 'cd'.repeat(16) }, audience: { kind: 'only', device } },
    { vault, hint: { kind: 'revoked' }, audience: { kind: 'only', device } },
  ];
  const [text, ...more] = encodeHints('one', hints);
  expect(more).toEqual([]);
  expect(decodeHints(text ?? '')).toEqual({ from: 'one', hints });
});

test('many hints become several messages that Postgres takes, and none becomes an empty one', () => {
  const hints = Array.from(
    { length: 500 },
    (_, head): PublishedHint => ({
      vault,
      hint: { kind: 'head', head },
      audience: { kind: 'except', device },
    }),
  );
  const texts = encodeHints('one', hints);
  expect(texts.length).toBeGreaterThan(1);
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThan(8_000);
  expect(texts.flatMap((text) => decodeHints(text)?.hints ?? [])).toEqual(hints);
  expect(encodeHints('one', []).map(decodeHints)).toEqual([{ from: 'one', hints: [] }]);
});

test.each(['', '{', '[]', 'null', '{"from":"x","hints":[{"vault":"?"}]}'])(
  'what is no message of ours is nothing: %s',
  (text) => {
    expect(decodeHints(text)).toBeNull();
  },
);
