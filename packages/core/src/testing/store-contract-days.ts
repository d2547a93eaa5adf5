/** The contract for daily figures and given contexts. */
import { LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { DayFigures, GivenContext } from '../ports/store.ts';
import { sampleId, sampleMs } from './sample-memories.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const dayNo = (n: number): string => new Date(sampleMs(n * 86_400_000)).toISOString().slice(0, 10);
const figures = (n: number, more: Partial<DayFigures> = {}): DayFigures => ({
  day: dayNo(n),
  bytes: 4_096 * n,
  memories: n,
  passages: 2 * n,
  saves: '',
  searches: '{"12":3}',
  ...more,
});
const given = (n: number, more: Partial<GivenContext> = {}): GivenContext => ({
  project: 'p',
  day: dayNo(n),
  slot: 'first',
  at: sampleMs(n * 86_400_000),
  tokens: 50,
  tokensMax: 1_000,
  parts: [
    { id: sampleId(2), kind: 'memory', section: 'pinned', tokens: 20, stamp: sampleMs(2) },
    { id: 's_1', kind: 'summary', section: 'summary', tokens: 30, stamp: sampleMs(1) },
  ],
  ...more,
});

export const dayContract = ({ apply, reader, tx }: StoreUnderTest): void => {
  describe('[OP-10] figures of days', () => {
    test('one row a day, written again as often as one likes, read from a day on', async () => {
      await apply({ dayFigures: [figures(1), figures(3)] });
      await apply({ dayFigures: [figures(2), figures(3, { memories: 9, saves: '{"1":1}' })] });
      expect(await reader().dayFigures(dayNo(2))).toEqual([
        figures(2),
        figures(3, { memories: 9, saves: '{"1":1}' }),
      ]);
    });

    test('the oldest go when there are too many', async () => {
      const all = Array.from({ length: LIMITS.dayFiguresMax }, (_, n) => figures(n + 1));
      await apply({ dayFigures: all });
      expect(await reader().dayFigures('')).toEqual(all);
      await apply({ dayFigures: [figures(LIMITS.dayFiguresMax + 1)] });
      expect((await reader().dayFigures('')).map(({ day }) => day)).toEqual([
        ...all.slice(1).map(({ day }) => day),
        dayNo(LIMITS.dayFiguresMax + 1),
      ]);
    });
  });

  describe('[CX-7] what was given', () => {
    test('comes back by project with its parts in their order, the newest first', async () => {
      await apply({ givenContexts: [given(1), given(1, { project: null, parts: [] })] });
      const last = given(1, { slot: 'last', at: sampleMs(86_400_001) });
      await apply({ givenContexts: [last] });
      expect(await reader().givenContexts('p')).toEqual([last, given(1)]);
      expect(await reader().givenContexts(null)).toEqual([given(1, { project: null, parts: [] })]);
      expect(await reader().givenContexts('q')).toEqual([]);
      const newest = (project: string | null) => tx.lastGiven(project);
      expect(await newest('p')).toEqual(last);
      expect(await newest('q')).toBeNull();
    });

    test('the last one of a day takes the place of the one before', async () => {
      await apply({ givenContexts: [given(1), given(1, { slot: 'last' })] });
      const last = given(1, { slot: 'last', at: sampleMs(86_400_009), tokens: 7, parts: [] });
      await apply({ givenContexts: [last] });
      expect(await reader().givenContexts('p')).toEqual([last, given(1)]);
    });

    test('days of a project are bounded, and so is all of it', async () => {
      const days = Array.from({ length: LIMITS.givenDaysMax + 1 }, (_, n) => given(n + 1));
      await apply({ givenContexts: days });
      expect(await reader().givenContexts('p')).toEqual(days.slice(1).reverse());
      const others = Array.from({ length: LIMITS.givenContextsMax - 1 }, (_, n) =>
        given(200, { project: `q${n}`, at: sampleMs(200 * 86_400_000 + n), parts: [] }),
      );
      await apply({ givenContexts: others });
      expect(await reader().givenContexts('p')).toEqual(days.slice(-1));
      expect(await reader().givenContexts('q0')).toHaveLength(1);
    });

    test('parts are bounded', async () => {
      const [part] = given(1).parts;
      if (part === undefined) throw new Error('no part');
      const parts = Array.from({ length: LIMITS.givenPartsMax + 1 }, (_, n) => ({ ...part, tokens: n }));
      await apply({ givenContexts: [given(1, { parts })] });
      const [kept] = await reader().givenContexts('p');
      expect(kept?.parts).toEqual(parts.slice(0, LIMITS.givenPartsMax));
    });

    test('a memory that is renamed is renamed in it', async () => {
      await apply({ givenContexts: [given(1)] });
      await tx.rename([{ from: sampleId(2), to: sampleId(9) }]);
      const [kept] = await reader().givenContexts('p');
      expect(kept?.parts.map(({ id }) => id)).toEqual([sampleId(9), 's_1']);
    });
  });
};
