import { type EntityId, hlcOf, keyedId, memoryId, type WireItem } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decidePush } from './decide-push.ts';
import { isTombstone, type PresentRegister, registerKey } from './register.ts';
import { readItem } from './validate-item.ts';

const NODE = '00000000000000aa';
const generations = [
  { kg: 1, endedAt: null },
  { kg: 2, endedAt: null },
];
const entities: readonly EntityId[] = [
  memoryId(1, new Uint8Array(10)),
  memoryId(2, new Uint8Array(10)),
  keyedId(new Uint8Array(16)),
  keyedId(new Uint8Array(16).fill(9)),
];

const anItem: fc.Arbitrary<WireItem> = fc.record({
  entity: fc.constantFrom(...entities),
  facet: fc.constantFrom('body', 'tags', 'gone'),
  hlc: fc.integer({ min: 0, max: 6 }).map((at) => hlcOf(1_000, at, NODE)),
  v: fc.constant(1),
  kg: fc.constantFrom(1, 2),
  payload: fc.constant('AA'),
});

/** A server that holds nothing but its registers. */
const createLog = () => {
  const registers = new Map<string, PresentRegister>();
  const counts = { registers: 0, tombstones: 0 };
  let head = 0;
  return {
    push: (items: readonly WireItem[]) => {
      const wanted = new Set(items.map((item) => item.entity));
      const present = [...registers.values()].filter((register) => wanted.has(register.entity));
      const read = items.map(readItem);
      const decision = decidePush({ head, generations, present, items: read, nowMs: 2_000 });
      for (const register of decision.erased) registers.delete(registerKey(register));
      for (const register of decision.inserts) {
        expect(registers.has(registerKey(register))).toBe(false);
        registers.set(registerKey(register), register);
      }
      for (const register of decision.updates) {
        expect(registers.has(registerKey(register))).toBe(true);
        registers.set(registerKey(register), register);
      }
      head = decision.head;
      counts.registers += decision.registersDelta;
      counts.tombstones += decision.tombstonesDelta;
      return decision;
    },
    all: () => [...registers.values()],
    content: () =>
      [...registers.values()].map(({ entity, facet, hlc, kg }) => `${entity} ${facet} ${hlc} ${kg}`).sort(),
    counts: () => counts,
    head: () => head,
  };
};

const inBatches = (
  items: readonly WireItem[],
  sizes: readonly number[],
): readonly (readonly WireItem[])[] => {
  const out: WireItem[][] = [];
  let at = 0;
  for (let turn = 0; at < items.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    out.push(items.slice(at, at + size));
    at += size;
  }
  return out;
};

const history = fc.array(anItem, { minLength: 1, maxLength: 40 });
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

describe('deciding a push', () => {
  test('[SY-M2] any order and any batches leave the same registers', () => {
    const shuffled = history.chain((items) =>
      fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length }), sizes, sizes),
    );
    fc.assert(
      fc.property(shuffled, ([items, others, left, right]) => {
        const [a, b] = [createLog(), createLog()];
        for (const batch of inBatches(items, left)) a.push(batch);
        for (const batch of inBatches(others, right)) b.push(batch);
        expect(a.content()).toEqual(b.content());
      }),
      { seed: 1, numRuns: 400 },
    );
  });

  test('[SY-M2, SY-U7] pushing everything again changes nothing and raises no sequence', () => {
    fc.assert(
      fc.property(history, sizes, (items, split) => {
        const log = createLog();
        for (const batch of inBatches(items, split)) log.push(batch);
        const [content, head] = [log.content(), log.head()];
        const again = log.push(items);
        expect([log.content(), log.head()]).toEqual([content, head]);
        expect([again.inserts, again.updates, again.erased]).toEqual([[], [], []]);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  test('[SY-M3, SY-U8] nothing lives that its tombstone beats', () => {
    fc.assert(
      fc.property(history, sizes, (items, split) => {
        const log = createLog();
        for (const batch of inBatches(items, split)) log.push(batch);
        const rows = log.all();
        for (const tombstone of rows.filter(isTombstone)) {
          const others = rows.filter((row) => row.entity === tombstone.entity && !isTombstone(row));
          if (tombstone.entity.startsWith('m_')) expect(others).toEqual([]);
          for (const other of others) expect(other.hlc > tombstone.hlc).toBe(true);
        }
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  test('[SY-U4] sequences are unique, rise by one, and the counts are those of the rows', () => {
    fc.assert(
      fc.property(history, sizes, (items, split) => {
        const log = createLog();
        for (const batch of inBatches(items, split)) {
          const before = log.head();
          const { inserts, updates, head } = log.push(batch);
          const upserts = [...inserts, ...updates].sort((a, b) => a.seq - b.seq);
          expect(upserts.map((row) => row.seq)).toEqual(upserts.map((_, at) => before + at + 1));
          expect(head).toBe(before + upserts.length);
        }
        const rows = log.all();
        expect(new Set(rows.map((row) => row.seq)).size).toBe(rows.length);
        expect(log.counts()).toEqual({ registers: rows.length, tombstones: rows.filter(isTombstone).length });
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  test('[SY-U5] every verdict tells the place of what is there afterwards', () => {
    fc.assert(
      fc.property(history, sizes, (items, split) => {
        const log = createLog();
        for (const batch of inBatches(items, split)) {
          const { verdicts } = log.push(batch);
          const rows = new Map(log.all().map((row) => [registerKey(row), row]));
          for (const [at, verdict] of verdicts.entries()) {
            const item = batch[at];
            if (item === undefined) throw new Error('more verdicts than items');
            const facet = verdict.verdict === 'gone' ? 'gone' : item.facet;
            const row = rows.get(registerKey({ entity: item.entity, facet }));
            expect({ seq: row?.seq, hlc: row?.hlc }).toEqual({ seq: verdict.seq, hlc: verdict.hlc });
            if (verdict.verdict === 'ok') expect([row?.hlc, row?.kg]).toEqual([item.hlc, item.kg]);
          }
        }
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});
