import {
  type EntityId,
  HLC_ZERO,
  type Hlc,
  hlcMs,
  hlcOf,
  LIMITS,
  maxHlc,
  memoryId,
  type VerdictItem,
  type WireRegister,
} from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { nextDelayMs, paceOfRefusal } from './backoff.ts';
import { planBatch } from './batch.ts';
import { refineOffset } from './clock-offset.ts';
import { planRestamp } from './restamp.ts';
import { sortVerdicts } from './settle.ts';

const random = createSeededRandom('plans');
const node = '00000000000000aa';
const entity = (): EntityId => memoryId(1_700_000_000_000, random.bytes(10));
const stamp = (ms: number, counter = 0): Hlc => hlcOf(ms, counter, node);

describe('backoff', () => {
  test('[SY-L4] grows from 0.5 s to 60 s, with jitter, and honours Retry-After', () => {
    expect(nextDelayMs({ attempt: 1, random: 0 })).toBe(500);
    expect(nextDelayMs({ attempt: 1, random: 0.99 })).toBe(995);
    expect(nextDelayMs({ attempt: 3, random: 0 })).toBe(2_000);
    expect(nextDelayMs({ attempt: 3, random: 1 })).toBe(4_000);
    expect(nextDelayMs({ attempt: 1_000, random: 1 })).toBe(60_000);
    expect(nextDelayMs({ attempt: 1, random: 0, retryAfterMs: 7_000 })).toBe(7_000);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, x) => {
          const delay = nextDelayMs({ attempt, random: x });
          expect(delay).toBeGreaterThanOrEqual(LIMITS.backoffMsMin);
          expect(delay).toBeLessThanOrEqual(LIMITS.backoffMsMax);
        },
      ),
      { seed: 1 },
    );
  });
});

test('[SY-E2] a server that does not know this device is asked at first after seconds, then every few minutes', () => {
  const after = (attempt: number, random: number) =>
    nextDelayMs({ attempt, random, pace: paceOfRefusal('unauthorized') });
  expect(after(1, 0)).toBe(5_000);
  expect([after(3, 0), after(3, 1)]).toEqual([20_000, 40_000]);
  expect([after(1_000, 0), after(1_000, 1)]).toEqual([150_000, 300_000]);
});

describe('the offset to the server', () => {
  const sample = (offset: number, at: number, out: number, back: number) => ({
    sentAt: at,
    receivedAt: at + out + back,
    serverTime: at + out + offset,
  });

  test('[SY-C2] the smallest round trip wins', () => {
    const slow = refineOffset(null, sample(1_000, 0, 900, 100));
    expect(slow?.ms).toBe(1_400);
    const quick = refineOffset(slow, sample(1_000, 5_000, 5, 5));
    expect(quick).toEqual({ ms: 1_000, roundTripMs: 10 });
    expect(refineOffset(quick, sample(1_000, 9_000, 500, 10))?.ms).toBe(1_000);
  });

  test('[SY-C2] a clock that was set is noticed by the next sample, however slow', () => {
    const before = refineOffset(null, sample(0, 0, 5, 5));
    expect(refineOffset(before, sample(86_400_000, 1_000, 300, 300))?.ms).toBe(86_400_000);
    expect(refineOffset(before, sample(-86_400_000, 1_000, 300, 300))?.ms).toBe(-86_400_000);
  });

  test('[SY-C2] an old witness ages out, and a sample that ends before it began says nothing', () => {
    let offset = refineOffset(null, sample(0, 0, 1, 1));
    for (let at = 1; at < 100; at++) offset = refineOffset(offset, sample(0, at * 1_000, 20, 20));
    expect(offset?.roundTripMs).toBeGreaterThanOrEqual(40);
    expect(refineOffset(offset, { sentAt: 10, receivedAt: 5, serverTime: 99 })).toBe(offset);
  });

  test('[SY-C2] the true offset is never further away than half a round trip of the kept witness', () => {
    const trip = fc.tuple(fc.nat(2_000), fc.nat(2_000));
    fc.assert(
      fc.property(
        fc.integer({ min: -1e8, max: 1e8 }),
        fc.array(trip, { minLength: 1, maxLength: 30 }),
        (truth, trips) => {
          let offset = null as ReturnType<typeof refineOffset>;
          for (const [at, [out, back]] of trips.entries())
            offset = refineOffset(offset, sample(truth, at * 10_000, out, back));
          expect(Math.abs((offset?.ms ?? 0) - truth)).toBeLessThanOrEqual((offset?.roundTripMs ?? 0) / 2 + 1);
        },
      ),
      { seed: 2 },
    );
  });
});

describe('a batch', () => {
  const head = { epoch: 'ab'.repeat(16), anchor: `1.${'cd'.repeat(16)}`, pushNo: 7 };
  const item = (payloadChars: number): WireRegister => ({
    entity: entity(),
    facet: 'body',
    hlc: stamp(1),
    v: 1,
    kg: 1,
    payload: 'A'.repeat(payloadChars),
  });
  const bodyOf = (bytes: Uint8Array): { items: unknown[] } => JSON.parse(new TextDecoder().decode(bytes));

  test('[SY-U2] holds at most 500 items, in their order', () => {
    const items = Array.from({ length: 501 }, () => item(10));
    const plan = planBatch(head, items);
    expect(plan.items.map((key) => key.entity)).toEqual(items.slice(0, 500).map(({ entity: id }) => id));
    expect(bodyOf(plan.bytes)).toEqual({ ...head, items: items.slice(0, 500) });
    expect(planBatch(head, items.slice(0, 500)).items).toHaveLength(500);
    expect(planBatch(head, items, 3).items).toHaveLength(3);
  });

  test('[SY-U2] is at most 1 MiB of exact body, to the byte', () => {
    const one = planBatch(head, [item(0)]).bytes.length;
    const exact = LIMITS.batchBytesMax - one;
    const fits = planBatch(head, [item(exact - 1)]);
    expect(fits.items).toHaveLength(1);
    expect(fits.bytes.length).toBeLessThanOrEqual(LIMITS.batchBytesMax);
    const many = planBatch(
      head,
      Array.from({ length: 40 }, () => item(30_000)),
    );
    expect(many.items.length).toBe(34);
    expect(many.bytes.length).toBeLessThanOrEqual(LIMITS.batchBytesMax);
  });

  test('[SY-U5] what could never be sent does not hold up what comes after it', () => {
    const huge = item(LIMITS.batchBytesMax);
    const plan = planBatch(head, [huge, item(10)]);
    expect(plan.oversized.map((key) => key.entity)).toEqual([huge.entity]);
    expect(plan.items).toHaveLength(1);
  });

  test('[SY-D4] carries the fields of the wire and no others', () => {
    const chatty = { ...item(4), content: 'summary of a session', embedding: [1, 2] };
    expect(bodyOf(planBatch(head, [chatty]).bytes).items).toEqual([
      { entity: chatty.entity, facet: 'body', hlc: chatty.hlc, v: 1, kg: 1, payload: 'AAAA' },
    ]);
  });
});

describe('re-stamping', () => {
  const key = (hlc: Hlc) => ({ entity: entity(), facet: 'body', hlc });

  test('[SY-C3] stamps from the future come down to the present, in their order and above all that was published', () => {
    const outbox = [key(stamp(50)), key(stamp(90_000)), key(stamp(90_000, 1)), key(stamp(95_000))];
    const plan = planRestamp({ outbox, published: stamp(80), nowMs: 1_000, node });
    expect(plan.moved.map(({ to }) => to)).toEqual([stamp(1_000), stamp(1_000, 1), stamp(1_000, 2)]);
    expect(plan.moved.map(({ entity: id }) => id)).toEqual(outbox.slice(1).map(({ entity: id }) => id));
    expect(plan.clock).toBe(stamp(1_000, 2));
  });

  test('[SY-C3] what is not in the future keeps its stamp', () => {
    const outbox = [key(stamp(5)), key(stamp(1_000))];
    expect(planRestamp({ outbox, published: HLC_ZERO, nowMs: 1_000, node })).toEqual({
      clock: stamp(1_000),
      moved: [],
    });
    expect(planRestamp({ outbox: [], published: HLC_ZERO, nowMs: 1_000, node }).clock).toBe(HLC_ZERO);
  });

  test('[SY-C3] new stamps rise strictly, and none is further ahead than what was published or now', () => {
    const times = fc.array(fc.nat(5_000), { maxLength: 40 });
    fc.assert(
      fc.property(times, fc.nat(5_000), fc.nat(5_000), (ms, publishedMs, nowMs) => {
        const outbox = ms.sort((a, b) => a - b).map((at, order) => key(stamp(at, order)));
        const published = stamp(publishedMs);
        const plan = planRestamp({ outbox, published, nowMs, node });
        const kept = outbox.filter(({ hlc }) => !plan.moved.some((moved) => moved.hlc === hlc));
        let last = [published, ...kept.map(({ hlc }) => hlc)].reduce(maxHlc);
        for (const { to } of plan.moved) {
          expect(to > last).toBe(true);
          expect(hlcMs(to)).toBeLessThanOrEqual(Math.max(nowMs, publishedMs));
          last = to;
        }
        expect(plan.clock).toBe(last);
      }),
      { seed: 3 },
    );
  });
});

describe('verdicts', () => {
  const key = () => ({ entity: entity(), facet: 'body', hlc: stamp(1) });
  const verdict = (
    item: { entity: string; facet: string },
    kind: VerdictItem['verdict'],
    seq: number | null,
    hlc: Hlc | null = null,
  ) => ({
    entity: item.entity,
    facet: item.facet,
    verdict: kind,
    seq,
    hlc,
  });

  test('[SY-U5] every item goes its own way', () => {
    const items = Array.from({ length: 7 }, key);
    const kinds = ['ok', 'stale', 'gone', 'clock_ahead', 'too_big', 'old_key', 'malformed'] as const;
    const verdicts = items.map((item, at) =>
      verdict(item, kinds[at] ?? 'ok', at < 3 ? at + 1 : null, at < 3 ? stamp(9) : null),
    );
    const sorted = sortVerdicts(items, verdicts);
    expect(sorted.confirmed).toEqual([{ ...items[0], seq: 1 }]);
    expect(sorted.stale).toEqual([items[1]]);
    expect(sorted.gone).toEqual([items[2]]);
    expect(sorted.clockAhead).toEqual([items[3]]);
    expect(sorted.dead.map((dead) => dead.verdict)).toEqual(['too_big', 'malformed']);
    expect(sorted.oldKey).toEqual([items[5]]);
  });

  test('[SY-U6] an item that no verdict names, or whose `ok` has no sequence, is not acknowledged', () => {
    const items = [key(), key()];
    const [first, second] = items;
    if (first === undefined || second === undefined) throw new Error('two were made');
    const stranger = key();
    const sorted = sortVerdicts(items, [verdict(first, 'ok', null), verdict(stranger, 'ok', 5)]);
    expect(Object.values(sorted).flat()).toEqual([]);
    expect(sortVerdicts(items, []).confirmed).toEqual([]);
  });
});
