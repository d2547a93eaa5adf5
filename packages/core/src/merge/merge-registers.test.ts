import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoredRegister } from '../ports/store.ts';
import { arbitraryRegisters, FIXED, sorted } from '../testing/arbitrary-registers.ts';
import {
  bodyRegister,
  goneRegister,
  linkRegister,
  sampleHlc,
  sampleId,
  sampleKeyedId,
  sampleRegister,
} from '../testing/sample-memories.ts';
import { mergeRegisters } from './merge-registers.ts';

/** Returns what a device holds after it merged these pages in order. */
const holding = (...pages: readonly (readonly StoredRegister[])[]): readonly StoredRegister[] => {
  let present: readonly StoredRegister[] = [];
  for (const page of pages) {
    const { accepted, erased, replaced } = mergeRegisters(present, page);
    const dropped = new Set([...erased, ...replaced]);
    const places = new Set(accepted.map(({ entity, facet }) => `${entity} ${facet}`));
    present = [
      ...present.filter((one) => !dropped.has(one) && !places.has(`${one.entity} ${one.facet}`)),
      ...accepted,
    ];
  }
  return sorted(present);
};

const [free, keyed] = [sampleId(1), sampleKeyedId(1)];

describe('merging', () => {
  test('[SY-M1] the larger stamp wins, then the larger key generation, in any order', () => {
    const old = bodyRegister(free, sampleHlc(1), 'old');
    const fresh = bodyRegister(free, sampleHlc(2), 'new');
    expect(holding([old], [fresh])).toEqual([fresh]);
    expect(holding([fresh], [old])).toEqual([fresh]);
    const resealed = { ...fresh, kg: 1 };
    expect(holding([fresh], [resealed])).toEqual([resealed]);
    expect(holding([resealed], [fresh])).toEqual([resealed]);
  });

  test('[SY-M2] is commutative', () => {
    fc.assert(
      fc.property(arbitraryRegisters, arbitraryRegisters, (a, b) => {
        expect(holding(a, b)).toEqual(holding(b, a));
      }),
      FIXED,
    );
  });

  test('[SY-M2] is associative: how the registers are cut into pages does not matter', () => {
    fc.assert(
      fc.property(arbitraryRegisters, fc.array(fc.nat(14)), (all, cuts) => {
        const at = [...new Set(cuts)].sort((a, b) => a - b);
        const pages = [...at, all.length].map((end, n) => all.slice(at[n - 1] ?? 0, end));
        expect(holding(...pages)).toEqual(holding(all));
      }),
      FIXED,
    );
  });

  test('[SY-M2] is idempotent: the same page again accepts, erases and replaces nothing', () => {
    fc.assert(
      fc.property(arbitraryRegisters, (page) => {
        const present = holding(page);
        const again = mergeRegisters(present, page);
        expect([again.accepted, again.erased, again.replaced]).toEqual([[], [], []]);
      }),
      FIXED,
    );
  });

  test('[SY-M1, SY-M2] of values that share a stamp, all devices hold that of the highest generation', () => {
    const values = fc
      .uniqueArray(fc.record({ tick: fc.nat(2), kg: fc.nat(2) }), {
        selector: ({ tick, kg }) => tick * 3 + kg,
      })
      .map((stamps) =>
        stamps.flatMap(({ tick, kg }, at) =>
          [free, keyed].map((entity) => ({
            ...bodyRegister(entity, sampleHlc(tick), `${tick} under ${kg}`),
            kg,
            seq: at + 1,
          })),
        ),
      );
    const inTwoOrders = values.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(inTwoOrders, ([all, other]) => {
        expect(holding(...other.map((one) => [one]))).toEqual(holding(all));
      }),
      FIXED,
    );
  });

  test('[SY-M3] a tombstone of free text beats every facet, whatever the clocks, and stays', () => {
    const late = [bodyRegister(free, sampleHlc(9), 'x'), linkRegister(free, sampleHlc(9), sampleId(2))];
    const gone = goneRegister(free, sampleHlc(1));
    expect(holding([gone], late)).toEqual([gone]);
    expect(holding(late, [gone])).toEqual([gone]);
    const merged = mergeRegisters(late, [gone]);
    expect(sorted(merged.erased)).toEqual(sorted(late));
    expect(merged.revisions).toEqual([]);
  });

  test('[SY-M3] a tombstone of a key erases what is stamped at or below it; learnt again, it lives', () => {
    const before = bodyRegister(keyed, sampleHlc(1), 'before');
    const gone = goneRegister(keyed, sampleHlc(2));
    const again = bodyRegister(keyed, sampleHlc(3), 'again');
    for (const order of [
      [before, gone, again],
      [again, gone, before],
      [gone, again, before],
    ]) {
      expect(holding(...order.map((one) => [one]))).toEqual(sorted([gone, again]));
    }
    const atOnce = sampleRegister(keyed, sampleHlc(2), { facet: 'tags', value: { tags: [] } });
    expect(holding([gone], [atOnce])).toEqual([gone]);
  });

  test('[SY-M3] no register that a tombstone beats is ever held beside it', () => {
    fc.assert(
      fc.property(arbitraryRegisters, (page) => {
        const held = holding(page);
        for (const gone of held.filter(({ facet }) => facet === 'gone')) {
          const others = held.filter((one) => one.entity === gone.entity && one !== gone);
          if (gone.entity.startsWith('m_')) expect(others).toEqual([]);
          else for (const other of others) expect(other.hlc > gone.hlc).toBe(true);
        }
      }),
      FIXED,
    );
  });

  test('[SY-M7] what loses or is overwritten stays as a revision, once', () => {
    const old = bodyRegister(keyed, sampleHlc(1), 'old');
    const fresh = bodyRegister(keyed, sampleHlc(2), 'new');
    expect(mergeRegisters([old], [fresh]).revisions).toEqual([old]);
    expect(mergeRegisters([fresh], [old]).revisions).toEqual([old]);
    expect(mergeRegisters([fresh], [fresh]).revisions).toEqual([]);
    expect(mergeRegisters([fresh], [{ ...fresh, kg: 1 }]).revisions).toEqual([]);
  });

  test('[SY-M7] every value of a living body is held or a revision', () => {
    fc.assert(
      fc.property(arbitraryRegisters, (page) => {
        const { after, revisions } = mergeRegisters([], page);
        const kept = new Set(
          [...[...after.values()].flat(), ...revisions].map((one) => `${one.entity} ${one.facet} ${one.hlc}`),
        );
        for (const one of page.filter(({ facet }) => facet === 'body')) {
          const gone = (after.get(one.entity) ?? []).find(({ facet }) => facet === 'gone');
          const beaten = gone !== undefined && (one.entity.startsWith('m_') || one.hlc <= gone.hlc);
          expect(kept.has(`${one.entity} ${one.facet} ${one.hlc}`)).toBe(!beaten);
        }
      }),
      FIXED,
    );
  });

  test('a value that comes back with a sequence is confirmed and changes nothing', () => {
    const here = bodyRegister(free, sampleHlc(1), 'x');
    const merged = mergeRegisters([here], [{ ...here, seq: 9 }]);
    expect(merged.confirmed).toEqual([{ entity: free, facet: 'body', hlc: here.hlc, seq: 9 }]);
    expect(merged.accepted).toEqual([]);
    expect(mergeRegisters([{ ...here, seq: 9 }], [{ ...here, seq: 9 }]).confirmed).toEqual([]);
  });

  test('[TR-7] a value confirms what is held under its stamp unless it was sealed under an older generation', () => {
    const here = { ...bodyRegister(free, sampleHlc(1), 'x'), kg: 2 };
    const confirmed = [{ entity: free, facet: 'body', hlc: here.hlc, seq: 9 }];
    expect(mergeRegisters([here], [{ ...here, kg: 1, seq: 9 }]).confirmed).toEqual([]);
    expect(mergeRegisters([here], [{ ...here, seq: 9 }]).confirmed).toEqual(confirmed);
    const newer = mergeRegisters([here], [{ ...here, kg: 3, seq: 9 }]);
    expect(newer).toMatchObject({ confirmed, accepted: [{ kg: 3, seq: 9 }] });
  });
});
