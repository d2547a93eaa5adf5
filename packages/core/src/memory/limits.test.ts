/** Checks that a device accepts from sync whatever the write path of another device accepts. */
import { type BodyValue, isWithinLimits, LIMITS, type ProfileChange } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planProfileChange } from '../profile/plan-change.ts';
import { draftSchedule } from '../schedule/draft.ts';
import { FIXED } from '../testing/arbitrary-registers.ts';
import { sampleBody, sampleHlc, sampleId, sampleRegister } from '../testing/sample-memories.ts';
import { addCounts, totalCount } from './count.ts';
import { type DraftInput, parseDraft } from './draft.ts';
import { parseImportRecord } from './import-draft.ts';

/** Returns the body, or null when the input is refused. */
const bodyOf = (input: DraftInput): BodyValue | null => {
  const draft = parseDraft(input);
  if (!draft.ok) return null;
  const { content, tags, namespace = null, key, project = null, session, agent } = draft.value;
  const body = sampleBody(content, { namespace, key, project, tags: [...(tags ?? [])] });
  return { ...body, by: { ...body.by, session, agent } };
};
const isTaken = (value: BodyValue): boolean => isWithinLimits({ facet: 'body', value });

/** Texts near the limits: long, with parts that grow when they are cleaned, guarded or normalised. */
const texts = (max: number) =>
  fc
    .tuple(
      fc.constantFrom('a', 'İ', '\ufb2c', '🙂', 'a://:b@', 'pwd=abc1de,', ' ', '\0', '\u0958', 'ß'),
      fc.integer({ min: 0, max: max + 2 }),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    .map(([unit, size, end]) => `${unit.repeat(Math.ceil(size / unit.length))}${end}`);

describe('what the write path accepts', () => {
  test('[TR-6] a memory is within the limits of what syncs in', () => {
    let accepted = 0;
    const input = fc.record({
      content: texts(LIMITS.keyedContentCharsMax),
      key: fc.oneof(fc.constant(null), texts(LIMITS.keyCharsMax)),
      namespace: fc.oneof(fc.constant(null), texts(LIMITS.namespaceCharsMax)),
      project: fc.oneof(fc.constant(null), texts(LIMITS.projectCharsMax)),
      session: fc.oneof(fc.constant(null), texts(LIMITS.sessionCharsMax)),
      agent: fc.oneof(fc.constant(null), texts(LIMITS.agentCharsMax)),
      tags: fc.array(texts(LIMITS.tagCharsMax), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(input, (given) => {
        const body = bodyOf(given);
        if (body === null) return;
        accepted++;
        expect(isTaken(body)).toBe(true);
      }),
      FIXED,
    );
    expect(accepted).toBeGreaterThan(10);
  });

  test.each([
    ['secrets that grow', { content: 'a://:b@'.repeat(285) }],
    ['named secrets', { content: 'pwd=abc1de,'.repeat(181) }],
    ['names that grow', { content: 'x', key: '\ufb2c'.repeat(42), namespace: '\ufb2c'.repeat(85) }],
    ['letters that grow', { content: 'x', key: 'İ'.repeat(64) }],
    ['the longest value', { content: '🙂'.repeat(2_048), key: 'k' }],
  ])('[TR-6] %s: taken at the limit', (_name, input) => {
    const body = bodyOf(input);
    expect(body).not.toBeNull();
    expect(body !== null && isTaken(body)).toBe(true);
  });

  test('[TR-6] a device of an import has a name that fits', () => {
    const device = { id: 'd_00000000000000000000000000', name: '🙂'.repeat(1_000) };
    const read = parseImportRecord({ content: 'words', device }, true, {
      project: null,
      salt: '00'.repeat(32),
      stampMs: 1,
      device: { id: sampleBody('x').by.device, name: 'laptop' },
    });
    const [draft] = read.kind === 'drafts' ? read.drafts : [];
    expect([...(draft?.deviceName ?? '')]).toHaveLength(LIMITS.deviceNameCharsMax);
  });

  test('[TR-6] items of a profile get an order within the limits, whatever stands there', () => {
    const standing = (id: string, order: number) =>
      sampleRegister(sampleId(9), sampleHlc(1), {
        facet: `item.${id}`,
        value: { of: 'rules', section: 'S', text: id, enabled: true, order },
      });
    const registers = [
      standing('a', -LIMITS.profileOrderMax),
      standing('b', LIMITS.profileOrderMax),
      standing('c', LIMITS.profileOrderMax),
    ];
    const state = { registers, entityOf: () => sampleId(9), makeId: () => 'new' };
    const added = (before?: string | null): ProfileChange => ({
      kind: 'item_add',
      document: 'rules',
      item: { section: 'S', text: 'Tabs', ...(before === undefined ? {} : { before }) },
    });
    for (const change of [added(), added(null), added('a'), added('c')]) {
      const planned = planProfileChange(change, state);
      expect(planned.ok && planned.value.drafts.length).toBeGreaterThan(0);
      if (planned.ok) for (const { facet } of planned.value.drafts) expect(isWithinLimits(facet)).toBe(true);
    }
  });

  test('[TR-6] a schedule with NUL in a name is refused', () => {
    const facts = { nowMs: 0, timezone: 'UTC' };
    const input = { goal: 'Say hello', cadence: { type: 'interval', seconds: 60 } } as const;
    expect(draftSchedule({ ...input, name: 'a\0b' }, facts).ok).toBe(false);
    const drafted = draftSchedule({ ...input, name: 'ab' }, facts);
    expect(drafted.ok).toBe(true);
  });
});

describe('sums of what syncs in', () => {
  const count = (device: string, n: number) =>
    sampleRegister(sampleId(1), sampleHlc(1), {
      facet: `count.${device}`,
      value: { n, first: 5, last: 7 },
    });

  test('[TR-6] a sum of counts ends at the limit of one', () => {
    const most = LIMITS.countMax;
    expect(totalCount([count('a', most - 1), count('b', 1)])?.n).toBe(most);
    expect(totalCount([count('a', most), count('b', 1)])?.n).toBe(most);
    expect(totalCount([count('a', Number.MAX_SAFE_INTEGER), count('b', 2 ** 53)])?.n).toBe(most);
  });

  test('[TR-6] nobody counts further than that', () => {
    const own = { n: LIMITS.countMax, first: 1, last: 1 };
    expect(addCounts(own, { n: 1, first: 2, last: 2 })).toEqual({ n: LIMITS.countMax, first: 1, last: 2 });
  });
});
