import { deviceId, type EntityId, type Hlc, keyedId, LIMITS, memoryId } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { isReadablePayload } from './readable-payload.ts';

const entity = memoryId(1_800_000_000_000, new Uint8Array(10));
const body = {
  content: 'Ada keeps bees 🐝',
  namespace: null,
  key: null,
  project: null,
  source: 'agent',
  createdAt: 1_800_000_000_000,
  by: { device: deviceId(1, new Uint8Array(10)), name: 'laptop', session: null, agent: null },
};

const takes = (
  payload: string | Uint8Array,
  more: { readonly entity?: EntityId; readonly facet?: string; readonly v?: number } = {},
) =>
  isReadablePayload({
    entity,
    facet: 'body',
    v: 1,
    hlc: '00'.repeat(16) as Hlc,
    kg: 0,
    payload: Buffer.from(payload).toString('base64url'),
    ...more,
  });
const json = (value: unknown): string => JSON.stringify(value);

describe('payloads of a readable vault', () => {
  test('[SY-S5] the shape of every facet that is known is checked, and nothing of what is not', () => {
    expect(takes(json(body))).toBe(true);
    expect(takes(json({ ...body, more: 1 }))).toBe(true);
    expect(takes(json({ ...body, content: 1 }))).toBe(false);
    expect(takes(json({ ...body, source: 'elsewhere' }))).toBe(false);
    expect(takes(json({ ...body, createdAt: '2026' }))).toBe(false);
    expect(takes(json({ content: 'x' }))).toBe(false);
    expect(takes(json({ tags: ['a'] }), { facet: 'tags' })).toBe(true);
    expect(takes(json({ tags: 'a' }), { facet: 'tags' })).toBe(false);
    expect(takes(json({ pinned: 'yes', trust: 'normal' }), { facet: 'flags' })).toBe(false);
    expect(takes(json({ supersededBy: 'm_1' }), { facet: 'link' })).toBe(false);
    expect(takes(json({ hash: null }), { facet: 'gone', entity: keyedId(new Uint8Array(16)) })).toBe(true);
    expect(takes(json(['anything']), { v: 2 })).toBe(true);
    expect(takes(json(['anything']), { facet: 'vote' })).toBe(true);
    expect(takes(json(['anything']), { entity: entity.replace('m_', 's_') as EntityId })).toBe(true);
  });

  test('[SY-S5] what a database could not read is refused, of whatever facet', () => {
    const other = { facet: 'vote' };
    const bad: readonly (string | Uint8Array)[] = [
      '',
      'value',
      '{"a":1',
      '\uFEFF{}',
      '{"a":"\\u0000"}',
      '{"\\u0000":1}',
      '["\\ud800"]',
      new Uint8Array([0x22, 0xff, 0x22]),
      new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]),
    ];
    for (const payload of bad) expect(takes(payload, other), String(payload)).toBe(false);
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(takes(nested(LIMITS.readableDepthMax), other)).toBe(true);
    expect(takes(nested(LIMITS.readableDepthMax + 1), other)).toBe(false);
    expect(takes(nested(30_000), other)).toBe(false);
  });
});
