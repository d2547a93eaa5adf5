/** The contract for key generations of registers. */
import { HLC_ZERO } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { bodyRegister, keyOf, sampleHlc, sampleId } from './sample-memories.ts';
import type { StoreUnderTest } from './store-under-test.ts';

export const generationsContract = ({ apply, tx }: StoreUnderTest): void => {
  const first = bodyRegister(sampleId(2), sampleHlc(1), 'one');
  const second = bodyRegister(sampleId(1), sampleHlc(2), 'two');

  describe('generations', () => {
    test('[TR-4] knows under which generation each value was sealed last, and finds what is under an older one', async () => {
      await apply({ registers: [first, second], outboxAdd: [keyOf(first), keyOf(second)] });
      await apply({
        sealed: [
          { ...keyOf(first), kg: 2 },
          { ...keyOf(second), hlc: sampleHlc(9), kg: 2 },
        ],
      });
      expect((await tx.outboxValues(2)).map(({ kg }) => kg)).toEqual([2, 0]);
      expect(await tx.sealedBelow({ kg: 2, above: HLC_ZERO, after: null }, 10)).toEqual([second]);
      expect(await tx.sealedBelow({ kg: 2, above: second.hlc, after: null }, 10)).toEqual([]);
      expect(await tx.sealedBelow({ kg: 3, above: HLC_ZERO, after: null }, 1)).toHaveLength(1);
      expect(await tx.sealedBelow({ kg: 3, above: HLC_ZERO, after: second }, 9)).toHaveLength(1);
      expect(await tx.sealedBelowCount(3)).toBe(2);
    });

    test('[TR-4] knows what came in from elsewhere until it is written here or another vault is entered', async () => {
      const taken = () => tx.sealedBelow({ kg: 9, above: HLC_ZERO, after: null, isTaken: true }, 10);
      await apply({ registers: [first], isTaken: true });
      await apply({ registers: [second] });
      expect(await taken()).toEqual([first]);
      await apply({ confirmed: [{ ...keyOf(first), seq: 7 }] });
      await tx.clearConfirmations();
      expect(await taken()).toEqual([first]);
      await apply({ registers: [first] });
      expect(await taken()).toEqual([first]);
      await apply({ registers: [{ ...first, hlc: sampleHlc(5) }] });
      expect(await taken()).toEqual([]);
      await apply({ registers: [{ ...first, hlc: sampleHlc(5) }], isTaken: true });
      expect(await taken()).toEqual([]);
      const third = { ...second, hlc: sampleHlc(7) };
      await apply({ registers: [third], isTaken: true });
      await tx.clearSync();
      expect(await taken()).toEqual([third]);
      await tx.clearTaken();
      expect(await taken()).toEqual([]);
    });

    test('[TR-4] what an ended key sealed is not sent again, and holds up nothing that is', async () => {
      const late = { ...keyOf(first), hlc: sampleHlc(9), seq: null, v: 1, kg: 1, payload: 'AAAA' };
      await apply({ registers: [first], quarantineAdd: [{ ...late, reason: 'old_key' }] });
      expect(await tx.enqueueAll('unconfirmed')).toBe(1);
      expect(await tx.outbox(10)).toEqual([keyOf(first)]);
    });
  });
};
