/** Values that a hostile member seals: of every facet and any size, mostly of the right shape. [TR-6] */
import {
  ADDED_NAMES,
  AUTHOR_NAMES,
  BODY_NAMES,
  deviceId,
  type EntityId,
  isKeepable,
  keyedId,
  LIMITS,
  memoryId,
  NOTIFICATIONS,
  PROFILES,
  recordOf,
  SCHEDULE_STATUSES,
  SOURCES,
  scheduleId,
  TRUSTS,
} from '@cairn/schema';
import fc from 'fast-check';
import { deriveProfileId } from '../memory/content-hash.ts';

export interface HostileValue {
  readonly entity: EntityId;
  readonly facet: string;
  /** The sealed text, which need not be JSON. */
  readonly json: string;
}

const NUMBERS = [
  ...[0, 1, 2, -1, 59, 60, 1_000_000, 1_000_001, 2 ** 31, 2 ** 48, 2 ** 53 - 1, 2 ** 53, 2 ** 63, -(2 ** 53)],
  ...[8_640_000_000_000_000, 8_640_000_000_000_001, -8_640_000_000_000_001, 1.5, 1e308, -1e308, 5e-324],
  ...[1_700_000_000_000, 315_360_001, 1_000_000_001],
];
const number = fc.oneof(fc.constantFrom(...NUMBERS), fc.integer(), fc.double({ noNaN: true }));
const time = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1_700_000_000_000) },
  { weight: 1, arbitrary: number },
);

const LENGTHS = [1, 16, 64, 65, 128, 257, 512, 513, 2_000, 2_001, 2_049, 4_001, 12_001, 45_000];
const grown = fc
  .tuple(fc.constantFrom('a', '🙂', 'ß ', 'word ', '\n', '\u202e'), fc.constantFrom(...LENGTHS))
  .map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length));
const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('tea', 'the staging database', 'b.a', 'København', 'daily') },
  { weight: 1, arbitrary: grown },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', 'a\0b', 'half \ud83d', '\x1b]0;x\x07', '%_\\', '"*') },
);
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { freq: 3 });
const device = fc
  .integer({ min: 0, max: 5 })
  .map((n) => deviceId(1_700_000_000_000 + n, new Uint8Array(10).fill(n)));
const tags = fc.oneof(
  { weight: 5, arbitrary: fc.array(text, { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(21, 400, 4_000).map((n) => Array.from({ length: n }, (_, at) => `${at}`)),
  },
);

const ids = (make: (n: number) => EntityId, most: number) => fc.integer({ min: 0, max: most }).map(make);
const bytes = (n: number): Uint8Array =>
  Uint8Array.from({ length: 16 }, (_, at) => (n * (at + 1) * 37 + at) % 256);
const free = ids((n) => memoryId(1_700_000_000_000 + n, bytes(n)), 4_000);
const keyed = ids((n) => keyedId(bytes(n)), 400);
const schedules = ids((n) => scheduleId(1_700_000_000_000 + n, bytes(n)), 400);
const anything = fc.oneof(free, keyed, schedules);

const body = fc.record(
  {
    content: text,
    ...recordOf(BODY_NAMES, () => maybe(text)),
    ...recordOf(ADDED_NAMES, () => text),
    source: fc.constantFrom(...SOURCES),
    createdAt: time,
    by: fc.record({ device, name: text, ...recordOf(AUTHOR_NAMES, () => maybe(text)) }),
    rewrite: number,
    tags,
    pinned: fc.boolean(),
    trust: fc.constantFrom(...TRUSTS),
  },
  { requiredKeys: ['content', ...BODY_NAMES, 'source', 'createdAt', 'by'] },
);
const cadence = fc.oneof(
  fc.record({
    type: fc.constant('cron'),
    expression: fc.oneof(
      text,
      fc.constantFrom('* * * * * *', '@daily', '0 0 31 2 *', `${'1,'.repeat(1_000)}1 * * * *`),
    ),
    timezone: fc.oneof(fc.constantFrom('UTC', 'Europe/Berlin'), text),
  }),
  fc.record({ type: fc.constant('once'), at: number, timezone: maybe(text) }),
  fc.record({ type: fc.constant('interval'), seconds: number, anchor: time, timezone: maybe(text) }),
);
const def = fc.record({
  name: maybe(text),
  goal: text,
  cadence,
  notify: fc.constantFrom(...NOTIFICATIONS),
  project: maybe(text),
  channel: maybe(text),
  channelContext: maybe(text),
  createdAt: time,
  by: fc.record({ device, name: text, agent: maybe(text) }),
});

const MEMORY_FACETS: readonly (readonly [string, fc.Arbitrary<unknown>])[] = [
  ['body', body],
  ['body', body],
  ['link', fc.record({ supersededBy: maybe(anything) })],
  ['flags', fc.record({ pinned: fc.boolean(), trust: fc.constantFrom(...TRUSTS) })],
  ['tags', fc.record({ tags })],
  ['gone', fc.record({ hash: maybe(text) })],
];
const counter = fc.tuple(
  device.map((id) => `count.${id}`),
  fc.record({ n: number, first: time, last: time }),
);
const of = fc.oneof(fc.constantFrom(...PROFILES), text);
const field = fc.tuple(
  fc
    .constantFrom('name', 'avatar', 'interests', 'raw', 'timezone', 'toString', '__proto__')
    .map((one) => `field.${one}`),
  fc.record({ of, value: fc.oneof(text, tags, fc.constant(null)) }),
);
const item = fc.tuple(
  fc.integer({ min: 0, max: 60 }).map((n) => `item.${n}`),
  fc.record(
    { of, section: text, text, enabled: fc.boolean(), order: number, removed: fc.boolean() },
    { requiredKeys: ['of', 'section', 'text', 'enabled', 'order'] },
  ),
);
const scheduled = fc.oneof(
  fc.tuple(fc.constant('def'), def),
  fc.tuple(fc.constant('def'), def),
  fc.tuple(fc.constant('runner'), fc.record({ device, name: text })),
  fc.tuple(
    fc.constant('state'),
    fc.record({ status: fc.constantFrom(...SCHEDULE_STATUSES), reason: maybe(text) }),
  ),
);

const JSON_TEXTS = ['', '{', '1e999', '{"n":1e999,"first":0,"last":0}', 'null', `${'['.repeat(9_000)}`];
const facetNames = fc.oneof(fc.constantFrom('mood', 'count.', 'item.', 'field.', 'count.\0', 'body '), text);

/** Returns one register of the vault with that salt. */
export const hostileValue = (salt: string): fc.Arbitrary<HostileValue> => {
  const profiles = fc.constantFrom(...PROFILES).map((name) => deriveProfileId(salt, name));
  const memory = fc.oneof(
    ...MEMORY_FACETS.map(([facet, value]) => fc.tuple(fc.constant(facet), value)),
    counter,
  );
  const shaped = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.oneof(free, keyed), memory) },
    { weight: 2, arbitrary: fc.tuple(profiles, fc.oneof(field, item)) },
    { weight: 2, arbitrary: fc.tuple(schedules, scheduled) },
    { weight: 1, arbitrary: fc.tuple(fc.oneof(anything, profiles), fc.tuple(facetNames, fc.jsonValue())) },
  );
  return fc
    .tuple(
      shaped,
      fc.oneof(
        { weight: 30, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom(...JSON_TEXTS) },
      ),
    )
    .map(([[entity, [facet, value]], broken]) => ({
      entity,
      facet: facetName(facet),
      json: broken ?? JSON.stringify(value) ?? 'null',
    }));
};

/** Returns the facet name, or `x` when an honest server would refuse it. [SY-D3] */
const facetName = (facet: string): string =>
  isKeepable(facet) && facet !== '' && Buffer.byteLength(facet) <= LIMITS.facetBytesMax ? facet : 'x';
