import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACT_LIMITS } from './act-limits.ts';
import type { EntityKind } from './ids.ts';
import { LIMITS } from './limits.ts';
import { FACET_VERSION, parseFacet } from './register.ts';
import { isWithinLimits } from './within-limits.ts';

const DEVICE = 'd_00000000000000000000000000';

/** Null: its shape is not understood, so it never comes so far. */
const isTaken = (kind: EntityKind, facet: string, value: unknown): boolean | null => {
  const parsed = parseFacet(kind, facet, FACET_VERSION, value);
  return parsed === null ? null : isWithinLimits(parsed);
};

const by = { device: DEVICE, name: 'laptop', session: null, agent: null };
const body = {
  ...{ content: 'words', namespace: null, key: null, project: null, source: 'user', createdAt: 1, by },
};
const act = { turns: 1, tokens: 1, cost: null, folder: null, heartbeat: false };
const cadence = { type: 'interval', seconds: 60, anchor: 0, timezone: null };
const def = {
  ...{ name: null, goal: 'Say hello', cadence, notify: 'always', project: null, channel: null },
  ...{ channelContext: null, createdAt: 1, by: { device: DEVICE, name: 'laptop', agent: null } },
};
const item = { of: 'rules', section: 'Style', text: 'Tabs', enabled: true, order: 1 };
const count = { n: 1, first: 1, last: 1 };

/** Each character is two units, and counts as one. */
const chars = (count: number): string => '🙂'.repeat(count);
const list = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at}`);

type Grown = (size: number) => unknown;
const SIZES: readonly (readonly [string, EntityKind, string, number, Grown])[] = [
  ['content', 'memory', 'body', LIMITS.contentCharsMax, (n) => ({ ...body, content: chars(n) })],
  [
    ...(['value of a key', 'keyed', 'body', LIMITS.keyedContentCharsMax] as const),
    (n) => ({ ...body, key: 'k', content: chars(n) }),
  ],
  [
    ...(['key', 'keyed', 'body', LIMITS.keyCharsMax * LIMITS.normalisedGrowthMax] as const),
    (n) => ({ ...body, key: chars(n) }),
  ],
  [
    ...(['namespace', 'memory', 'body', LIMITS.namespaceCharsMax * LIMITS.normalisedGrowthMax] as const),
    (n) => ({ ...body, namespace: chars(n) }),
  ],
  ['project', 'memory', 'body', LIMITS.projectCharsMax, (n) => ({ ...body, project: chars(n) })],
  [
    ...(['device', 'memory', 'body', LIMITS.deviceNameCharsMax] as const),
    (n) => ({ ...body, by: { ...by, name: chars(n) } }),
  ],
  [
    ...(['session', 'memory', 'body', LIMITS.sessionCharsMax] as const),
    (n) => ({ ...body, by: { ...by, session: chars(n) } }),
  ],
  [
    ...(['agent', 'memory', 'body', LIMITS.agentCharsMax] as const),
    (n) => ({ ...body, by: { ...by, agent: chars(n) } }),
  ],
  ['creation', 'memory', 'body', LIMITS.timeMsMax, (n) => ({ ...body, createdAt: n })],
  ['rewrites', 'memory', 'body', LIMITS.rewritesMax, (n) => ({ ...body, rewrite: n })],
  ['first tags', 'memory', 'body', LIMITS.tagsMax, (n) => ({ ...body, tags: list(n) })],
  ['tags', 'memory', 'tags', LIMITS.tagsMax, (n) => ({ tags: list(n) })],
  ['a tag', 'memory', 'tags', LIMITS.tagCharsMax, (n) => ({ tags: ['a', chars(n)] })],
  ['hash', 'memory', 'gone', LIMITS.goneHashCharsMax, (n) => ({ hash: 'a'.repeat(n) })],
  ['count', 'memory', `count.${DEVICE}`, LIMITS.countMax, (n) => ({ ...count, n })],
  ['first count', 'memory', `count.${DEVICE}`, LIMITS.timeMsMax, (n) => ({ ...count, first: -n })],
  ['last count', 'memory', `count.${DEVICE}`, LIMITS.timeMsMax, (n) => ({ ...count, last: n })],
  ['short field', 'profile', 'field.avatar', 16, (n) => ({ of: 'agent', value: chars(n) })],
  ['document', 'profile', 'field.raw', LIMITS.profileRawCharsMax, (n) => ({ of: 'rules', value: chars(n) })],
  ['list', 'profile', 'field.interests', LIMITS.profileListMax, (n) => ({ of: 'user', value: list(n) })],
  ['of a list', 'profile', 'field.interests', 100, (n) => ({ of: 'user', value: ['chess', chars(n)] })],
  [
    ...(['section', 'profile', 'item.1', LIMITS.profileSectionCharsMax] as const),
    (n) => ({ ...item, section: chars(n) }),
  ],
  ['item', 'profile', 'item.1', LIMITS.profileItemCharsMax, (n) => ({ ...item, text: chars(n) })],
  ['order', 'profile', 'item.1', LIMITS.profileOrderMax, (n) => ({ ...item, order: -n })],
  [
    ...(['handover', 'profile', 'handover', LIMITS.payloadBytesMax] as const),
    (n) => ({ to: DEVICE, from: DEVICE, at: 1, sealed: 'a'.repeat(n) }),
  ],
  [
    ...(['time of a handover', 'profile', 'handover', LIMITS.timeMsMax] as const),
    (n) => ({ to: DEVICE, from: DEVICE, at: n, sealed: '' }),
  ],
  ['name', 'schedule', 'def', LIMITS.scheduleNameCharsMax, (n) => ({ ...def, name: chars(n) })],
  ['goal', 'schedule', 'def', LIMITS.scheduleGoalCharsMax, (n) => ({ ...def, goal: chars(n) })],
  ['channel', 'schedule', 'def', LIMITS.scheduleChannelCharsMax, (n) => ({ ...def, channel: chars(n) })],
  [
    ...(['context of a channel', 'schedule', 'def', LIMITS.scheduleChannelCharsMax] as const),
    (n) => ({ ...def, channelContext: chars(n) }),
  ],
  [
    ...(['interval', 'schedule', 'def', LIMITS.scheduleIntervalSecondsMax] as const),
    (n) => ({ ...def, cadence: { ...cadence, seconds: n } }),
  ],
  [
    ...(['anchor', 'schedule', 'def', LIMITS.timeMsMax] as const),
    (n) => ({ ...def, cadence: { ...cadence, anchor: n } }),
  ],
  [
    ...(['time', 'schedule', 'def', LIMITS.timeMsMax] as const),
    (n) => ({ ...def, cadence: { type: 'once', at: n, timezone: null } }),
  ],
  [
    ...(['expression', 'schedule', 'def', LIMITS.cronExpressionCharsMax] as const),
    (n) => ({ ...def, cadence: { type: 'cron', expression: chars(n), timezone: 'UTC' } }),
  ],
  [
    ...(['zone', 'schedule', 'def', LIMITS.timezoneCharsMax] as const),
    (n) => ({ ...def, cadence: { ...cadence, timezone: chars(n) } }),
  ],
  [
    ...(['turns', 'schedule', 'def', ACT_LIMITS.turnsMax] as const),
    (n) => ({ ...def, act: { ...act, turns: n } }),
  ],
  [
    ...(['tokens', 'schedule', 'def', ACT_LIMITS.tokensMax] as const),
    (n) => ({ ...def, act: { ...act, tokens: n } }),
  ],
  [
    ...(['folder', 'schedule', 'def', LIMITS.documentPathCharsMax] as const),
    (n) => ({ ...def, act: { ...act, folder: chars(n) } }),
  ],
  [
    ...(['runner', 'schedule', 'runner', LIMITS.deviceNameCharsMax] as const),
    (n) => ({ device: DEVICE, name: chars(n) }),
  ],
  [
    ...(['reason', 'schedule', 'state', LIMITS.scheduleReasonCharsMax] as const),
    (n) => ({ status: 'paused', reason: chars(n) }),
  ],
];

describe('a value that came from elsewhere', () => {
  test.each(SIZES)('[TR-6] %s: taken at its limit, not one past it', (_name, kind, facet, max, grown) => {
    expect(isTaken(kind, facet, grown(max))).toBe(true);
    expect(isTaken(kind, facet, grown(max + 1))).toBe(false);
  });

  test('[TR-6] an interval of less than a minute is not taken', () => {
    const every = (seconds: number) =>
      isTaken('schedule', 'def', { ...def, cadence: { ...cadence, seconds } });
    expect([every(LIMITS.scheduleIntervalSecondsMin - 1), every(LIMITS.scheduleIntervalSecondsMin)]).toEqual([
      false,
      true,
    ]);
  });

  test.each(['a\0b', 'half \ud83d'])('[TR-6] text that no database keeps is not taken: %j', (text) => {
    for (const value of [{ content: text }, { project: text }, { key: text }, { tags: [text] }])
      expect(isTaken('keyed', 'body', { ...body, ...value })).toBe(false);
    expect(isTaken('memory', 'tags', { tags: [text] })).toBe(false);
    expect(isTaken('profile', 'field.name', { of: 'agent', value: text })).toBe(false);
    expect(isTaken('profile', 'item.1', { ...item, text })).toBe(false);
    expect(isTaken('profile', `item.${text}`, item)).toBe(false);
    expect(isTaken('schedule', 'def', { ...def, goal: text })).toBe(false);
    expect(isTaken('schedule', 'state', { status: 'active', reason: text })).toBe(false);
  });

  test('[TR-6] a marker counts as one character of the text that it was made of, and no text grows without end', () => {
    const marker = '[redacted: password in a URL]';
    const text = (markers: number, length: number) =>
      isTaken('memory', 'body', { ...body, content: `${marker.repeat(markers)}${chars(length)}` });
    const max = LIMITS.contentCharsMax;
    expect([text(10, max - 10), text(10, max - 9)]).toEqual([true, false]);
    const most = Math.floor((max * LIMITS.redactedGrowthMax) / marker.length);
    expect([text(most, 0), text(most + 1, 0)]).toEqual([true, false]);
  });

  test('[TR-6] a field that a newer program knows has the limit of the longest', () => {
    const field = (size: number) => isTaken('profile', 'field.toString', { of: 'agent', value: chars(size) });
    expect([field(LIMITS.profileRawCharsMax), field(LIMITS.profileRawCharsMax + 1)]).toEqual([true, false]);
  });

  test('[TR-6] whatever is asked, the answer is yes or no', () => {
    const kinds = fc.constantFrom<EntityKind>('memory', 'keyed', 'profile', 'schedule');
    const facets = fc.constantFrom(...SIZES.map(([, , facet]) => facet), 'link', 'flags');
    const values = fc.oneof(fc.jsonValue(), fc.constantFrom(...SIZES.map(([, , , , grown]) => grown(7))));
    fc.assert(
      fc.property(kinds, facets, values, (kind, facet, value) => {
        expect([true, false, null]).toContain(isTaken(kind, facet, value));
      }),
      { seed: 20_261_123, numRuns: 500 },
    );
  });
});
