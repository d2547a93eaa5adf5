import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { hlcOf } from './hlc.ts';
import { memoryId } from './ids.ts';
import { LIMITS } from './limits.ts';
import {
  pulledItem,
  pullResponse,
  pushRequest,
  pushResponse,
  verdictItem,
  wireItem,
} from './sync-protocol.ts';
import {
  isPulledItem,
  isVerdictItem,
  isWireItem,
  quickPullResponse,
  quickPushRequest,
  quickPushResponse,
} from './wire-lists.ts';

const entity = memoryId(1_700_000_000_000, new Uint8Array(10));
const hlc = hlcOf(1_700_000_000_000, 3, '00000000000000aa');
const item = { entity, facet: 'body', hlc, v: 1, kg: 1, payload: 'QUJD' };
const pulled = { ...item, seq: 7 };
const verdict = { entity, facet: 'body', verdict: 'ok', seq: 7, hlc };

const PAYLOAD_CHARS_MAX = Math.ceil((LIMITS.payloadBytesMax * 4) / 3);

/** Values that a field may hold by mistake or malice, the bounds and one past them included. */
const ODD: readonly unknown[] = [
  undefined,
  null,
  true,
  [],
  {},
  '',
  'body',
  'x'.repeat(21),
  'x'.repeat(22),
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(256),
  'x'.repeat(257),
  'é'.repeat(32),
  'é'.repeat(33),
  '😀'.repeat(16),
  '\ud800',
  '\ud800'.repeat(22),
  'a\0b',
  entity,
  `${entity}0`,
  entity.toUpperCase(),
  hlc,
  hlc.slice(1),
  `${hlc}\n`,
  'QUJD+/',
  'QUJD=',
  'A'.repeat(PAYLOAD_CHARS_MAX),
  'A'.repeat(PAYLOAD_CHARS_MAX + 1),
  'ok',
  'no such verdict',
  'malformed',
  -1,
  -0,
  0,
  1,
  1.5,
  32_767,
  32_768,
  1_000_000,
  1_000_001,
  Number.MAX_SAFE_INTEGER,
  'a\0b',
  'half \ud83d',
  Number.MAX_SAFE_INTEGER + 1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
];

const variantsOf = (good: Readonly<Record<string, unknown>>): readonly unknown[] => [
  good,
  ...ODD,
  [good],
  { ...good, more: 1 },
  JSON.parse(JSON.stringify(good).replace('{', '{"__proto__":1,')),
  ...Object.keys(good).flatMap((field) => [
    ...ODD.map((odd) => ({ ...good, [field]: odd })),
    Object.fromEntries(Object.entries(good).filter(([name]) => name !== field)),
  ]),
];

describe('lists that are checked by hand', () => {
  const cases: readonly (readonly [string, (value: unknown) => boolean, z.ZodType, object])[] = [
    ['isWireItem', isWireItem, wireItem, item],
    ['isPulledItem', isPulledItem, pulledItem, pulled],
    ['isVerdictItem', isVerdictItem, verdictItem, verdict],
  ];
  test.each(cases)('[SY-U5] %s says what its schema says', (_name, isIt, schema, good) => {
    expect(isIt(good)).toBe(true);
    for (const variant of variantsOf({ ...good }))
      expect([variant, isIt(variant)]).toEqual([variant, schema.safeParse(variant).success]);
  });

  test('[SY-U5] whole messages are taken and refused as their schemas do', () => {
    const base = { epoch: '0'.repeat(32), anchor: `0.${'0'.repeat(32)}`, serverTime: 1 };
    const { serverTime: _, ...head } = base;
    const messages = (field: string, good: object, rest: object): readonly object[] => [
      ...[[], [good], [good, good], [good, null], [null], {}, null, 'text'].map((list) => ({
        ...rest,
        [field]: list,
      })),
      rest,
      { ...rest, [field]: [good], more: 1 },
      { ...rest, [field]: [good], anchor: 'none' },
    ];
    const pushes = [
      ...messages('items', item, { ...head, pushNo: 1 }),
      { ...head, pushNo: 1, items: Array.from({ length: LIMITS.batchItemsMax + 1 }, () => item) },
      ...ODD.flatMap((odd) => [
        { ...head, pushNo: 1, items: [{ ...item, entity: odd }] },
        { ...head, pushNo: 1, items: [{ ...item, facet: odd }] },
      ]),
    ];
    const answers = messages('verdicts', verdict, { ...base, head: 3 });
    const page = { ...base, cursor: 'AA', hasMore: false, expected: null, head: 3, high: 3, tombFloor: 0 };
    const sameAs = (quick: z.ZodType, schema: z.ZodType, all: readonly object[]): void => {
      expect(all.some((one) => schema.safeParse(one).success)).toBe(true);
      for (const one of all) expect(quick.safeParse(one).success).toBe(schema.safeParse(one).success);
    };
    sameAs(quickPushRequest, pushRequest, pushes);
    sameAs(quickPushResponse, pushResponse, answers);
    sameAs(quickPullResponse, pullResponse, messages('items', pulled, page));
  });
});
